/** A file tried on a page while it is written; what is tried of it, and how it is shown, is told by who extends this. */
import { change } from "./change.js";
import { command, faultLines, make, question } from "./dialog.js";
import "./editor.js";
import "./page.js";
import { ask, notify, say } from "./session.js";
import "./source.js";
import { showAll } from "./steps.js";

const WAIT = 120;
const PATIENCE = 400;

export class Trial extends HTMLElement {
  connectedCallback() {
    const { kind, name, edits } = this.dataset;
    this.file = name;
    this.mayEdit = edits === "yes";
    this.editor = this.querySelector("bt-editor");
    this.rendered = this.querySelector("bt-page");
    this.source = this.querySelector("bt-source");
    this.choice = this.querySelector("[data-choice]");
    this.steps = this.querySelector("[data-steps]");
    this.waiting = 0;
    this.under = new AbortController();
    this.editor.begin({ kind, name, edits: this.mayEdit, told: (faults) => this.showFaults(faults) });
    this.editor.addEventListener("edited", (event) => this.onEdit(event.detail.isText));
    this.editor.addEventListener("merged", (event) => { this.dataset.hash = event.detail; });
    this.choice.addEventListener("change", (event) => (event.target.name === "page" ? this.open() : this.run(event.target.name === this.part)));
    this.choice.addEventListener("submit", (event) => event.preventDefault());
    this.querySelector("[data-all]").addEventListener("click", () => this.runAll());
    this.querySelector("[data-give]")?.addEventListener("click", () => this.give());
    this.querySelector("[data-save]")?.addEventListener("click", () => this.save());
    for (const button of this.querySelectorAll("[data-view]")) button.addEventListener("click", () => this.view(button.dataset.view));
    this.view("rendered");
    this.begin();
    if (this.page) this.open();
  }

  get page() {
    return this.choice.elements.page.value;
  }

  /** The text, where it may be another than the file's. */
  get text() {
    return this.mayEdit ? { text: this.editor.text } : {};
  }

  view(chosen) {
    for (const button of this.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === chosen));
    this.rendered.hidden = chosen !== "rendered";
    this.source.hidden = chosen !== "source";
  }

  async open() {
    const { page } = this;
    this.rendered.show(this.frameOf(page));
    await this.guarded(async () => {
      const { text } = await ask(`pages/${page}`);
      if (page === this.page) this.source.show(text, say("source"));
    });
    await this.run(true);
  }

  /** What is written in is tried, after the last key. */
  onEdit(isText) {
    clearTimeout(this.timer);
    const part = this.written();
    const choice = this.choice.elements[this.part];
    const isOther = part !== choice.value && [...choice.options].some((option) => option.value === part);
    if (isOther) choice.value = part;
    if (isText || isOther) this.timer = setTimeout(() => this.run(isOther), WAIT);
  }

  async run(scroll) {
    if (!this.page) return;
    this.under.abort();
    this.under = new AbortController();
    const { signal } = this.under;
    await this.guarded(async () => {
      const told = await this.busy(ask(this.address, this.question, signal));
      if (told.faults.length) this.showFaults(told.faults);
      else this.show(told, scroll);
    });
  }

  async runAll() {
    await this.guarded(async () => {
      const told = await this.busy(ask(`${this.address}/all`, { name: this.file, ...this.text }));
      if (told.faults.length) this.showFaults(told.faults);
      else this.steps.replaceChildren(showAll(told.rows, (hash) => {
        this.choice.elements.page.value = hash;
        this.open();
      }));
    });
  }

  /** Says so where something takes long; what was there stays, dimmed. */
  async busy(promise) {
    const sign = this.querySelector("[data-busy]");
    this.waiting += 1;
    const timer = setTimeout(() => {
      sign.textContent = say("trying");
      this.steps.ariaBusy = "true";
    }, PATIENCE);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.waiting -= 1;
      if (!this.waiting) {
        sign.textContent = "";
        this.steps.ariaBusy = "false";
      }
    }
  }

  options(name, values, words = values) {
    const select = this.choice.elements[name];
    const { value } = select;
    const first = [...select.options].filter((option) => !option.value);
    select.replaceChildren(...first, ...values.map((each, at) => new Option(words[at], each)));
    if (values.includes(value)) select.value = value;
    else select.selectedIndex = 0;
  }

  showFaults(faults) {
    if (faults === null) return;
    this.querySelector("[data-faults]").replaceChildren(...faultLines(faults));
  }

  async give() {
    const url = make("input", { name: "url", type: "url", placeholder: "https://", autofocus: "" });
    const file = make("input", { type: "file", accept: ".html,.htm,.xml,.json,.txt" });
    const field = make("textarea", { rows: "8", spellcheck: "false", "aria-label": say("page_text") });
    file.addEventListener("change", async () => {
      if (file.files[0]) field.value = await file.files[0].text();
    });
    const told = await question(say("give_page"), make("label", {}, say("page_url"), " ", url), make("label", {}, say("page_file"), " ", file), make("label", {}, say("page_text"), " ", field), ...command("scrapy bt keep PAGE --url URL"));
    if (told === null) return;
    await this.guarded(async () => {
      const page = await this.busy(ask("pages", { text: told, url: url.value, name: this.rule ?? "" }));
      const { page: choice } = this.choice.elements;
      if (![...choice.options].some((option) => option.value === page.hash)) choice.prepend(new Option(page.url, page.hash));
      choice.value = page.hash;
      this.querySelector("[data-empty]")?.remove();
      await this.open();
    });
  }

  async save() {
    const done = await change(`files/${this.dataset.kind}/${encodeURIComponent(this.file)}`, { base: this.dataset.hash, text: this.editor.text }, this.editor);
    if (!done) return;
    this.editor.opened = this.editor.text;
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
