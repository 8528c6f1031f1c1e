/** The tasks of a crawl. */
import { place, seconds } from "./session.js";
import { Window } from "./window.js";

class Grid extends Window {
  row(task) {
    const row = document.createElement("tr");
    const link = document.createElement("a");
    link.href = this.dataset.page + task.id;
    link.append(String(task.id));
    const about = task.url ?? task.request?.url ?? JSON.stringify(task.variables ?? {}).slice(0, 160);
    for (const [kind, part] of [["n", link], ["", place(task.node)], ["n", seconds(task.age)], ["about", about], ["", task.worker]]) {
      const cell = row.insertCell();
      cell.className = kind;
      cell.append(part ?? "");
    }
    row.cells[1].title = task.node;
    return row;
  }
}

customElements.define("bt-grid", Grid);
