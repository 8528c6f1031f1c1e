/** The source of a page, to be read, with marks. */
import { frame } from "./editor.js";
import * as cm from "./vendor/codemirror.js";

const change = cm.StateEffect.define();
const marked = cm.StateField.define({
  create: () => cm.Decoration.none,
  update(marks, transaction) {
    const effect = transaction.effects.find((each) => each.is(change));
    return effect ? effect.value : marks.map(transaction.changes);
  },
  provide: (field) => cm.EditorView.decorations.from(field),
});
const colours = cm.EditorView.theme({
  ".starts": { backgroundColor: "var(--mark-start)" },
  ".ends": { backgroundColor: "var(--mark-end)" },
  ".pieces": { backgroundColor: "var(--mark-piece)" },
  ".values": { backgroundColor: "var(--mark-value)", outline: "1px solid var(--accent)" },
});

class Source extends HTMLElement {
  /** @param {string} text @param {string} label */
  show(text, label) {
    const state = cm.EditorState.create({
      doc: text,
      extensions: [cm.lineNumbers(), cm.EditorState.readOnly.of(true), cm.EditorView.lineWrapping, marked, colours, frame, cm.keymap.of([...cm.defaultKeymap, ...cm.searchKeymap]), cm.EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" })],
    });
    // CodeMirror makes one of \r\n: places have to be moved.
    this.returns = [];
    for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) this.returns.push(at);
    if (this.view) this.view.setState(state);
    else {
      const root = this.attachShadow({ mode: "open" });
      this.view = new cm.EditorView({ state, parent: root, root });
    }
  }

  /** @param {number} at */
  place(at) {
    let low = 0;
    let high = this.returns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.returns[middle] < at) low = middle + 1;
      else high = middle;
    }
    return at - low;
  }

  /** @param {Record<string, [number, number][]>} places @param {boolean} [scroll] */
  mark(places, scroll = false) {
    if (!this.view) return;
    const length = this.view.state.doc.length;
    const marks = [];
    for (const [kind, spans] of Object.entries(places)) {
      const look = cm.Decoration.mark({ class: kind });
      for (const [start, end] of spans) {
        const [from, to] = [this.place(start), Math.min(this.place(end), length)];
        if (from < to) marks.push(look.range(from, to));
      }
    }
    const effects = [change.of(cm.Decoration.set(marks, true))];
    const first = places.values?.[0] ?? places.pieces?.[0];
    if (scroll && first) effects.push(cm.EditorView.scrollIntoView(this.place(first[0]), { y: "center" }));
    this.view.dispatch({ effects });
  }
}

if (!customElements.get("bt-source")) customElements.define("bt-source", Source);
