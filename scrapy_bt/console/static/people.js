/** Users and tokens: added and removed by who administers the console. */
import { command, make, question } from "./dialog.js";
import { ask, goOn, notify, say } from "./session.js";

class People extends HTMLElement {
  connectedCallback() {
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = Object.fromEntries(new FormData(event.target));
      this.change(event.target.dataset.add, "days" in given ? { ...given, days: Number(given.days) } : given);
    });
    this.addEventListener("click", async (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-remove]");
      if (!button) return;
      const { remove, name, command: same } = button.dataset;
      if ((await question(`${button.textContent}: ${name}`, ...command(same))) !== null) this.change(`${remove}/remove`, { name });
    });
  }

  async change(path, wanted) {
    try {
      const told = await ask(path, wanted);
      if (told.secret) await question(say("secret_once", wanted), make("p", {}, make("code", { class: "whole" }, told.secret)));
      goOn(say("saved"));
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
    }
  }
}

if (!customElements.get("bt-people")) customElements.define("bt-people", People);
