/** The nodes of a crawl as a treegrid: folded rows show the sums of what is below them. */
import { number, seconds } from "./session.js";

const STATES = ["ready", "running", "delayed", "parked", "paused", "dead"];
const MOST = 500;

/** Owns the body of a table that the server has made; rows are made anew only where nodes come or go. */
export class Outline {
  /** @param {HTMLTableElement} table @param {() => void} onChoice */
  constructor(table, onChoice) {
    this.body = table.tBodies[0];
    this.onChoice = onChoice;
    /** @type {Map<string, any>} */
    this.rows = new Map();
    /** @type {Map<string, HTMLTableRowElement>} */
    this.elements = new Map();
    this.open = new Set();
    this.selected = "";
    this.words = "";
    for (const element of this.body.rows) {
      const row = JSON.parse(element.dataset.row);
      element.removeAttribute("data-row");
      this.rows.set(row.key, row);
      this.elements.set(row.key, element);
      if (element.hasAttribute("data-open")) this.open.add(row.key);
    }
    this.shown = this.rows;
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("keydown", (event) => this.onKey(event));
    this.layOut();
  }

  /** Takes news without showing them. */
  keep(nodes, gone, whole) {
    if (whole) this.rows = new Map();
    for (const row of nodes) {
      this.rows.set(row.key, row);
      if (!this.elements.has(row.key) && row.level < 3) this.open.add(row.parent);
    }
    for (const key of gone) this.rows.delete(key);
  }

  /** @param {any[]} [then] rows of another time; none: those of now */
  show(then) {
    const shown = then ? new Map(then.map((row) => [row.key, row])) : this.rows;
    const same = shown.size === this.elements.size && [...shown.keys()].every((key) => this.elements.has(key));
    this.shown = shown;
    if (same) this.update();
    else this.layOut();
  }

  running() {
    return [...this.rows.values()].filter((row) => row.running);
  }

  chosen() {
    return this.shown.get(this.selected) ?? null;
  }

  /** @param {string} text */
  search(text) {
    this.words = text.trim().toLowerCase();
    this.layOut();
  }

  /** @param {{node: string | null, tree: string | null, paused: boolean}[]} pauses */
  mark(pauses) {
    for (const [key, element] of this.elements) {
      const row = this.shown.get(key);
      const meant = pauses.filter((each) => (!each.tree || each.tree === row?.tree) && (!each.node || each.node === row?.node || row?.node.endsWith(`/${each.node}`)));
      element.classList.toggle("paused", Boolean(meant.length && meant[meant.length - 1].paused));
    }
  }

  /** Rows in their order, those that can be seen in the document. */
  layOut() {
    const children = new Map();
    for (const row of this.shown.values()) {
      if (!children.has(row.parent)) children.set(row.parent, []);
      children.get(row.parent).push(row);
    }
    this.children = children;
    const visible = [];
    const visit = (row) => {
      if (visible.length >= MOST) return;
      visible.push(row);
      if (this.open.has(row.key)) for (const child of children.get(row.key) ?? []) visit(child);
    };
    if (this.words) visible.push(...[...this.shown.values()].filter((row) => row.key.toLowerCase().includes(this.words)).slice(0, MOST));
    else for (const row of children.get("") ?? []) visit(row);
    const focused = document.activeElement?.closest?.("tr")?.dataset.key;
    const kept = new Map();
    for (const row of visible) kept.set(row.key, this.elements.get(row.key) ?? this.make(row));
    for (const row of this.shown.values()) if (!kept.has(row.key) && this.elements.has(row.key)) kept.set(row.key, this.elements.get(row.key));
    this.elements = kept;
    this.body.replaceChildren(...visible.map((row) => kept.get(row.key)));
    this.visible = visible;
    if (!this.shown.has(this.selected)) this.selected = "";
    this.update();
    if (focused && kept.get(focused)?.isConnected) kept.get(focused).focus();
  }

  make(row) {
    const element = document.createElement("tr");
    element.setAttribute("role", "row");
    element.setAttribute("aria-level", String(row.level));
    element.dataset.key = row.key;
    const head = document.createElement("th");
    head.scope = "row";
    head.setAttribute("role", "rowheader");
    head.className = `level-${Math.min(row.level, 9)}`;
    const label = document.createElement("span");
    label.className = "label";
    label.append(row.name);
    head.append(label);
    element.append(head);
    for (const kind of [...STATES, "", "", "", ""]) {
      const cell = element.insertCell();
      cell.setAttribute("role", "gridcell");
      cell.className = `n ${kind}`;
    }
    return element;
  }

  /** Fills the cells of what is visible. */
  update() {
    const sums = this.sum();
    for (const row of this.visible) {
      const element = this.elements.get(row.key);
      const now = this.shown.get(row.key) ?? row;
      const below = this.children.get(row.key)?.length;
      const folded = Boolean(below) && !this.open.has(row.key) && !this.words;
      const values = folded ? sums.get(row.key) : now;
      element.classList.toggle("sum", folded);
      if (below) element.setAttribute("aria-expanded", String(!folded));
      else element.removeAttribute("aria-expanded");
      element.setAttribute("aria-selected", String(row.key === this.selected));
      element.tabIndex = row.key === (this.selected || this.visible[0].key) ? 0 : -1;
      element.firstElementChild.firstElementChild.textContent = this.words ? row.key : row.name;
      const texts = [...STATES.map((state) => (values[state] ? number(values[state]) : "")), values.rate ? number(values.rate) : "", seconds(now.weight), seconds(now.number), seconds(values.oldest)];
      for (const [at, text] of texts.entries()) {
        const cell = element.cells[at + 1];
        if (cell.textContent !== text) cell.textContent = text;
      }
    }
  }

  /** Of every row with all that is below it; children come after their parents. */
  sum() {
    const sums = new Map();
    const rows = [...this.shown.values()];
    for (const row of rows) sums.set(row.key, { ...row });
    for (const row of rows.sort((one, other) => other.level - one.level)) {
      const parent = sums.get(row.parent), own = sums.get(row.key);
      if (!parent) continue;
      for (const state of STATES) parent[state] += own[state];
      parent.rate += own.rate;
      if (own.oldest !== null) parent.oldest = Math.max(parent.oldest ?? 0, own.oldest);
    }
    return sums;
  }

  choose(key) {
    this.selected = key;
    this.update();
    this.elements.get(key)?.focus();
    this.onChoice();
  }

  toggle(key, open) {
    if (open) this.open.add(key);
    else this.open.delete(key);
    this.layOut();
    this.elements.get(key)?.focus();
  }

  onClick(event) {
    const element = event.target.closest("tr");
    if (!element) return;
    const key = element.dataset.key;
    const onSign = event.target.closest(".label") && event.offsetX < 18 && element.hasAttribute("aria-expanded");
    if (onSign) this.toggle(key, !this.open.has(key));
    this.choose(!onSign && this.selected === key ? "" : key);
  }

  onKey(event) {
    const element = event.target.closest("tr");
    if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = element.dataset.key;
    const at = this.visible.findIndex((row) => row.key === key);
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.visible.length - 1, PageDown: Math.min(at + 10, this.visible.length - 1), PageUp: Math.max(at - 10, 0) };
    if (event.key in moves) {
      const next = this.visible[moves[event.key]];
      if (next) this.choose(next.key);
    } else if (event.key === "ArrowRight") {
      if (element.getAttribute("aria-expanded") === "false") this.toggle(key, true);
      else if (this.children.get(key)?.length) this.choose(this.children.get(key)[0].key);
    } else if (event.key === "ArrowLeft") {
      if (element.getAttribute("aria-expanded") === "true") this.toggle(key, false);
      else if (this.shown.get(key)?.parent) this.choose(this.shown.get(key).parent);
    } else if (event.key === " ") this.choose(key);
    else if (event.key === "Escape") {
      this.selected = "";
      this.update();
      this.onChoice();
    } else return;
    event.preventDefault();
  }
}
