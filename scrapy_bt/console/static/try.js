/** A rule tried on a page while it is written: marks in the page, the nine steps beneath, proposals from examples. */
import { change } from "./change.js";
import { make, question } from "./dialog.js";
import "./editor.js";
import "./page.js";
import { ask, notify, number, say } from "./session.js";
import "./source.js";
import { showAll, showGroups, showTag } from "./steps.js";

const WAIT = 120;

class Try extends HTMLElement {
  connectedCallback() {
    const { name, edits } = this.dataset;
    this.rule = name;
    this.mayEdit = edits === "yes";
    this.editor = this.querySelector("bt-editor");
    this.rendered = this.querySelector("bt-page");
    this.source = this.querySelector("bt-source");
    this.choice = this.querySelector("[data-choice]");
    this.under = new AbortController();
    this.editor.begin({ kind: "rules", name, edits: this.mayEdit, told: (faults) => this.showFaults(faults) });
    this.editor.addEventListener("edited", (event) => this.onEdit(event.detail.isText));
    this.choice.addEventListener("change", (event) => (event.target.name === "page" ? this.open() : this.run(event.target.name === "tag")));
    this.choice.addEventListener("submit", (event) => event.preventDefault());
    this.rendered.addEventListener("chosen", (event) => this.propose({ at: [event.detail] }));
    for (const button of this.querySelectorAll("[data-view]")) button.addEventListener("click", () => this.view(button.dataset.view));
    this.querySelector("[data-take]").addEventListener("submit", (event) => {
      event.preventDefault();
      const { value } = event.target.elements.take;
      if (value.trim()) this.propose({ take: value.split("|").map((each) => each.trim()).filter(Boolean) });
    });
    this.querySelector("[data-all]").addEventListener("click", () => this.runAll());
    this.querySelector("[data-give]")?.addEventListener("click", () => this.give());
    this.querySelector("[data-save]")?.addEventListener("click", () => this.save());
    this.view("rendered");
    if (this.page) this.open();
  }

  get page() {
    return this.choice.elements.page.value;
  }

  /** What is asked about; the text only where it is another than the file's. */
  get question() {
    const { layer } = this.choice.elements;
    const text = this.mayEdit ? { text: this.editor.text } : {};
    return { name: this.rule, page: this.page, layer: layer.value, ...text };
  }

  view(chosen) {
    for (const button of this.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === chosen));
    this.rendered.hidden = chosen !== "rendered";
    this.source.hidden = chosen !== "source";
  }

  async open() {
    const { page } = this;
    this.rendered.show(`/pages/${page}/frame`);
    await this.guarded(async () => {
      const { text } = await ask(`pages/${page}`);
      if (page === this.page) this.source.show(text, say("source"));
    });
    await this.run(true);
  }

  onEdit(isText) {
    clearTimeout(this.timer);
    const tag = this.written();
    const { tag: choice } = this.choice.elements;
    const isOther = tag !== choice.value && [...choice.options].some((option) => option.value === tag);
    if (isOther) choice.value = tag;
    if (isText || isOther) this.timer = setTimeout(() => this.run(isOther), WAIT);
  }

  /** The tag in which the cursor stands. */
  written() {
    const found = [...this.editor.before.matchAll(/^\s*-\s+(tag|layer|group):\s*(\S+)/gm)].pop();
    return found?.[1] === "tag" ? found[2] : "";
  }

  async run(scroll) {
    if (!this.page) return;
    this.under.abort();
    this.under = new AbortController();
    const { signal } = this.under;
    await this.guarded(async () => {
      const told = await ask("try", { ...this.question, tag: this.choice.elements.tag.value }, signal);
      if (told.faults.length) this.showFaults(told.faults);
      else this.show(told, scroll);
    });
  }

  show(told, scroll) {
    this.options("layer", told.layers);
    const names = [];
    const collect = (trials) => {
      for (const trial of trials) {
        names.push(trial.tag);
        collect(trial.children);
      }
    };
    collect(told.tags);
    this.options("tag", names);
    const { tag } = this.choice.elements;
    const places = { starts: [], ends: [], pieces: [], values: [] };
    for (const [name, kinds] of Object.entries(told.marks)) {
      if (tag.value && name !== tag.value) continue;
      for (const [kind, { places: spans }] of Object.entries(kinds)) places[kind].push(...spans);
    }
    this.rendered.mark(places, scroll);
    this.source.mark(places, scroll);
    const about = this.querySelector("[data-about]");
    about.textContent = say("tried", { layer: told.layer, url: told.page.url, described: told.page.described });
    const chosen = (trial) => !tag.value || trial.tag === tag.value || trial.children.some(chosen);
    this.querySelector("[data-steps]").replaceChildren(...told.tags.filter(chosen).map(showTag), ...showGroups(told.groups));
  }

  options(name, values) {
    const select = this.choice.elements[name];
    const { value } = select;
    const first = select.options[0];
    select.replaceChildren(first, ...values.map((each) => new Option(each, each)));
    select.value = values.includes(value) ? value : "";
  }

  showFaults(faults) {
    if (faults === null) return;
    const lines = faults.map((fault) => make("li", { class: fault.warning ? "warning" : "fault" }, `${fault.line}:${fault.column} ${fault.message} `, make("span", { class: "quiet" }, fault.advice)));
    this.querySelector("[data-faults]").replaceChildren(...lines);
  }

  /** @param {{take?: string[], at?: number[]}} examples */
  async propose(examples) {
    const place = this.querySelector("[data-proposals]");
    place.replaceChildren(make("p", { class: "quiet" }, say("looking")));
    await this.guarded(async () => {
      const told = await ask("suggest", { ...this.question, ...examples });
      const missing = told.missing.map((each) => make("p", { class: "fault" }, say("not_on_page", { text: each.text }), " ", each.advice));
      const head = make("p", {}, say("examples"), " ", make("code", {}, told.take.join(" | ")));
      const found = told.proposals.map((proposal) => this.proposal(proposal));
      place.replaceChildren(head, ...missing, ...(found.length || missing.length ? found : [make("p", {}, say("nothing"))]));
      if (examples.at) this.querySelector("[data-take]").elements.take.value = told.take.join(" | ");
    });
  }

  proposal(proposal) {
    const card = make("article", { class: "card" }, make("p", {}, say("proposal", { count: number(proposal.count), score: number(proposal.score) })), make("pre", { tabindex: "0" }, proposal.written));
    card.append(make("p", { class: "quiet" }, proposal.values.slice(0, 4).join(" · ")));
    for (const warning of proposal.warnings) card.append(make("p", { class: "warning" }, warning));
    if (this.mayEdit && proposal.rule) {
      const button = make("button", { type: "button" }, say("put_in"));
      button.addEventListener("click", () => {
        this.editor.text = proposal.rule;
        this.querySelector("[data-proposals]").replaceChildren();
        this.editor.view.focus();
      });
      card.append(button);
    }
    return card;
  }

  async runAll() {
    await this.guarded(async () => {
      const { text, name } = this.question;
      const told = await ask("try/all", text === undefined ? { name } : { name, text });
      if (told.faults.length) this.showFaults(told.faults);
      else this.querySelector("[data-steps]").replaceChildren(showAll(told.rows, (hash) => {
        this.choice.elements.page.value = hash;
        this.open();
      }));
    });
  }

  async give() {
    const url = make("input", { name: "url", type: "url", placeholder: "https://" });
    const file = make("input", { type: "file", accept: ".html,.htm,.xml,.json,.txt" });
    const field = make("textarea", { rows: "8", spellcheck: "false", "aria-label": say("page_text") });
    file.addEventListener("change", async () => {
      if (file.files[0]) field.value = await file.files[0].text();
    });
    const told = await question(say("give_page"), make("label", {}, say("page_url"), " ", url), make("label", {}, say("page_file"), " ", file), make("label", {}, say("page_text"), " ", field));
    if (told === null) return;
    await this.guarded(async () => {
      const page = await ask("pages", { text: told, url: url.value, name: this.rule });
      const { page: choice } = this.choice.elements;
      if (![...choice.options].some((option) => option.value === page.hash)) choice.prepend(new Option(page.url, page.hash));
      choice.value = page.hash;
      this.querySelector("[data-empty]")?.remove();
      await this.open();
    });
  }

  async save() {
    const done = await change(`files/rules/${encodeURIComponent(this.rule)}`, { base: this.dataset.hash, text: this.editor.text });
    if (!done) return;
    this.dataset.hash = done.hash;
    notify(say("saved"));
  }

  async guarded(act) {
    try {
      await act();
    } catch (error) {
      if (error.name !== "AbortError" && error.code !== "superseded") notify(say("failed", { message: error.message }), { kind: "error" });
    }
  }
}

if (!customElements.get("bt-try")) customElements.define("bt-try", Try);
