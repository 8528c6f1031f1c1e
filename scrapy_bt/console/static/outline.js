/** The nodes of a crawl as a treegrid: folded rows show the sums of what is below them. */
import { arrange, blankRow, compareNames, drawTrend, gap, put, STATES } from "./outlinerows.js";
import { number, seconds, visible } from "./session.js";

/** With more rows than this, only those that can be seen, and some beside them, stand in the document. */
const MOST = 150;
const BESIDE = 20;

/** Owns the body of a table that the server has made. */
export class Outline {
  /** @param {HTMLTableElement} table @param {any[]} rows @param {number} at @param {() => void} onChoice */
  constructor(table, rows, at, onChoice) {
    this.table = table;
    /** When the rows were as they are shown. */
    this.at = at;
    this.box = /** @type {HTMLElement} */ (table.parentElement);
    this.body = table.tBodies[0];
    this.onChoice = onChoice;
    /** @type {Map<string, any>} */
    this.rows = new Map(rows.map((row) => [row.key, row]));
    /** @type {Map<string, HTMLTableRowElement>} those in the document */
    this.elements = new Map();
    this.open = new Set();
    /** Rows below which some have come since the server told all in their order. */
    this.grown = new Set();
    this.selected = "";
    this.words = "";
    /** @type {Record<string, number[]>} executions a second of the last minutes, by key */
    this.trends = {};
    for (const element of this.body.rows) {
      this.elements.set(element.dataset.key, element);
      if (element.hasAttribute("data-open")) this.open.add(element.dataset.key);
    }
    this.height = Math.max(20, this.body.getBoundingClientRect().height / Math.max(1, this.body.rows.length));
    this.gaps = [gap(), gap()];
    this.shown = this.rows;
    /** Whether rows have come or gone since they were laid out. */
    this.isOther = false;
    this.box.addEventListener("click", (event) => this.onClick(event));
    this.box.addEventListener("keydown", (event) => this.onKey(event));
    this.box.addEventListener("scroll", () => this.later());
    this.layOut();
  }

  /** Takes news without showing them. */
  keep(nodes, gone, whole) {
    if (whole) {
      this.rows = new Map();
      this.grown.clear();
    }
    for (const row of nodes) {
      if (!whole && !this.rows.has(row.key)) {
        this.grown.add(row.parent);
        this.isOther = true;
      }
      this.rows.set(row.key, row);
      if (!this.laid.has(row.key) && row.level < 3) this.open.add(row.parent);
    }
    for (const key of gone) this.isOther = this.rows.delete(key) || this.isOther;
  }

  /** @param {number} at @param {any[]} [then] rows of another time; none: those of now */
  show(at, then) {
    this.at = at;
    const shown = then ? new Map(then.map((row) => [row.key, row])) : this.rows;
    const isSame = shown === this.shown && !this.isOther;
    this.shown = shown;
    this.sums = null;
    if (isSame) this.draw();
    else this.layOut();
  }

  running() {
    return [...this.rows.values()].filter((row) => row.running);
  }

  /** @param {string} key of a row that an order is on its way to @param {string} text empty: it has come */
  ask(key, text) {
    this.asked = text ? { key, text } : null;
    this.draw();
  }

  chosen() {
    return this.shown.get(this.selected) ?? null;
  }

  /** @param {string} text */
  search(text) {
    this.words = text.trim().toLowerCase();
    this.layOut();
  }

  /** What an order for a row is for: that which it counts. */
  targetOf(row) {
    if (!row.node) return { tree: row.tree };
    const isAll = this.children.get(row.key)?.length && !(row.is_place && this.open.has(row.key));
    const node = { node: isAll ? `${row.node}/` : row.node };
    return this.children.get("").length > 1 ? { ...node, tree: row.tree } : node;
  }

  /** The rows in their order, without those in folded ones. */
  layOut() {
    const children = new Map();
    for (const row of this.shown.values()) {
      if (!children.has(row.parent)) children.set(row.parent, []);
      children.get(row.parent).push(row);
    }
    for (const key of this.grown) children.get(key)?.sort(compareNames);
    this.isOther = false;
    this.children = children;
    this.laid = new Set(this.shown.keys());
    this.sums = null;
    this.visible = [];
    const visit = (row) => {
      this.visible.push(row);
      if (this.open.has(row.key)) for (const child of children.get(row.key) ?? []) visit(child);
    };
    if (this.words) this.visible = [...this.shown.values()].filter((row) => row.key.toLowerCase().includes(this.words));
    else for (const row of children.get("") ?? []) visit(row);
    if (!this.shown.has(this.selected)) this.selected = "";
    this.draw();
  }

  later() {
    if (this.waiting || this.visible.length <= MOST) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw(true);
    });
  }

  /**
   * Puts the rows that can be seen into the document, with what they say now.
   * @param {boolean} [isScrolled] nothing is new but the place
   */
  draw(isScrolled = false) {
    const count = this.visible.length;
    const isLong = count > MOST;
    this.table.classList.toggle("long", isLong);
    this.box.classList.toggle("window", isLong);
    this.box.classList.toggle("live", isLong);
    if (isLong) this.table.setAttribute("aria-rowcount", String(count + 1));
    else this.table.removeAttribute("aria-rowcount");
    const room = Math.ceil(this.box.clientHeight / this.height) + 2 * BESIDE;
    const first = isLong ? Math.max(0, Math.min(count - room, Math.floor(this.box.scrollTop / this.height) - BESIDE)) : 0;
    const end = isLong ? Math.min(count, first + room) : count;
    const focused = this.body.contains(document.activeElement) ? document.activeElement.closest("tr").dataset.key : null;
    const visible = this.visible.slice(first, end);
    const kept = new Map(visible.map((row) => [row.key, this.elements.get(row.key)]));
    const spare = [...this.elements].filter(([key]) => !kept.has(key)).map(([, element]) => element);
    for (const element of spare) element.remove();
    const made = visible.filter((row) => !kept.get(row.key));
    for (const row of made) kept.set(row.key, this.make(row, spare.pop()));
    if (isLong) {
      for (const [at, row] of visible.entries()) put(kept.get(row.key), "aria-rowindex", String(first + at + 2));
      this.gaps[0].firstElementChild.style.setProperty("height", `${first * this.height}px`);
      this.gaps[1].firstElementChild.style.setProperty("height", `${(count - end) * this.height}px`);
    }
    arrange(this.body, isLong ? [this.gaps[0], ...kept.values(), this.gaps[1]] : [...kept.values()]);
    if (focused) {
      const place = kept.get(focused) ?? this.box;
      if (document.activeElement !== place) place.focus({ preventScroll: true });
    }
    this.elements = kept;
    for (const row of isScrolled ? made : visible) this.fill(row, row === visible[0]);
  }

  /** @param {HTMLTableRowElement} [element] of a row that is not seen any more */
  make(row, element = blankRow()) {
    element.setAttribute("aria-level", String(row.level));
    element.dataset.key = row.key;
    element.firstElementChild.className = `level-${Math.min(row.level, 9)}`;
    return element;
  }

  /** @param {boolean} isFirst of those in the document */
  fill(row, isFirst) {
    const element = this.elements.get(row.key);
    const now = this.shown.get(row.key) ?? row;
    const below = this.children.get(row.key)?.length;
    const folded = Boolean(below) && !this.open.has(row.key) && !this.words;
    if (folded) this.sums ??= this.sum();
    const values = folded ? this.sums.get(row.key) : now;
    element.classList.toggle("sum", folded);
    element.classList.toggle("paused", now.is_paused);
    if (this.asked?.key === row.key) element.dataset.asked = this.asked.text;
    else delete element.dataset.asked;
    if (below) put(element, "aria-expanded", String(!folded));
    else element.removeAttribute("aria-expanded");
    put(element, "aria-selected", String(row.key === this.selected));
    put(element, "tabindex", (this.elements.has(this.selected) ? row.key === this.selected : isFirst) ? "0" : "-1");
    const label = element.firstElementChild.firstElementChild;
    const name = visible(this.words ? row.key : row.name);
    if (label.textContent !== name) label.textContent = name;
    put(label, "title", visible(row.key));
    const texts = [...STATES.map((state) => (values[state] ? number(values[state]) : "")), values.rate ? number(values.rate) : "", seconds(now.weight), seconds(now.number), seconds(values.since === null ? null : Math.max(0, this.at - values.since))];
    for (const [at, text] of texts.entries()) {
      const cell = element.cells[at + 1];
      if (cell.textContent !== text) cell.textContent = text;
    }
    drawTrend(element.lastElementChild, folded ? values.trend : this.trends[row.key]);
  }

  /** Of every row with all that is below it. */
  sum() {
    const sums = new Map();
    /** @type {any[][]} */
    const levels = [];
    for (const row of this.shown.values()) {
      (levels[row.level] ??= []).push(row);
      const own = { rate: row.rate, since: row.since, trend: this.trends[row.key] };
      for (const state of STATES) own[state] = row[state];
      sums.set(row.key, own);
    }
    for (const row of levels.reverse().flat()) {
      const parent = sums.get(row?.parent);
      if (!parent) continue;
      const own = sums.get(row.key);
      for (const state of STATES) parent[state] += own[state];
      parent.rate += own.rate;
      if (own.trend) parent.trend = own.trend.map((rate, at) => rate + (parent.trend?.[at] ?? 0));
      if (own.since !== null) parent.since = Math.min(parent.since ?? own.since, own.since);
    }
    return sums;
  }

  /** The row that the arrow keys go on from. @returns {boolean} whether there is one */
  enter() {
    const key = this.selected || this.visible[0]?.key;
    if (key) this.choose(key);
    return Boolean(key);
  }

  choose(key) {
    this.selected = key;
    this.reveal(key);
    this.onChoice();
  }

  /** Scrolls a row into sight, and gives it the focus. */
  reveal(key) {
    const at = this.visible.findIndex((row) => row.key === key);
    if (at >= 0 && this.visible.length > MOST) {
      const top = at * this.height;
      const sight = this.box.clientHeight - 2 * this.height;
      if (top < this.box.scrollTop) this.box.scrollTop = top;
      else if (top > this.box.scrollTop + sight) this.box.scrollTop = top - sight;
    }
    this.draw();
    this.elements.get(key)?.focus({ preventScroll: this.visible.length > MOST });
  }

  toggle(key, open) {
    if (open) this.open.add(key);
    else this.open.delete(key);
    this.layOut();
    this.reveal(key);
  }

  onClick(event) {
    const element = event.target.closest("tr[data-key]");
    if (!element) return;
    const key = element.dataset.key;
    const onSign = event.target.closest(".label") && event.offsetX < 18 && element.hasAttribute("aria-expanded");
    if (onSign) this.toggle(key, !this.open.has(key));
    this.choose(!onSign && this.selected === key ? "" : key);
  }

  onKey(event) {
    const key = event.target.closest("tr")?.dataset.key ?? this.selected;
    if (!this.shown.has(key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const below = this.children.get(key)?.length && !this.words;
    const at = this.visible.findIndex((row) => row.key === key);
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.visible.length - 1, PageDown: Math.min(at + 10, this.visible.length - 1), PageUp: Math.max(at - 10, 0) };
    if (event.key in moves) {
      const next = this.visible[moves[event.key]];
      if (next) this.choose(next.key);
    } else if (event.key === "ArrowRight") {
      if (below && !this.open.has(key)) this.toggle(key, true);
      else if (below) this.choose(this.children.get(key)[0].key);
    } else if (event.key === "ArrowLeft") {
      if (below && this.open.has(key)) this.toggle(key, false);
      else if (this.shown.get(key)?.parent) this.choose(this.shown.get(key).parent);
    } else if (event.key === " ") this.choose(key);
    else if (event.key === "Escape") {
      this.selected = "";
      this.draw();
      this.onChoice();
    } else return;
    event.preventDefault();
  }
}
