/** Records in a window: 60 rows stand in the page, 2,000 in memory, and the others are asked for again. */
import { ask, notify, say } from "./session.js";

const PAGE = 100;
const SHOWN = 60;
const MOST_PAGES = 20;

/** Works on the table that the server has made. */
class Records extends HTMLElement {
  connectedCallback() {
    this.box = this.querySelector(".window");
    this.body = this.querySelector("tbody");
    this.columns = [...this.querySelectorAll("th[data-column]")].map((each) => ({ name: each.dataset.column, kind: each.className }));
    const rows = [...this.body.rows];
    /** @type {Map<number, HTMLTableRowElement[]>} rows by page, those that were used last at the end */
    this.pages = new Map([[0, rows]]);
    /** Where each page begins: a cursor. */
    this.cursors = ["", this.dataset.after];
    this.last = rows.length;
    this.querySelector("[data-more]")?.closest("p").remove();
    this.height = Math.max(20, this.body.getBoundingClientRect().height / Math.max(1, rows.length));
    this.box.classList.add("live");
    this.box.addEventListener("scroll", () => this.later());
    this.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-values]");
      if (button) this.values(button.dataset.values);
    });
    this.above = document.createElement("tr");
    this.below = document.createElement("tr");
    for (const row of [this.above, this.below]) {
      row.className = "gap";
      row.setAttribute("aria-hidden", "true");
      row.insertCell().colSpan = this.columns.length + 1;
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

  /** How many rows are known to be there. */
  get known() {
    return this.cursors[this.cursors.length - 1] ? (this.cursors.length - 1) * PAGE : this.last;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / this.height) - 15);
    const end = Math.min(this.known, first + SHOWN);
    const rows = [];
    for (let index = first; index < end; index += 1) {
      const page = Math.floor(index / PAGE);
      const held = this.pages.get(page);
      if (!held) this.fetch(page);
      rows.push(held?.[index % PAGE] ?? this.blank());
    }
    this.above.firstElementChild.style.setProperty("height", `${first * this.height}px`);
    this.below.firstElementChild.style.setProperty("height", `${Math.max(0, this.known - end) * this.height}px`);
    const kept = this.body.contains(document.activeElement) ? document.activeElement.closest("tr") : null;
    if (kept && !rows.includes(kept)) this.box.focus({ preventScroll: true });
    this.body.replaceChildren(this.above, ...rows, this.below);
    if (kept && rows.includes(kept)) kept.querySelector("a")?.focus({ preventScroll: true });
    if (end === this.known && this.cursors[this.cursors.length - 1]) this.fetch(this.cursors.length - 1);
  }

  blank() {
    const row = document.createElement("tr");
    row.className = "gap";
    const cell = row.insertCell();
    cell.colSpan = this.columns.length + 1;
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
      this.pages.set(page, found.rows.map((row) => this.row(row)));
      if (page === this.cursors.length - 1) {
        this.cursors.push(found.after);
        this.last = page * PAGE + found.rows.length;
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

  row(record) {
    const row = document.createElement("tr");
    const link = document.createElement("a");
    link.href = this.dataset.page + encodeURIComponent(record[this.dataset.key]);
    link.setAttribute("aria-label", say("record"));
    link.append("→");
    row.insertCell().append(link);
    for (const { name, kind } of this.columns) {
      const cell = row.insertCell();
      cell.className = kind;
      const value = record[name];
      cell.append(value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value));
    }
    return row;
  }

  /** @param {string} column */
  async values(column) {
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("values"));
    const title = document.createElement("h2");
    title.id = "values-title";
    title.textContent = column;
    const list = document.createElement("ul");
    list.className = "plain";
    const close = document.createElement("button");
    close.textContent = say("cancel");
    close.addEventListener("click", () => dialog.close());
    dialog.replaceChildren(title, list, close);
    try {
      const [path, query] = this.dataset.url.replace("/api/v1/", "").split("?");
      const found = await ask(`${path}/values?${query}&column=${encodeURIComponent(column)}`);
      for (const { value, count } of found.values) {
        const link = document.createElement("a");
        const asked = new URLSearchParams(location.search);
        asked.delete("after");
        const name = column.replaceAll(" ", "%20");
        asked.append("where", value === null || value === "" ? `${name} empty` : `${name} = ${value}`);
        link.href = `?${asked}`;
        link.textContent = value === null || value === "" ? say("nothing") : String(value).slice(0, 100);
        const line = document.createElement("li");
        line.append(link, ` ${count}`);
        list.append(line);
      }
    } catch (error) {
      list.textContent = say("failed", { message: error.message });
    }
    dialog.showModal();
  }
}

customElements.define("bt-records", Records);
