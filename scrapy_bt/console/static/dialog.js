/** Elements, and the one dialog in which a page asks. */
import { say, visible } from "./session.js";

/** @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} parts */
export function make(tag, attributes, ...parts) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...parts);
  return element;
}

/** A sentence in which what stands between backticks is code. @param {string} text */
export const marked = (text) => text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));

/** Faults of a text, for a list. @param {any[]} faults */
export const faultLines = (faults) => faults.map((fault) => make("li", { class: fault.warning ? "warning" : "fault" }, `${fault.line}:${fault.column} `, ...marked(fault.message), " ", make("span", { class: "quiet" }, ...marked(fault.advice))));

/** A button that copies a text as it is. @param {string} text */
function copying(text) {
  const button = make("button", { type: "button", class: "small" }, say("copy"));
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = say("copied");
  });
  return button;
}

/** A patch, to be read and copied; nothing where nothing changes. @param {string} text */
export const patch = (text) => (text ? [diff(text), copying(text)] : []);

/** Added and removed lines in their colours. @param {string} text */
export const diff = (text) => make("pre", { class: "diff", tabindex: "0" }, ...visible(text).split("\n").flatMap((line, at) => [at ? "\n" : "", make("span", { class: SIDES[line[0]] ?? "" }, line)]));

const SIDES = { "+": "added", "-": "removed", "@": "quiet" };

/** The same on a command line. @param {string} text */
export const command = (text) => (text ? [make("p", {}, `${say("command")} `, make("code", {}, visible(text)), " ", copying(text))] : []);

/**
 * A question in the page's dialog; resolves with what was typed, or null.
 * @param {string} title
 * @param {...(Node | string)} parts
 * @returns {Promise<string | null>}
 */
export function question(title, ...parts) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("edit"));
  // The Enter key presses the first button that submits, which is to confirm.
  const cancel = make("button", { type: "button" }, say("cancel"));
  cancel.addEventListener("click", () => dialog.close());
  const menu = make("menu", {}, cancel, make("button", { value: "yes", class: "primary" }, say("confirm")));
  dialog.replaceChildren(make("form", { method: "dialog" }, make("h2", { id: "edit-title" }, visible(title)), ...parts, menu));
  dialog.returnValue = "";
  const input = /** @type {HTMLTextAreaElement | null} */ (dialog.querySelector("textarea"));
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? (input?.value ?? "") : null), { once: true });
    dialog.showModal();
    /** @type {HTMLElement} */ (dialog.querySelector("[autofocus]") ?? input ?? dialog.querySelector(".primary")).focus();
  });
}
