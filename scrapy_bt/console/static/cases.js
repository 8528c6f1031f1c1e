/** The list of redesigns: comes anew when there are others, or others wait. */
import { renew } from "./renew.js";
import { follow } from "./stream.js";

class Cases extends HTMLElement {
  connectedCallback() {
    let shown = "";
    follow("healing", async ({ cases }) => {
      if (!cases) return;
      const told = JSON.stringify(cases);
      if (!shown || told === shown || (await renew(this))) shown = told;
    });
  }
}

if (!customElements.get("bt-cases")) customElements.define("bt-cases", Cases);
