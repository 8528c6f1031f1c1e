/** The overview: counts change where they stand, and all of it comes anew where more than these change. */
import { renew } from "./renew.js";
import { ask, number } from "./session.js";

const EVERY = 3000;

/** What only the server can tell anew. @param {any[]} crawls */
const shape = (crawls) => JSON.stringify(crawls.map((crawl) => [crawl.id, crawl.workers, crawl.silent, crawl.pauses, crawl.tasks.dead > 0]));

class Overview extends HTMLElement {
  connectedCallback() {
    this.timer = setInterval(() => this.look(), EVERY);
  }

  async look() {
    if (document.hidden) return;
    const told = await ask("crawls").catch(() => null);
    if (!told) return;
    const now = shape(told.crawls);
    this.shape ??= now;
    const known = new Set([...this.querySelectorAll("article[data-id]")].map((card) => card.dataset.id));
    if (now !== this.shape || known.size !== told.crawls.length || told.crawls.some((crawl) => !known.has(crawl.id))) {
      if (await renew(this)) this.shape = now;
    }
    for (const crawl of told.crawls) {
      const parts = [...this.querySelectorAll("[data-id]")].filter((part) => part.dataset.id === crawl.id);
      for (const shown of parts.flatMap((part) => [...part.querySelectorAll("[data-total], [data-count]")])) {
        shown.textContent = number(shown.dataset.total ? crawl.tasks[shown.dataset.total] : crawl[shown.dataset.count]);
      }
    }
  }
}

customElements.define("bt-overview", Overview);
