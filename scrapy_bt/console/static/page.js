/** A stranger's page in a frame that can do nothing; places of its source are marked, and clicks come back as places. */

class ForeignPage extends HTMLElement {
  /** @param {string} hash @param {string} encoding */
  show(hash, encoding) {
    const source = `/pages/${hash}/frame?encoding=${encodeURIComponent(encoding)}`;
    if (this.source === source) return;
    this.source = source;
    this.isReady = false;
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.title = this.dataset.title ?? "";
    frame.src = source;
    this.frame = frame;
    this.replaceChildren(frame);
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
    if (event.data?.ready === true) {
      this.isReady = true;
      this.send();
    } else if (Number.isSafeInteger(event.data?.chosen)) {
      this.dispatchEvent(new CustomEvent("chosen", { detail: event.data.chosen }));
    }
  }

  /** @param {Record<string, [number, number][]>} places by kind @param {boolean} [scroll] to the first */
  mark(places, scroll = false) {
    this.wanted = { places, scroll };
    if (this.isReady) this.send();
  }

  send() {
    if (this.wanted) this.frame?.contentWindow?.postMessage(this.wanted, "*");
  }
}

if (!customElements.get("bt-page")) customElements.define("bt-page", ForeignPage);
