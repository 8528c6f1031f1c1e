/** Runs: those that this console has started, with the ends of their logs while they grow; and those that have ended. */
import { command, make, question } from "./dialog.js";
import { ask, moments, notify, number, say, seconds, visible } from "./session.js";
import { follow } from "./stream.js";

/** A browser follows so many topics at most; of more runs the newest are seen live. */
const MOST = 50;
const EVERY = 3000;

class Runs extends HTMLElement {
  connectedCallback() {
    for (const row of [...this.querySelectorAll("[data-run]")].slice(0, MOST)) this.watch(row);
    for (const button of this.querySelectorAll("[data-end]")) button.addEventListener("click", () => this.end(button.dataset.end));
    if (!new URLSearchParams(location.search).has("after")) setInterval(() => this.look(), EVERY);
  }

  /** @param {HTMLElement} row of a run that this console has started */
  watch(row) {
    const leave = follow(`run:${row.dataset.run}`, (told) => {
      if (!told.lines) return;
      row.querySelector("pre").textContent = visible(told.lines.join("\n"));
      if (told.running) return;
      row.querySelector(".state").replaceWith(make("span", { class: `state ${told.status ? "dead" : "ready"}` }, say("ended_with", { code: told.status })));
      row.querySelector("[data-end]")?.parentElement.replaceChildren();
      leave();
    });
  }

  /** @param {string} id of a run that this console has started */
  async end(id) {
    try {
      const plan = await ask(`runs/${id}/end`, {});
      const waiting = plan.waiting ? [make("p", {}, say(plan.kept ? "waiting_kept" : "waiting_lost", { tasks: number(plan.waiting) }))] : [];
      const parts = [make("p", {}, say("would_end")), ...waiting, ...command(plan.command)];
      if ((await question(say("ordered", { action: say("end_job"), place: plan.name }), ...parts)) === null) return;
      await ask(`runs/${id}/apply`, { plan: plan.plan });
      notify(say("ending", { name: plan.name }));
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
    }
  }

  /** Those that have ended meanwhile come to the others. */
  async look() {
    const told = document.hidden ? null : await ask("runs?count=50").catch(() => null);
    if (!told) return;
    const body = this.querySelector("[data-ended] tbody");
    const known = new Set([...body.rows].map((row) => row.dataset.id));
    const heads = [...this.querySelectorAll("[data-ended] th")].map((head) => head.textContent);
    const fresh = told.runs.filter((run) => !known.has(run.id));
    body.prepend(...fresh.map((run) => rowOf(run, heads)));
    const form = this.querySelector("[data-compare]");
    for (const select of form.querySelectorAll("select")) select.prepend(...fresh.map((run) => make("option", { value: run.id }, visible(run.id))));
    if (form.hidden && body.rows.length > 1) {
      form.hidden = false;
      form.elements.one.selectedIndex = 1;
      form.elements.other.selectedIndex = 0;
    }
    this.querySelector("[data-ended]").hidden = !body.rows.length;
    this.querySelector("[data-none]").hidden = Boolean(body.rows.length);
  }
}

/** @param {any} run @param {string[]} heads of the columns */
function rowOf(run, heads) {
  const link = (kind, id) => make("a", { href: `/${kind}/${encodeURIComponent(id)}` }, visible(id));
  const when = new Date(run.ended * 1000);
  const counts = ["response_received_count", "item_scraped_count", "log_count/ERROR"].map((name) => number(run.stats[name] ?? 0));
  const time = make("time", { datetime: when.toISOString(), title: when.toISOString() }, moments.format(when));
  const cells = [link("runs", run.id), link("crawls", run.name), time, seconds(run.ended - run.started), visible(run.reason), ...counts];
  const looks = ["name", "name", "", "n", "", "n", "n", "n"];
  return make("tr", { "data-id": run.id }, ...cells.map((cell, at) => make("td", { class: looks[at], ...(at ? { "data-head": heads[at] } : {}) }, cell)));
}

if (!customElements.get("bt-runs")) customElements.define("bt-runs", Runs);
