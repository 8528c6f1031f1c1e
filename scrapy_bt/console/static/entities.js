/** Preferences: what one would do to the next tasks and to the file, and then, when that is confirmed, it is set. */
import { command, make, patch, question } from "./dialog.js";
import { ask, goOn, notify, number, say } from "./session.js";

class Entities extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-prefer]");
      if (button) this.prefer(button.dataset.prefer, button.dataset.name, button.dataset.weight, button.dataset.title);
    });
    this.querySelector("[data-new]")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = new FormData(event.target);
      this.prefer(given.get("kind"), given.get("name"), "1");
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || document.querySelector("dialog[open]") || /** @type {HTMLElement} */ (event.target).closest("input, select, textarea")) return;
      event.preventDefault();
      this.querySelector("[data-search]")?.focus();
    });
    const graph = this.querySelector("[data-graph]");
    graph?.scrollTo((graph.scrollWidth - graph.clientWidth) / 2, (graph.scrollHeight - graph.clientHeight) / 2);
  }

  /** @param {string} kind @param {string} name @param {string} weight @param {string} [title] what people call it */
  async prefer(kind, name, weight, title = name) {
    const crawls = JSON.parse(this.dataset.crawls);
    const field = make("input", { type: "number", min: "-3", max: "3", step: "any", required: "", value: weight });
    const choice = make("select", {}, ...crawls.map((id) => make("option", {}, id)), make("option", { value: "" }, say("no_crawl")));
    const asked = question(say("prefer", { name: title }), make("label", {}, `${say("weight")} `, field), make("label", {}, `${say("whose_tasks")} `, choice));
    field.select();
    if ((await asked) === null) return;
    try {
      const plan = await ask("preferences/plan", { kind, name, weight: Number(field.value), crawl: choice.value });
      if (!plan.diff && !plan.effect?.moved) {
        notify(say("nothing"));
        return;
      }
      if ((await question(say("prefer", { name: title }), ...this.told(plan))) === null) return;
      const done = await ask("preferences/apply", { plan: plan.plan });
      goOn(say("preferred", { tasks: number(done.moved) }));
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
    }
  }

  told(plan) {
    const parts = [];
    if (plan.effect) {
      const { before, after, moved, looked_at } = plan.effect;
      parts.push(make("p", {}, say("would_move", { moved: number(moved), count: number(looked_at) })));
      if (before.length) parts.push(make("div", { class: "halves" }, list(say("next_before"), before, []), list(say("next_after"), after, before)));
    }
    parts.push(...patch(plan.diff));
    if (!plan.is_heeded) parts.push(make("p", {}, say("not_heeded"), " ", make("code", {}, 'BT_PREFERENCES = "preferences.toml"')));
    parts.push(...command(plan.command));
    return parts;
  }
}

/**
 * @param {string} title
 * @param {{task: number, node: string, url: string, gain: number}[]} tasks
 * @param {{task: number}[]} before those that stood there already
 */
function list(title, tasks, before) {
  const known = new Map(before.map((each, place) => [each.task, place]));
  const lines = tasks.map((each, place) => {
    const rises = before.length > 0 && (known.get(each.task) ?? Infinity) > place && each.gain > 0;
    return make("li", rises ? { class: "boost state" } : {}, each.url || `${each.node} (${each.task})`);
  });
  return make("section", {}, make("h3", {}, title), make("ol", { class: "next" }, ...lines));
}

customElements.define("bt-entities", Entities);
