/** The runs that this console has started: the ends of their logs while they grow, and how they end. */
import { make } from "./dialog.js";
import { say, visible } from "./session.js";
import { follow } from "./stream.js";

/** A browser follows so many topics at most; of more runs the newest are seen live. */
const MOST = 50;

class Runs extends HTMLElement {
  connectedCallback() {
    for (const row of [...this.querySelectorAll("[data-run]")].slice(0, MOST)) {
      const leave = follow(`run:${row.dataset.run}`, (told) => {
        if (!told.lines) return;
        row.querySelector("pre").textContent = visible(told.lines.join("\n"));
        if (told.running) return;
        row.querySelector(".state").replaceWith(make("span", { class: `state ${told.status ? "dead" : "ready"}` }, say("ended_with", { code: told.status })));
        row.querySelector("[data-end]")?.parentElement.replaceChildren();
        leave();
      });
    }
  }
}

if (!customElements.get("bt-runs")) customElements.define("bt-runs", Runs);
