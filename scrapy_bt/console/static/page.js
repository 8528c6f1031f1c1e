/** A stranger's page in a frame that can do nothing; places of its source are marked, and clicks come back as places. */
import { make } from "./dialog.js";
import { say } from "./session.js";

class ForeignPage extends HTMLElement {
  /** It is not known yet which page comes. */
  expect() {
    this.clear();
    this.append(make("p", { class: "loading", role: "status" }, say("loading")));
  }

  clear() {
    this.source = this.frame = null;
    this.replaceChildren();
  }

  /** @param {string} source the address of the frame */
  show(source) {
    if (this.source === source) return;
    this.expect();
    this.source = source;
    this.isReady = false;
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.title = this.dataset.title ?? "";
    frame.src = source;
    frame.addEventListener("load", () => frame.previousElementSibling?.remove(), { once: true });
    this.frame = frame;
    this.append(frame);
  }

  connectedCallback() {
    addEventListener("message", this);
  }

  disconnectedCallback() {
    removeEventListener("message", this);
  }

  /** @param {MessageEvent} event */
  handleEvent(event) {
    if (!this.frame || event.source !== this.frame.contentWindow) return;
    const { ready, chosen, picked, seen, top } = event.data ?? {};
    if (ready === true) {
      this.isReady = true;
      this.send();
    } else if (Number.isSafeInteger(chosen)) {
      this.dispatchEvent(new CustomEvent("chosen", { detail: chosen }));
    } else if (Number.isSafeInteger(picked)) {
      this.dispatchEvent(new CustomEvent("picked", { detail: picked }));
    } else if (Number.isSafeInteger(seen) && Number.isFinite(top)) {
      this.dispatchEvent(new CustomEvent("seen", { detail: { seen, top } }));
    }
  }

  /** @param {Record<string, [number, number][]>} places of the source, by kind @param {boolean} [scroll] to the first */
  mark(places, scroll = false) {
    this.tell({ places, scroll });
  }

  /** @param {Record<string, number[]>} elements by their numbers @param {number[]} watched by which it is scrolled @param {boolean} [scroll] to the first */
  outline(elements, watched, scroll = true) {
    this.tell({ elements, watched, scroll });
  }

  /** @param {number} number of the element that is to stand at @param {number} top */
  follow(number, top) {
    if (this.isReady) this.frame.contentWindow.postMessage({ follow: [number, top] }, "*");
  }

  /** What holds for the page, also when it is there later. */
  tell(wanted) {
    this.wanted = wanted;
    if (this.isReady) this.send();
  }

  send() {
    if (this.wanted) this.frame?.contentWindow?.postMessage(this.wanted, "*");
  }
}

if (!customElements.get("bt-page")) customElements.define("bt-page", ForeignPage);
