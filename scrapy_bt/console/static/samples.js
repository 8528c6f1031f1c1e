/** Recordings: a HAR is uploaded, and an answer of one is kept for trying. */
import { ask, notify, say } from "./session.js";

class Samples extends HTMLElement {
  connectedCallback() {
    this.querySelector("[data-upload]")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.upload(event.target.elements.har.files[0]);
    });
    this.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-keep]");
      if (button) this.keep(Number(button.dataset.keep));
    });
  }

  /** @param {File} file */
  async upload(file) {
    const sign = this.querySelector("[data-busy]");
    sign.textContent = say("asked");
    try {
      const { name } = await ask(`samples?name=${encodeURIComponent(file.name.replace(/[^\w.-]/g, "_"))}`, file);
      location.assign(`/samples/${encodeURIComponent(name)}`);
    } catch (error) {
      sign.textContent = "";
      notify(say("failed", { message: error.message }), { kind: "error" });
    }
  }

  async keep(number) {
    try {
      const { url } = await ask(`samples/${encodeURIComponent(this.dataset.name)}/pages`, { number });
      notify(say("kept", { url }));
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
    }
  }
}

if (!customElements.get("bt-samples")) customElements.define("bt-samples", Samples);
