/** The text of a file in CodeMirror, within a shadow root: the page's policy lets no other style in. */
import { make, question } from "./dialog.js";
import { ask, notify, say } from "./session.js";
import * as cm from "./vendor/codemirror.js";

const WORDS = /^(?:visit|data|item|each|all|as|serial|and|or|async|goroutine|while|if|else|end|state|wait|pause|stop|true|false|none|from|break|within|heal|print|warn|include|css|xpath|re|json|locate|rules|python)\b/;
const NUMBER = /^\d+(?:\.\d+)?(?:d|h|m|s|ms)?\b/;

/** Colours of `.bt` files, and of what rule files have in common with them. */
const colours = (kind) => cm.StreamLanguage.define({
  name: kind,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?/)) return "string";
    if (kind !== "trees" && stream.match(kind === "rules" ? /^[\w-]+(?=\s*:)/ : /^[\w-]+(?=\s*[:=])/)) return "propertyName";
    if (stream.match("::")) return null;
    if (kind === "trees" && stream.match(WORDS)) return "keyword";
    if (kind === "trees" && stream.match(/^[^\W\d]\w*(?=\s*::)|^:\s*[^\W\d]\w*/)) return "variableName";
    if (stream.match(NUMBER)) return "number";
    if (!stream.match(/^\w+/)) stream.next();
    return null;
  },
});

const look = cm.HighlightStyle.define([
  { tag: cm.tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: cm.tags.string, color: "var(--running)" },
  { tag: cm.tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: cm.tags.number, color: "var(--delayed)" },
  { tag: cm.tags.propertyName, color: "var(--accent)" },
  { tag: cm.tags.variableName, color: "var(--paused)" },
]);

export const frame = cm.EditorView.theme({
  "&": { border: "1px solid var(--line)", borderRadius: ".4rem", backgroundColor: "var(--card)", color: "var(--text)", maxHeight: "36rem" },
  ".cm-scroller": { overflow: "auto", fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace" },
  ".cm-gutters": { backgroundColor: "var(--back)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--chosen)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--text)", border: "1px solid var(--line)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--chosen) !important" },
});

/** @param {any} doc @param {number} line @param {number} column both from 1, in characters */
function place(doc, line, column) {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const units = [...at.text].slice(0, Math.max(column, 1) - 1).join("").length;
  return Math.min(at.from + units, at.to);
}

/** A line can be folded with those below it that are indented more. */
const folds = cm.foldService.of((state, start) => {
  const line = state.doc.lineAt(start);
  const depth = line.text.search(/\S/);
  if (depth < 0) return null;
  let end = null;
  for (let number = line.number + 1; number <= state.doc.lines; number += 1) {
    const next = state.doc.line(number);
    const other = next.text.search(/\S/);
    if (other < 0) continue;
    if (other <= depth) break;
    end = next.to;
  }
  return end === null ? null : { from: line.to, to: end };
});

class Editor extends HTMLElement {
  /** @param {{kind: string, name: string, edits: boolean, told: (faults: any[]) => void}} file */
  begin({ kind, name, edits, told }) {
    const text = this.dataset.text ?? this.textContent;
    this.opened = text;
    this.kind = kind;
    const shadow = this.attachShadow({ mode: "open" });
    let timer = 0;
    let under = new AbortController();
    const check = async () => {
      under.abort();
      under = new AbortController();
      try {
        const { faults } = await ask("language/check", { kind, name, text: this.text }, under.signal);
        told(faults);
        const doc = this.view.state.doc;
        const shown = faults.map((fault) => {
          const from = place(doc, fault.line, fault.column);
          const to = Math.max(from, place(doc, fault.endLine || fault.line, fault.endColumn || fault.column + 1));
          return { from, to, severity: fault.warning ? "warning" : "error", message: fault.advice ? `${fault.message}\n${fault.advice}` : fault.message };
        });
        this.view.dispatch(cm.setDiagnostics(this.view.state, shown));
      } catch (error) {
        if (error.name !== "AbortError") told(null);
      }
    };
    const offer = async (context) => {
      const begun = context.matchBefore(/\w*/);
      const before = context.state.sliceDoc(0, context.pos);
      if (!context.explicit && begun.from === begun.to && !/[:{[(.=]\s?$/.test(before)) return null;
      const { completions } = await ask("language/complete", { kind, name, text: this.text, offset: [...before].length });
      const isCall = /:\s*$/.test(before.slice(0, begun.from - context.pos || undefined));
      const options = completions.filter((one) => !(isCall && one.label.startsWith(":")));
      return { from: begun.from, options: options.map((one) => ({ label: one.label, detail: one.detail, apply: one.text || one.label })), validFor: /^\w*$/ };
    };
    const extensions = [
      cm.lineNumbers(), cm.history(), cm.drawSelection(), cm.bracketMatching(), cm.highlightActiveLine(), cm.lintGutter(), folds, cm.codeFolding(), cm.foldGutter(),
      colours(kind), cm.syntaxHighlighting(look), frame, cm.indentUnit.of(kind === "trees" ? "    " : "  "),
      cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap, ...cm.searchKeymap, ...cm.completionKeymap, ...cm.lintKeymap, ...cm.foldKeymap, { key: "F2", run: () => edits && kind !== "schemes" && this.rename() }]),
      cm.EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" }),
    ];
    if (edits) {
      extensions.push(cm.autocompletion({ override: [offer] }));
      extensions.push(cm.EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        clearTimeout(timer);
        timer = setTimeout(check, 250);
      }));
    } else extensions.push(cm.EditorState.readOnly.of(true));
    extensions.push(cm.EditorView.updateListener.of((update) => {
      if (update.docChanged || update.selectionSet) this.dispatchEvent(new CustomEvent("edited", { detail: { isText: update.docChanged } }));
    }));
    this.view = new cm.EditorView({ state: cm.EditorState.create({ doc: text, extensions }), parent: shadow, root: shadow });
    if (edits) check();
  }

  /** The text up to the cursor. */
  get before() {
    return this.view.state.sliceDoc(0, this.view.state.selection.main.head);
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Only what differs is changed, so that the cursor stays. */
  set text(value) {
    const { text } = this;
    let from = 0;
    while (from < Math.min(text.length, value.length) && text[from] === value[from]) from += 1;
    let end = 0;
    while (end < Math.min(text.length, value.length) - from && text[text.length - 1 - end] === value[value.length - 1 - end]) end += 1;
    this.view.dispatch({ changes: { from, to: text.length - end, insert: value.slice(from, value.length - end) } });
  }

  /** Writes over what is chosen, or at the cursor. */
  put(text) {
    this.view.dispatch(this.view.state.replaceSelection(text));
    this.view.focus();
  }

  /** Gives the name at the cursor another one, wherever it stands in the file. */
  rename() {
    const field = make("textarea", { rows: "1", "aria-label": say("edit_rename"), spellcheck: "false" });
    const state = this.view.state;
    const word = state.wordAt(state.selection.main.head);
    field.value = word ? state.sliceDoc(word.from, word.to) : "";
    question(say("rename_it", { name: field.value }), make("p", {}, say("edit_rename")), field).then(async (name) => {
      if (!name?.trim()) return;
      try {
        const { text } = await ask("language/rename", { kind: this.kind, text: this.text, offset: [...this.before].length, name: name.trim() });
        this.text = text;
        this.view.focus();
      } catch (error) {
        notify(say("failed", { message: error.message }), { kind: "error" });
      }
    });
    return true;
  }
}

if (!customElements.get("bt-editor")) customElements.define("bt-editor", Editor);
