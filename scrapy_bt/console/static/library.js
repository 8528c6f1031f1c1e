/** Rules of others: what taking one would write, its hosts, and then, when that is confirmed, it is taken. */
import { command, make, patch, question } from "./dialog.js";
import { ask, goOn, notify, say, visible } from "./session.js";

class Library extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-take], [data-updates]");
      if (button?.dataset.take) this.take(button.textContent, { action: button.dataset.take, rule: button.dataset.rule ?? "", file: button.dataset.file ?? "", server: button.dataset.server ?? "" });
      else if (button) this.updates();
    });
    this.querySelector("[data-publish]")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(event.submitter.textContent, { action: "publish", ...Object.fromEntries(new FormData(event.target)) });
    });
  }

  async updates() {
    const place = this.querySelector("[data-found]");
    place.textContent = say("asked");
    try {
      const told = await ask("library/updates");
      const rows = told.updates.map((each) => make("p", {}, `${each.file}: ${each.rule} ${each.from} → ${each.to} `,
        make("button", { type: "button", "data-take": "update", "data-file": each.file }, say("look"))));
      const failed = told.failed.map((each) => make("p", { class: "notice error" }, each));
      place.replaceChildren(...(rows.length || failed.length ? [...rows, ...failed] : [say("newest")]));
    } catch (error) {
      place.textContent = say("failed", { message: error.message });
    }
  }

  /** @param {string} word what it is called @param {Record<string, string>} wanted */
  async take(word, wanted) {
    try {
      const plan = await ask("library/plan", wanted);
      const hosts = plan.hosts.map((host) => make("li", plan.new_hosts.includes(host) ? { class: "dead state" } : {}, visible(host)));
      const parts = [
        make("p", {}, say("hosts")),
        make("ul", {}, ...hosts),
        ...(plan.key ? [make("p", {}, `${say(plan.is_known ? "key_known" : "key_new")} `, make("code", {}, plan.key))] : []),
        ...patch(plan.diff),
        ...command(plan.command),
      ];
      if ((await question(say("ordered", { action: word, place: wanted.rule || wanted.file }), ...parts)) === null) return;
      const done = await ask("library/apply", { plan: plan.plan, typed: "" });
      if (wanted.action === "publish") notify(say("published", { name: done.file }));
      else goOn(say("written", { files: done.file }), "/library");
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
    }
  }
}

customElements.define("bt-library", Library);
