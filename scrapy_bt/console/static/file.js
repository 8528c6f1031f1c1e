/** A tree, a rule or a scheme file: its outline with changes, and its text. */
import { change } from "./change.js";
import { copied, copy } from "./clipboard.js";
import { faultLines, make, question } from "./dialog.js";
import "./editor.js";
import { ask, goOn, notify, say } from "./session.js";
import { follow } from "./stream.js";

class File extends HTMLElement {
  connectedCallback() {
    const { kind, name, edits } = this.dataset;
    this.path = `files/${kind}/${encodeURIComponent(name)}`;
    this.editor = this.querySelector("bt-editor");
    this.editor.begin({ kind, name, edits: edits === "yes", told: (faults) => this.show(faults) });
    this.rows = [...this.querySelectorAll("[data-outline] tr")];
    const outline = this.querySelector("[data-outline]");
    if (outline) this.listen(outline);
    for (const button of this.querySelectorAll("[data-edit]")) button.addEventListener("click", () => this.edit(button.dataset.edit, button.textContent));
    for (const button of this.querySelectorAll("[data-part]")) button.addEventListener("click", () => this.part(button.dataset.part, copied()));
    this.querySelector("[data-save]")?.addEventListener("click", () => this.change({ text: this.editor.text }, this.editor));
    this.editor.addEventListener("merged", (event) => { this.dataset.hash = event.detail; });
    follow(`file:${kind}/${name}`, (told) => this.compare(told.hash));
    this.querySelector("[data-rename]")?.addEventListener("click", () => this.editor.rename());
    this.querySelector("[data-format]")?.addEventListener("click", async () => {
      try {
        this.editor.text = (await ask("language/format", { kind, text: this.editor.text })).text;
      } catch (error) {
        notify(say("failed", { message: error.message }), { kind: "error" });
      }
    });
  }

  /** @param {HTMLTableElement} outline */
  listen(outline) {
    outline.addEventListener("click", (event) => this.choose(event.target.closest("tr")));
    outline.addEventListener("keydown", (event) => this.walk(event));
    document.addEventListener("keydown", (event) => {
      if (event.key.startsWith("Arrow") && document.activeElement === document.body) this.walk(event);
    });
    for (const action of ["copy", "cut", "paste"]) outline.addEventListener(action, (event) => this.clip(event, action));
  }

  get chosen() {
    return this.rows.find((row) => row.ariaSelected === "true");
  }

  choose(row) {
    if (!row) return;
    for (const each of this.rows) {
      each.ariaSelected = String(each === row);
      each.tabIndex = each === row ? 0 : -1;
    }
    row.focus();
  }

  walk(event) {
    const here = this.rows.indexOf(this.chosen);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: this.rows.length - 1 }[event.key];
    if (to === undefined && event.key !== "Delete") return;
    event.preventDefault();
    if (event.key === "Delete") this.querySelector('[data-edit="delete"]')?.click();
    else this.choose(this.rows[to]);
  }

  /** Ask for what the operation needs, and plan it for the chosen row. */
  async edit(operation, title) {
    if (operation === "undo") return this.change({ operation, words: [] });
    const row = this.chosen;
    if (!row && operation !== "insert") return undefined;
    const path = row?.dataset.path ?? ".";
    const words = [operation === "rename" && this.dataset.kind === "trees" ? row.dataset.name : path];
    if (operation !== "delete") {
      const field = make("textarea", { rows: operation === "insert" || operation === "set" ? "5" : "1", "aria-label": say(`edit_${operation}`), spellcheck: "false" });
      field.value = operation === "set" ? this.written(row) : operation === "rename" ? row.dataset.name : "";
      const told = await question(`${title}: ${path}`, make("p", {}, say(`edit_${operation}`)), field);
      if (told === null) return undefined;
      words.push(told);
    }
    return this.change({ operation, words });
  }

  /** @param {ClipboardEvent} event on a row that no text is selected in @param {string} action */
  clip(event, action) {
    if (String(getSelection()) && action !== "paste") return;
    event.preventDefault();
    this.part(action, event.clipboardData?.getData("text/plain") ?? "");
  }

  /**
   * Copies or cuts the chosen part, or puts in what another page, or another program, has copied.
   * @param {string} action @param {string} text to be put in
   */
  async part(action, text) {
    const path = this.chosen?.dataset.path ?? ".";
    try {
      if (action !== "paste") {
        const part = await ask(`${this.path}/part?path=${encodeURIComponent(path)}`);
        await copy(part.text);
        notify(say("copied"));
        return action === "cut" && this.dataset.edits === "yes" ? await this.change({ operation: "delete", words: [path] }) : undefined;
      }
      if (!text.trim() || this.dataset.edits !== "yes") return undefined;
      const spot = await ask(`${this.path}/place`, { path, text });
      let name = "";
      if (spot.name !== spot.free) {
        const field = make("textarea", { rows: "1", "aria-label": say("edit_rename"), spellcheck: "false" });
        field.value = spot.free;
        const told = await question(say("is_taken", { name: spot.name }), make("p", {}, say("edit_rename")), field);
        if (told === null) return undefined;
        name = told.trim();
      }
      return await this.change({ operation: "insert", words: [spot.to, text], index: spot.index, name });
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
      return undefined;
    }
  }

  /** What a row says, to be changed; of a block or a long text nothing, since the row does not show all of it. */
  written(row) {
    const text = row.querySelector("code").textContent;
    if (text.endsWith("…") || text.includes("⟦U+")) return "";
    if (this.dataset.kind === "trees") return Number(this.rows[this.rows.indexOf(row) + 1]?.ariaLevel ?? 0) > Number(row.ariaLevel) ? "" : text;
    return text.includes(": ") ? JSON.stringify(text.slice(text.indexOf(": ") + 2)) : "";
  }

  /** Show what would change, and do it when that is confirmed. */
  async change(wanted, editor) {
    this.isChanging = true;
    if (await change(this.path, { base: this.dataset.hash, ...wanted }, editor)) goOn(say("saved"));
    else this.isChanging = false;
  }

  /** Tell once that somebody else has changed the file. @param {string | undefined} hash */
  compare(hash) {
    if (!hash || this.isChanging || [this.dataset.hash, this.told].includes(hash)) return;
    this.told = hash;
    notify(say("changed_meanwhile", { file: `${this.dataset.kind}/${this.dataset.name}` }));
  }

  /** @param {any[] | null} faults */
  show(faults) {
    if (faults === null) return;
    document.getElementById("faults")?.replaceChildren(...faultLines(faults));
  }
}

if (!customElements.get("bt-file")) customElements.define("bt-file", File);
