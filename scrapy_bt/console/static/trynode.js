/** A node of a tree tried on a page while it is written: its elements in the page, its values, selectors by a click. */
import { make } from "./dialog.js";
import { ask, number, say } from "./session.js";
import { Trial } from "./trial.js";

const LONGEST = 160;

const short = (value) => {
  const text = value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};
const why = (miss) => make("p", { class: "warning" }, make("code", {}, miss.source), ` ${miss.why}`);

class TryNode extends Trial {
  part = "node";
  address = "try/node";
  nodes = [];

  begin() {
    this.rendered.addEventListener("picked", (event) => this.propose(event.detail));
  }

  frameOf(page) {
    return `/pages/${page}/elements`;
  }

  get question() {
    const { node, variables } = this.choice.elements;
    const pairs = [...variables.value.matchAll(/([^\s=]+)=("[^"]*"|\S*)/g)].map(([, name, value]) => [name, value.replace(/^"(.*)"$/, "$1")]);
    return { name: this.file, page: this.page, node: node.value, variables: Object.fromEntries(pairs), ...this.text };
  }

  /** The node in which the cursor stands. */
  written() {
    const line = this.editor.before.split("\n").length;
    return this.nodes.filter((node) => node.line && node.line <= line).sort((one, other) => one.line - other.line).pop()?.name ?? "";
  }

  show(told, scroll) {
    this.nodes = told.nodes;
    this.options("node", told.nodes.map((node) => node.name), told.nodes.map((node) => (node.line ? `${node.name} (${node.line})` : node.name)));
    if (!told.node) {
      this.steps.replaceChildren(make("p", {}, say("no_node")));
      return;
    }
    this.choice.elements.node.value = told.node;
    this.rendered.outline(told.marks, [], scroll);
    this.querySelector("[data-about]").textContent = say("tried_node", { node: told.node, url: told.page.url, described: told.page.described });
    const taken = make("span", { class: told.count ? "state running" : "state dead" }, told.count ? say("takes", { count: number(told.count) }) : say("takes_nothing"));
    const part = make("section", { class: "trial" }, make("h3", {}, told.node, " ", taken), ...told.troubles.map((text) => make("p", { class: "fault" }, text)), ...told.misses.filter((miss) => miss.row < 0).map(why));
    part.append(told.fields.length ? this.records(told) : make("ul", { class: "plain" }, ...told.values.map((value) => make("li", {}, make("code", {}, short(value))))));
    if (told.count > told.values.length) part.append(make("p", { class: "quiet" }, say("more", { count: number(told.count - told.values.length) })));
    this.steps.replaceChildren(part);
  }

  /** A table of records; in a cell without a value stands why there is none. */
  records({ fields, values, misses }) {
    const shown = values.length ? values : misses.some((miss) => miss.row === 0) ? [{}] : [];
    if (!shown.length) return make("p", { class: "quiet" }, say("nothing"));
    const rows = shown.map((record, at) => {
      const cells = fields.map((field) => {
        const missed = misses.filter((miss) => miss.row === at && miss.field === field);
        return make("td", {}, short(record[field]), ...missed.map(why));
      });
      return make("tr", {}, make("td", { class: "n" }, number(at + 1)), ...cells);
    });
    const head = make("tr", {}, make("th", { class: "n" }, "#"), ...fields.map((field) => make("th", {}, field)));
    return make("div", { class: "wide", tabindex: "0" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
  }

  /** @param {number} element that was clicked */
  async propose(element) {
    const place = this.querySelector("[data-proposals]");
    place.replaceChildren(make("p", { class: "quiet" }, say("looking")));
    await this.guarded(async () => {
      const told = await this.busy(ask("suggest/selector", { page: this.page, element }));
      const cards = told.proposals.map((proposal) => {
        const card = make("article", { class: "card" }, make("pre", { tabindex: "0" }, proposal.written), make("p", { class: "quiet" }, say("finds", { count: number(proposal.count) })));
        if (this.mayEdit) {
          const button = make("button", { type: "button" }, say("put_at_cursor"));
          button.addEventListener("click", () => this.editor.put(proposal.written));
          card.append(button);
        }
        return card;
      });
      place.replaceChildren(make("p", {}, say("examples"), " ", make("code", {}, told.text)), ...cards);
    });
  }
}

if (!customElements.get("bt-try-node")) customElements.define("bt-try-node", TryNode);
