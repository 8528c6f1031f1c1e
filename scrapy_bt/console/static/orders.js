/** Orders: first what they would do, then, when that is confirmed, they are given. */
import { command as commandLine, make } from "./dialog.js";
import { ask, goOn, notify, number, say, visible } from "./session.js";

/**
 * @typedef {{action: string, task?: number, node?: string, tree?: string, seconds?: number}} Order
 * @typedef {{action: string, ids?: number[], like?: number}} Treatment
 */

/** The note that offers to take the last order back; another order holds since then, so that it goes.
 * @type {HTMLElement | null} */
let offered = null;

/** What is said of an order before it is given. */
const WOULD = { pause: "would", stop: "would", purge: "would_purge" };

/** @param {Partial<Order>} order */
export function placeOf(order) {
  const kinds = ["task", "node", "tree"].filter((kind) => order[kind] !== undefined && order[kind] !== null);
  const named = kinds.map((kind) => `${say(kind)} ${String(order[kind]).replace(/\/$/, "")}`).join(" · ");
  return order.node?.endsWith("/") ? say("and_below", { place: named }) : named || say("everything");
}

/** Whose dead letters are meant. @param {string} id of the crawl @param {Treatment} wanted */
const lettersOf = (id, { ids = [] }) => [id, ...ids.map((each) => `${say("task")} ${each}`)].join(" · ");

/** What has been done. @param {string} place empty: what was done says it @param {{action: string, tasks: number}} done */
const noteOf = (place, { action, tasks }) => say("told", { what: place ? say("ordered", { action: say(action), place }) : say(action), done: say("done", { tasks: number(tasks) }) });

/**
 * Ask, show, confirm, apply; resolves with what was done, or nothing.
 * @param {string} id of the crawl
 * @param {"orders" | "letters"} kind
 * @param {Order | Treatment} wanted
 * @param {(doing: Promise<unknown>) => void} [asked] called as soon as it is on its way
 */
export async function give(id, kind, wanted, asked = () => {}) {
  const path = `crawls/${encodeURIComponent(id)}/${kind}`;
  try {
    let order = wanted;
    if (wanted.action === "boost" && !("seconds" in wanted)) {
      const told = await confirm({ title: say("ordered", { action: say("boost"), place: placeOf(wanted) }), field: say("seconds"), value: "60" });
      if (told === null) return null;
      order = { ...wanted, seconds: Number(told) };
    }
    const plan = await ask(`${path}/plan`, order);
    const tasks = number(plan.tasks);
    const told = await confirm({
      title: say("ordered", { action: say(order.action), place: kind === "orders" ? placeOf(order) : lettersOf(id, order) }),
      text: say(kind === "letters" ? "would_letters" : (WOULD[order.action] ?? "would_reach"), { tasks, running: number(plan.running), dead: number(plan.dead) }),
      field: plan.typed ? say("type", { word: plan.typed }) : "",
      typed: plan.typed,
      command: plan.command,
      word: say(order.action),
    });
    if (told === null) return null;
    const doing = ask(`${path}/apply`, { plan: plan.plan, typed: told });
    asked(doing);
    const done = await doing;
    const { undo } = done;
    const note = noteOf(kind === "orders" ? placeOf(order) : "", done);
    if (kind === "letters" || order.action === "purge") {
      goOn(note, kind === "letters" ? "" : "/");
      return done;
    }
    offered?.remove();
    offered = undo.length ? notify(note, { word: say("undo"), act: () => takeBack(path, undo, asked) }) : null;
    if (!undo.length) notify(note);
    return done;
  } catch (error) {
    notify(say("failed", { message: error.message }), { kind: "error" });
    return null;
  }
}

/** @param {string} path @param {Order[]} orders one after another @param {(doing: Promise<unknown>) => void} asked */
async function takeBack(path, orders, asked) {
  try {
    for (const order of orders) {
      const plan = await ask(`${path}/plan`, order);
      const doing = ask(`${path}/apply`, { plan: plan.plan, typed: plan.typed });
      asked(doing);
      const done = await doing;
      notify(noteOf(placeOf(order), done));
    }
  } catch (error) {
    notify(say("failed", { message: error.message }), { kind: "error" });
  }
}

/**
 * A question in the page's dialog; resolves with what was typed, or null.
 * @param {{title: string, text?: string, field?: string, value?: string, typed?: string, command?: string, word?: string}} question
 * @returns {Promise<string | null>}
 */
function confirm({ title, text = "", field = "", value = "", typed = "", command = "", word = say("confirm") }) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("order"));
  const button = /** @type {HTMLButtonElement} */ (make("button", { class: "primary", value: "yes" }, word));
  // The Enter key presses the first button that submits, which is to confirm.
  const cancel = make("button", { type: "button" }, say("cancel"));
  cancel.addEventListener("click", () => dialog.close());
  const form = make("form", { method: "dialog" }, make("h2", { id: "order-title" }, visible(title)));
  if (text) form.append(make("p", {}, visible(text)));
  /** @type {HTMLInputElement | null} */
  let input = null;
  if (field) {
    input = /** @type {HTMLInputElement} */ (make("input", { name: "told", autocomplete: "off", ...(typed ? {} : { type: "number", step: "any" }) }));
    input.value = value;
    form.append(make("label", {}, `${field} `, input));
    const check = () => { button.disabled = typed ? input.value !== typed : input.value === ""; };
    input.addEventListener("input", check);
    check();
  }
  form.append(...commandLine(command), make("menu", {}, cancel, button));
  dialog.replaceChildren(form);
  dialog.returnValue = "";
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? (input?.value ?? "") : null), { once: true });
    dialog.showModal();
    (input ?? button).focus();
  });
}

/** The buttons of one task, and of dead letters. */
class Orders extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", async (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (!button) return;
      const { order, treat, like } = button.dataset;
      const { id, task } = this.dataset;
      if (order) await give(id, "orders", { action: order, task: Number(task) });
      else if (treat) {
        const chosen = task ? { ids: [Number(task)] } : like ? { like: Number(like) } : {};
        await give(id, "letters", { action: treat, ...chosen });
      }
    });
  }
}

if (!customElements.get("bt-orders")) customElements.define("bt-orders", Orders);
