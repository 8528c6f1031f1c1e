/** A long table in a window: 60 rows stand in the page, 2,000 in memory, and the others are asked for again. */
import { ask, notify, say } from "./session.js";

const SHOWN = 60;
const MOST_PAGES = 20;

/** Works on the table that the server has made; each kind of row has its own `row`. */
export class Window extends HTMLElement {
  connectedCallback() {
    this.box = this.querySelector(".window");
    this.body = this.querySelector("tbody");
    if (!this.box) return;
    this.width = this.querySelector("thead tr").cells.length;
    const rows = [...this.body.rows];
    /** @type {Map<number, HTMLTableRowElement[]>} rows by page, those that were used last at the end */
    this.pages = new Map([[0, rows]]);
    /** Where each page begins: a cursor. */
    this.cursors = [new URLSearchParams(location.search).get("after") ?? "", this.dataset.after];
    /** How many rows there are to the end of each page that was asked for; one may have few, and others behind it. */
    this.ends = [rows.length];
    this.querySelector("[data-more]")?.closest("p").remove();
    this.height = Math.max(20, this.body.getBoundingClientRect().height / Math.max(1, rows.length));
    this.box.classList.add("live");
    this.box.addEventListener("scroll", () => this.later());
    this.above = document.createElement("tr");
    this.below = document.createElement("tr");
    for (const row of [this.above, this.below]) {
      row.className = "gap";
      row.setAttribute("aria-hidden", "true");
      row.insertCell().colSpan = this.width;
    }
    this.draw();
  }

  later() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  draw() {
    const known = this.ends[this.ends.length - 1];
    const first = Math.max(0, Math.floor(this.box.scrollTop / this.height) - 15);
    const end = Math.min(known, first + SHOWN);
    const rows = [];
    let page = this.ends.findIndex((last) => first < last);
    for (let index = first; index < end; index += 1) {
      while (index >= this.ends[page]) page += 1;
      const held = this.pages.get(page);
      if (!held) this.fetch(page);
      rows.push(held?.[index - (this.ends[page - 1] ?? 0)] ?? this.blank());
    }
    this.above.firstElementChild.style.setProperty("height", `${first * this.height}px`);
    this.below.firstElementChild.style.setProperty("height", `${Math.max(0, known - end) * this.height}px`);
    const kept = this.body.contains(document.activeElement) ? document.activeElement.closest("tr") : null;
    if (kept && !rows.includes(kept)) this.box.focus({ preventScroll: true });
    this.body.replaceChildren(this.above, ...rows, this.below);
    if (kept && rows.includes(kept)) kept.querySelector("a")?.focus({ preventScroll: true });
    if (end === known && this.cursors[this.cursors.length - 1]) this.fetch(this.cursors.length - 1);
  }

  blank() {
    const row = document.createElement("tr");
    row.className = "gap";
    const cell = row.insertCell();
    cell.colSpan = this.width;
    cell.style.setProperty("height", `${this.height}px`);
    return row;
  }

  /** @param {number} page */
  async fetch(page) {
    if (this.busy) return;
    this.busy = true;
    try {
      const url = this.dataset.url.replace("/api/v1/", "");
      const found = await ask(`${url}&after=${encodeURIComponent(this.cursors[page])}`);
      this.pages.set(page, found[this.dataset.rows].map((row) => this.row(row)));
      if (page === this.cursors.length - 1) {
        this.cursors.push(found.after);
        this.ends.push(this.ends[page - 1] + found[this.dataset.rows].length);
      }
      for (const each of this.pages.keys()) {
        if (this.pages.size <= MOST_PAGES) break;
        if (each !== page) this.pages.delete(each);
      }
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
      return;
    } finally {
      this.busy = false;
    }
    this.later();
  }
}
