/** One crawl, live: its outline, what runs, workers, orders, and the last ten minutes. */
import { make } from "./dialog.js";
import { keepDispatch } from "./dispatch.js";
import { Outline } from "./outline.js";
import { give, placeOf } from "./orders.js";
import { ask, language, number, place, say, seconds, visible } from "./session.js";
import { follow } from "./stream.js";
import { draw, LINES } from "./timeline.js";

const STALE = 3;
const TRENDS = 20000;
const MOST_RUNNING = 100;
const times = new Intl.DateTimeFormat(language, { timeStyle: "medium" });

class Crawl extends HTMLElement {
  connectedCallback() {
    const table = this.querySelector("[data-outline]");
    this.outline = table ? new Outline(table, JSON.parse(this.querySelector("[data-rows]").textContent), Number(this.dataset.at), () => this.showChoice()) : null;
    this.samples = [];
    this.trouble = this.querySelector("[data-stale]").textContent.trim();
    this.moment = null;
    this.rest = 0;
    this.seen = performance.now();
    if (!this.hasAttribute("data-living")) return;
    this.addEventListener("click", (event) => this.onClick(/** @type {HTMLElement} */ (event.target)));
    document.addEventListener("keydown", (event) => this.onKey(event));
    const search = this.querySelector("[data-search]");
    search?.addEventListener("input", () => this.outline.search(search.value));
    const range = this.querySelector("[data-moment]");
    range.addEventListener("input", () => this.lookBack(Number(range.value)));
    follow(`crawl:${this.dataset.id}`, (event) => this.onEvent(event));
    const dispatch = this.querySelector("[data-dispatch]");
    if (dispatch) keepDispatch(dispatch, this.dataset.id);
    this.readHistory();
    this.timer = setInterval(() => this.tick(), 1000);
    setInterval(async () => {
      if (!document.hidden) this.showTrends(await ask(`crawls/${encodeURIComponent(this.dataset.id)}/history`).catch(() => ({})));
    }, TRENDS);
    const canvas = this.querySelector("[data-timeline]");
    for (const kind of ["pointerdown", "pointermove"]) canvas.addEventListener(kind, (event) => this.onDrag(event));
    new ResizeObserver(() => this.drawTimeline()).observe(canvas);
    this.showChoice();
  }

  onEvent(event) {
    if (event.lost) return;
    this.trouble = event.error;
    if (event.error) {
      this.tick();
      return;
    }
    this.seen = performance.now();
    this.showAsked("");
    this.at = event.at;
    this.rest = event.rest;
    if (event.snapshot?.ended && this.moment === null) {
      location.reload(); // it is over, and shown as its record has it
      return;
    }
    if (event.snapshot) this.snapshot = event.snapshot;
    if (!this.outline && event.nodes.length) {
      location.reload(); // the first nodes have come
      return;
    }
    this.outline?.keep(event.nodes, event.gone, event.whole);
    if (event.whole) this.querySelector("[data-left]")?.remove();
    if (this.moment === null) {
      this.outline?.show(this.at);
      this.showSnapshot();
    }
    this.addSample();
    this.showStale("");
  }

  tick() {
    const age = (performance.now() - this.seen) / 1000;
    const isOld = age > STALE + this.rest;
    if (isOld || this.trouble) this.showStale([this.trouble, isOld ? say("stale", { age: seconds(age) }) : ""].filter(Boolean).join(" · "));
    this.showAsked("");
  }

  /** @param {string} told empty: what is shown is current */
  showStale(told) {
    const text = visible(told);
    const notice = this.querySelector("[data-stale]");
    if (notice.textContent !== text) notice.textContent = text;
    notice.hidden = !text;
    this.classList.toggle("stale-snapshot", Boolean(text));
    for (const button of this.querySelectorAll("[data-order]")) button.disabled = Boolean(text);
  }

  showSnapshot() {
    const snapshot = this.snapshot;
    if (!snapshot) return;
    this.showTotals(snapshot.tasks);
    const crawl = `/crawls/${encodeURIComponent(this.dataset.id)}`;
    const rows = this.outline ? this.outline.running() : [];
    fill(this.querySelector("[data-now]"), rows.slice(0, MOST_RUNNING).map((row) => [link(`${crawl}/tasks?state=running&node=${encodeURIComponent(row.node)}`, place(row.node) || row.tree, row.key), " ", strong(number(row.running))]));
    const orders = [
      ...snapshot.orders.pauses.map((each) => [state(each.paused ? "paused" : "ready"), ` ${each.node ?? each.tree ?? say("everything")}`]),
      ...snapshot.orders.boosts.map((each) => [state("boost"), ` ${each.node ?? each.tree ?? say("everything")} ${seconds(each.seconds)}`]),
    ];
    fill(this.querySelector("[data-standing]"), orders);
    fill(this.querySelector("[data-resources]"), snapshot.resources.map((each) => [
      `${each.name}: ${each.holders.length} / ${each.limit}`,
      ...each.holders.flatMap((holder) => [" ", link(`${crawl}/tasks/${holder.task}`, String(holder.task))]),
      each.waiting ? ` · ${say("wait", { count: number(each.waiting) })}` : "",
    ]));
    this.querySelector("[data-resources]").parentElement.hidden = !snapshot.resources.length;
    fill(this.querySelector("[data-shared]"), snapshot.shared.map((each) => [say("shared", { node: each.node, ready: number(each.ready), making: number(each.making) })]));
    this.querySelector("[data-shared]").parentElement.hidden = !snapshot.shared.length;
    const body = this.querySelector("[data-workers] tbody");
    body.replaceChildren(...snapshot.workers.map((worker) => {
      const row = document.createElement("tr");
      row.className = worker.alive ? "" : "silent";
      const cells = [`${worker.host ?? worker.name} ${worker.pid ?? ""}`, `${number(worker.leases)}${typeof worker.capacity?.allowed !== "number" ? "" : ` / ${number(worker.capacity.allowed)}`}`, number(worker.pages_per_second), number(worker.items_per_second), worker.round_trip === null ? "" : `${number(worker.round_trip * 1000)} ms`];
      for (const [at, text] of cells.entries()) {
        const cell = row.insertCell();
        cell.className = at ? "n" : "";
        cell.textContent = visible(text);
      }
      if (!worker.alive) row.cells[0].append(" ", state("stale"));
      if (worker.foreign.length) row.cells[0].append(" ", make("span", { class: "state stale" }, visible(say("foreign", { parts: worker.foreign.join(", ") }))));
      return row;
    }));
  }

  showTotals(tasks) {
    for (const total of this.querySelectorAll("[data-total]")) {
      const text = number(tasks[total.dataset.total]);
      if (total.textContent !== text) total.textContent = text;
    }
  }

  showChoice() {
    const row = this.outline?.chosen();
    const shown = this.querySelector("[data-selected]");
    if (shown) shown.textContent = row ? visible(placeOf(this.outline.targetOf(row))) : say("everything");
  }

  /** @param {HTMLElement} target */
  onClick(target) {
    const order = target.closest("[data-order]");
    if (order) this.order(order.dataset.order);
    if (target.closest("[data-back]")) this.lookBack(null);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/** @type {HTMLElement} */ (event.target).closest("input, textarea, select")) return;
    const action = { p: "pause", r: "resume", b: "boost", s: "stop" }[event.key];
    if (action && this.querySelector(`[data-order="${action}"]`)) {
      event.preventDefault();
      this.order(action);
    } else if (event.key.startsWith("Arrow") && document.activeElement === document.body) {
      if (this.outline?.enter()) event.preventDefault();
    } else if (event.key === "Enter" && this.outline?.chosen() && document.activeElement?.closest("[data-outline]")) {
      const target = new URLSearchParams(this.outline.targetOf(this.outline.chosen()));
      location.assign(`/crawls/${encodeURIComponent(this.dataset.id)}/tasks?${target}`);
    }
  }

  /** @param {string} action */
  async order(action) {
    const row = action === "purge" ? null : this.outline?.chosen();
    await give(this.dataset.id, "orders", { action, ...(row ? this.outline.targetOf(row) : {}) }, (doing) => {
      this.asked = { key: row?.key, isAnswered: false };
      this.showAsked(say("asked"));
      doing.catch(() => {}).then(() => { this.asked.isAnswered = true; });
    });
  }

  /** @param {string} text at the row that was ordered, or at everything; empty: the frontier's own news stand there */
  showAsked(text) {
    if (!text && !this.asked?.isAnswered) return;
    const { key } = this.asked;
    if (!text) this.asked = null;
    if (key) this.outline.ask(key, text);
    else if (text) this.querySelector("[data-selected]").textContent = text;
    else this.showChoice();
  }

  async readHistory() {
    const told = await ask(`crawls/${encodeURIComponent(this.dataset.id)}/history`).catch(() => ({ samples: [] }));
    this.samples = told.samples;
    this.drawTimeline();
    this.showTrends(told);
  }

  showTrends(told) {
    if (!this.outline || !told.trends) return;
    this.outline.trends = told.trends;
    if (this.moment === null) this.outline.show(this.at ?? this.outline.at);
  }

  addSample() {
    const last = this.samples[this.samples.length - 1];
    if (!this.snapshot || (last && this.at - last.at < 2)) return;
    const rate = this.snapshot.workers.reduce((sum, worker) => sum + (worker.alive ? (worker.pages_per_second ?? 0) : 0), 0);
    this.samples.push({ at: this.at, tasks: this.snapshot.tasks, pages_per_second: rate });
    while (this.samples[0].at < this.at - 600) this.samples.shift();
    this.drawTimeline();
  }

  drawTimeline() {
    const range = this.querySelector("[data-moment]");
    if (this.moment === null) {
      range.max = String(Math.max(this.samples.length - 1, 0));
      range.value = range.max;
    }
    draw(this.querySelector("[data-timeline]"), this.samples, this.moment);
    this.showLegend();
  }

  /** What the lines of the timeline say at the time that is looked at, and since when they are drawn. */
  showLegend() {
    const last = this.samples[this.samples.length - 1];
    if (!last) return;
    const sample = this.samples.find((each) => each.at === this.moment) ?? last;
    for (const shown of this.querySelectorAll("[data-line]")) {
      const value = LINES[shown.dataset.line];
      shown.textContent = say("of_most", { value: number(value(sample)), most: number(Math.max(...this.samples.map(value))) });
    }
    this.querySelector("[data-span]").textContent = `${times.format(new Date(this.samples[0].at * 1000))} – ${times.format(new Date(last.at * 1000))}`;
  }

  /** @param {PointerEvent} event */
  onDrag(event) {
    if (!event.buttons || this.samples.length < 2) return;
    if (event.type === "pointerdown") event.target.setPointerCapture(event.pointerId);
    const share = (event.offsetX - 4) / (event.target.clientWidth - 8);
    const [first, last] = [this.samples[0].at, this.samples[this.samples.length - 1].at];
    const after = this.samples.findIndex((sample) => sample.at >= first + share * (last - first));
    const index = after < 0 ? this.samples.length - 1 : after;
    this.querySelector("[data-moment]").value = String(index);
    this.lookBack(index);
  }

  /** @param {number | null} index of the sample; null: live again */
  async lookBack(index) {
    const sample = index === null || index >= this.samples.length - 1 ? null : this.samples[index];
    this.moment = sample?.at ?? null;
    const back = this.querySelector("[data-back]");
    back.hidden = !sample;
    this.drawTimeline();
    if (!sample) {
      this.outline?.show(this.at);
      this.showSnapshot();
      return;
    }
    back.textContent = `${say("then", { time: times.format(new Date(sample.at * 1000)) })} · ${say("live")}`;
    this.showTotals(sample.tasks);
    const told = await ask(`crawls/${encodeURIComponent(this.dataset.id)}/history?at=${sample.at}`).catch(() => null);
    if (told && this.moment === sample.at) this.outline?.show(sample.at, told.nodes);
  }
}

/** @param {Element} list @param {(Node | string)[][]} rows */
function fill(list, rows) {
  const items = rows.length ? rows : [[say("nothing")]];
  list.replaceChildren(...items.map((parts) => {
    const item = document.createElement("li");
    if (!rows.length) item.className = "quiet";
    item.append(...parts.map((part) => (typeof part === "string" ? visible(part) : part)));
    return item;
  }));
}

/** @param {string} href @param {string} text */
function link(href, text, title = "") {
  const element = document.createElement("a");
  element.href = href;
  if (title) element.title = visible(title);
  element.append(visible(text));
  return element;
}

/** @param {string} text */
function strong(text) {
  const element = document.createElement("b");
  element.append(text);
  return element;
}

/** @param {string} name */
function state(name) {
  const element = document.createElement("span");
  element.className = `state ${name}`;
  element.append(say(`state_${name}`));
  return element;
}

customElements.define("bt-crawl", Crawl);
