/** The review of an inference: choices, proving again in a process that can be ended, and taking what came. */
import { command, diff, make, marked, question } from "./dialog.js";
import { ask, goOn, notify, number, say, visible } from "./session.js";
import { follow } from "./stream.js";

class Inference extends HTMLElement {
  connectedCallback() {
    this.path = `inferences/${encodeURIComponent(this.dataset.name)}`;
    this.job = this.querySelector("[data-job]");
    this.querySelector("[data-prove]")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.prove(event.target.elements);
    });
    this.querySelector("[data-taking]")?.addEventListener("click", () => this.take());
    if (this.querySelector("[data-code]")) this.showCode();
    this.querySelector("[data-write]")?.addEventListener("click", () => this.writeCode());
    addEventListener("hashchange", () => this.reveal());
    this.reveal();
    if (this.dataset.proof && this.dataset.ready !== "yes") this.watch(this.dataset.proof);
  }

  /** What an address points at is opened. */
  reveal() {
    const element = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    const details = element?.closest("details");
    if (!details) return;
    details.open = true;
    element.scrollIntoView({ block: "center" });
  }

  choices(kind) {
    return [...this.querySelectorAll("[data-choice]")].filter((each) => each.value === kind).map((each) => each.dataset.choice);
  }

  origins() {
    const chosen = [...this.querySelectorAll("[data-origin]")].filter((each) => each.value !== each.dataset.was);
    return chosen.map((each) => `${each.dataset.origin}=${each.value}`);
  }

  async prove({ want, row, columns, level, replays }) {
    await this.guarded(async () => {
      const wanted = { keep: this.choices("keep"), drop: this.choices("drop"), origin: this.origins(), want: want.value.split("\n").map((each) => each.trim()).filter(Boolean), row: row.value, columns: columns.value, level: level.value, replays: Number(replays.value) };
      const plan = await ask(`${this.path}/prove`, wanted);
      const methods = Object.entries(plan.methods).map(([method, count]) => `${method} ×${count}`).join(", ");
      const parts = [make("p", {}, say("would_send", { replays: number(plan.replays), hosts: plan.hosts.join(", ") || "–" })), ...(methods ? [make("p", {}, say("each_sends", { methods, requests: number(plan.most_requests) }))] : []), ...(plan.goes_on ? [make("p", {}, say("goes_on"))] : []), make("ul", { class: "plain" }, ...plan.requests.map((each) => make("li", { class: plan.changing.includes(each) ? "fault" : "" }, make("code", {}, each))))];
      let field = null;
      if (plan.typed) {
        field = make("textarea", { rows: "1", "aria-label": say("type", { word: plan.typed }) });
        parts.push(make("p", { class: "fault" }, say("would_change_site")), make("p", {}, say("type", { word: plan.typed })), field);
      }
      parts.push(...command(plan.command));
      const told = await question(say("ordered", { action: say("prove_again"), place: this.dataset.name }), ...parts);
      if (told === null) return;
      const job = await ask(`${this.path}/apply`, { plan: plan.plan, typed: told.trim() });
      this.watch(job.id);
    });
  }

  /** Tells how far it is until it is over. */
  watch(id) {
    const end = make("button", { type: "button" }, say("end_job"));
    end.addEventListener("click", () => this.guarded(() => ask(`jobs/${id}/end`, {})));
    const lines = make("pre", { tabindex: "0" });
    this.job.replaceChildren(make("p", {}, say("proving"), " ", end), lines);
    const leave = follow(`job:${id}`, (told) => {
      if (!told.lines) return;
      lines.textContent = visible(told.lines.join("\n"));
      if (told.running) return;
      leave();
      if (told.ready) location.assign(`?proof=${id}`);
      else end.remove();
    });
  }

  /** The files that code would be written into. */
  patches(plan) {
    const shown = plan.files.map((file) => make("details", { open: "" }, make("summary", {}, make("code", {}, file.path)), file.diff ? diff(file.diff) : say("nothing")));
    if (!shown.length) shown.push(make("p", {}, say("no_code")));
    if (plan.kept.length) shown.push(make("p", { class: "warning" }, say("kept_by_hand", { files: plan.kept.join(", ") })));
    return shown;
  }

  async showCode() {
    const place = this.querySelector("[data-code]");
    try {
      const plan = await ask(`${this.path}/code`, {});
      place.replaceChildren(...this.patches(plan));
      this.querySelector("[data-write]").hidden = !plan.files.length;
    } catch (error) {
      place.replaceChildren(make("p", { class: "fault" }, error.message));
    }
  }

  async writeCode() {
    await this.guarded(async () => {
      const plan = await ask(`${this.path}/code`, {});
      const parts = [...this.patches(plan), ...command(plan.command)];
      const file = plan.files.map((each) => each.path).join(", ");
      if ((await question(say("would_change", { file }), ...parts)) === null) return;
      const { files } = await ask(`${this.path}/apply`, { plan: plan.plan });
      notify(say("written", { files: files.join(", ") }));
      await this.showCode();
    });
  }

  async take() {
    await this.guarded(async () => {
      const plan = await ask(`${this.path}/take`, { proof: this.dataset.proof });
      const parts = [plan.diff ? diff(plan.diff) : say("nothing"), ...command(plan.command)];
      if (plan.faults.length) parts.push(make("p", { class: "fault" }, ...marked(say("then_faults", { faults: plan.faults.join("; ") }))));
      if ((await question(say("would_change", { file: this.dataset.name }), ...parts)) === null) return;
      await ask(`${this.path}/apply`, { plan: plan.plan });
      goOn(say("saved"), location.pathname);
    });
  }

  async guarded(act) {
    try {
      await act();
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
    }
  }
}

if (!customElements.get("bt-inference")) customElements.define("bt-inference", Inference);
