/** Tasks page by page: `More` adds rows here, and the oldest leave where there are very many. */
import { ask, notify, say, seconds } from "./session.js";

const MOST = 2000;

/** Works on the table and the link that the server has made. */
class Grid extends HTMLElement {
  connectedCallback() {
    const link = this.querySelector("[data-more]");
    if (!link) return;
    this.after = this.dataset.after;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.more(/** @type {HTMLElement} */ (link));
    });
    new IntersectionObserver((seen) => {
      if (seen.some((each) => each.isIntersecting) && scrollY > 0) this.more(/** @type {HTMLElement} */ (link));
    }).observe(link);
  }

  /** @param {HTMLElement} link */
  async more(link) {
    if (this.busy || !this.after) return;
    this.busy = true;
    try {
      const page = await ask(`${this.dataset.url.replace("/api/v1/", "")}&after=${encodeURIComponent(this.after)}`);
      const body = this.querySelector("tbody");
      for (const task of page.tasks) body.append(this.row(task));
      while (body.children.length > MOST) body.firstElementChild.remove();
      this.after = page.after;
      if (!page.after) link.replaceWith(say("end"));
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
    } finally {
      this.busy = false;
    }
  }

  row(task) {
    const row = document.createElement("tr");
    const link = document.createElement("a");
    link.href = this.dataset.page + task.id;
    link.append(String(task.id));
    const about = task.url ?? task.request?.url ?? JSON.stringify(task.variables ?? {}).slice(0, 160);
    for (const [kind, part] of [["n", link], ["", task.node], ["n", seconds(task.age)], ["about", about], ["", task.worker]]) {
      const cell = row.insertCell();
      cell.className = kind;
      cell.append(part ?? "");
    }
    return row;
  }
}

customElements.define("bt-grid", Grid);
