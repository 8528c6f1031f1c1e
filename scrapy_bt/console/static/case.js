/** A redesign: two pages side by side, selectors tried on all kept pages, and what is decided. */
import { command, make, patch, question } from "./dialog.js";
import "./page.js";
import { ask, goOn, notify, number, say } from "./session.js";

const WAIT = 120;

class Case extends HTMLElement {
  connectedCallback() {
    this.sides = { before: this.querySelector('[data-side="before"]'), now: this.querySelector('[data-side="now"]') };
    this.pairs = [];
    this.field = this.querySelector("[data-field]");
    const asked = location.hash.slice(1); // the field stays where the page comes anew
    if ([...this.field.options].some((option) => option.value === asked)) this.field.value = asked;
    this.field.addEventListener("change", () => {
      history.replaceState(null, "", `#${this.field.value}`);
      this.open();
    });
    this.sides.before.addEventListener("seen", (event) => this.follow(0, event.detail));
    this.sides.now.addEventListener("seen", (event) => this.follow(1, event.detail));
    for (const form of this.querySelectorAll("[data-decide]")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const action = event.submitter?.value ?? "accept";
        this.decide(action === "accept" ? { action, selector: form.elements.selector.value } : { action });
      });
      form.elements.selector.addEventListener("input", () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.run(form.elements.selector.value), WAIT);
      });
    }
    for (const form of this.querySelectorAll("[data-policy]")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.decide({ action: "policy", mode: form.elements.mode.value }, form.dataset.policy);
      });
    }
    for (const button of this.querySelectorAll("[data-choose]")) {
      button.addEventListener("click", () => {
        this.chosen.querySelector("[name=selector]").value = button.dataset.choose;
        this.run(button.dataset.choose);
      });
    }
    this.open();
  }

  get chosen() {
    return this.querySelector(`[data-proposal="${this.field.value}"]`);
  }

  async open() {
    for (const part of this.querySelectorAll("[data-proposal]")) part.hidden = part !== this.chosen;
    this.run(this.chosen.dataset.selector);
    const sides = Object.values(this.sides);
    for (const side of sides) side.expect();
    await this.guarded(async () => {
      const told = await ask(`healing/${this.field.value}/compare`);
      this.pairs = told.pairs;
      for (const [at, name] of ["before", "now"].entries()) {
        const side = told[name];
        this.querySelector(`[data-about="${name}"]`).textContent = side ? side.url : say("not_kept");
        if (!side) continue;
        this.sides[name].show(`/healing/${this.field.value}/pages/${side.id}/frame`);
        this.sides[name].outline(Object.fromEntries(side.marks.map((mark) => [mark.name, mark.elements])), told.pairs.map((pair) => pair[at]));
      }
    });
    for (const side of sides) if (!side.frame) side.clear();
  }

  /** Both pages stand at the same element. */
  follow(from, { seen, top }) {
    const pair = this.pairs.find((each) => each[from] === seen);
    if (pair) this.sides[from ? "before" : "now"].follow(pair[1 - from], top);
  }

  async run(selector) {
    if (!selector.trim()) return;
    const place = this.chosen.querySelector("[data-trial]");
    try {
      const told = await ask(`healing/${this.field.value}/try`, { selector });
      if (told.fault) {
        place.replaceChildren(make("p", { class: "fault" }, told.fault));
        return;
      }
      const { pages, found, fitting } = told.trial;
      const rows = told.pages.map((page) => make("tr", page.agrees ? {} : { class: "dead" },
        make("td", {}, page.url, " ", make("span", { class: "quiet" }, say(page.state === "good" ? "before_change" : "today"))),
        make("td", {}, page.before), make("td", {}, page.after), make("td", {}, say(page.equal ? "yes" : "no")), make("td", {}, say(page.fits ? "yes" : "no"))));
      const head = make("tr", {}, ...["page", "old_value", "new_value", "equal", "fits"].map((word) => make("th", {}, say(word))));
      place.replaceChildren(make("p", {}, say("tried_on", { pages: number(pages), found: number(found), fitting: number(fitting) })), make("div", { class: "wide", tabindex: "0" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))));
    } catch (error) {
      if (error.code !== "superseded") place.replaceChildren(make("p", { class: "fault" }, error.message));
    }
  }

  /** @param {{action: string, selector?: string, mode?: string}} wanted @param {string} place of what it is about */
  async decide(wanted, place = this.chosen.querySelector("h2").textContent) {
    await this.guarded(async () => {
      const { action, mode } = wanted;
      const path = `healing/${this.field.value}`;
      const plan = await ask(`${path}/decide`, wanted);
      if (action === "policy" && !plan.diff) {
        notify(say("nothing"));
        return;
      }
      const parts = patch(plan.diff);
      if (plan.python) parts.push(make("p", { class: "warning" }, say("python_by_command")));
      if (plan.hindrance) parts.push(make("p", { class: "warning" }, plan.hindrance));
      if (plan.again.length) parts.push(make("p", {}, say("fetch_again", { count: number(plan.again.length) })), make("ul", { class: "plain" }, ...[...plan.again.slice(0, 5), ...(plan.again.length > 5 ? ["…"] : [])].map((url) => make("li", {}, url))));
      parts.push(...command(plan.command));
      if ((await question(say(`do_${action}`, { place, mode }), ...parts)) === null) return;
      await ask(`${path}/apply`, { plan: plan.plan });
      goOn(say(`done_${action}`, { place, mode }));
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

if (!customElements.get("bt-case")) customElements.define("bt-case", Case);
