/** A rule tried on a page while it is written: marks in the page, the nine steps beneath, proposals from examples. */
import { make } from "./dialog.js";
import { ask, number, say } from "./session.js";
import { showGroups, showTag } from "./steps.js";
import { Trial } from "./trial.js";

class Try extends Trial {
  part = "tag";
  address = "try";

  begin() {
    this.rule = this.file;
    this.rendered.addEventListener("chosen", (event) => this.propose({ at: [event.detail] }));
    this.querySelector("[data-take]").addEventListener("submit", (event) => {
      event.preventDefault();
      const { value } = event.target.elements.take;
      if (value.trim()) this.propose({ take: value.split("|").map((each) => each.trim()).filter(Boolean) });
    });
  }

  frameOf(page) {
    return `/pages/${page}/frame`;
  }

  get question() {
    const { layer, tag } = this.choice.elements;
    return { name: this.file, page: this.page, layer: layer.value, tag: tag.value, ...this.text };
  }

  /** The tag in which the cursor stands. */
  written() {
    const found = [...this.editor.before.matchAll(/^\s*-\s+(tag|layer|group):\s*(\S+)/gm)].pop();
    return found?.[1] === "tag" ? found[2] : "";
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
    this.steps.replaceChildren(...told.tags.filter(chosen).map(showTag), ...showGroups(told.groups));
  }

  /** @param {{take?: string[], at?: number[]}} examples */
  async propose(examples) {
    const place = this.querySelector("[data-proposals]");
    place.replaceChildren(make("p", { class: "quiet" }, say("looking")));
    await this.guarded(async () => {
      const { tag, ...about } = this.question;
      const told = await this.busy(ask("suggest", { ...about, ...examples }));
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
}

if (!customElements.get("bt-try")) customElements.define("bt-try", Try);
