/** A table of records: its rows, and the most frequent values of a column. */
import { ask, say } from "./session.js";
import { Window } from "./window.js";

class Records extends Window {
  connectedCallback() {
    this.columns = [...this.querySelectorAll("th[data-column]")].map((each) => ({ name: each.dataset.column, kind: each.className }));
    this.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-values]");
      if (button) this.values(button.dataset.values);
    });
    super.connectedCallback();
  }

  row(record) {
    const row = document.createElement("tr");
    const link = document.createElement("a");
    link.href = this.dataset.page + encodeURIComponent(record[this.dataset.key]);
    link.setAttribute("aria-label", say("record"));
    link.append("→");
    row.insertCell().append(link);
    for (const { name, kind } of this.columns) {
      const cell = row.insertCell();
      cell.className = kind;
      const value = record[name];
      cell.append(value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value));
    }
    return row;
  }

  /** @param {string} column */
  async values(column) {
    const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("values"));
    const title = document.createElement("h2");
    title.id = "values-title";
    title.textContent = column;
    const list = document.createElement("ul");
    list.className = "plain";
    const close = document.createElement("button");
    close.textContent = say("cancel");
    close.addEventListener("click", () => dialog.close());
    dialog.replaceChildren(title, list, close);
    try {
      const [path, query] = this.dataset.url.replace("/api/v1/", "").split("?");
      const found = await ask(`${path}/values?${query}&column=${encodeURIComponent(column)}`);
      for (const { value, count } of found.values) {
        const link = document.createElement("a");
        const asked = new URLSearchParams(location.search);
        asked.delete("after");
        const name = column.replaceAll(" ", "%20");
        asked.append("where", value === null || value === "" ? `${name} empty` : `${name} = ${value}`);
        link.href = `?${asked}`;
        link.textContent = value === null || value === "" ? say("nothing") : String(value).slice(0, 100);
        const line = document.createElement("li");
        line.append(link, ` ${count}`);
        list.append(line);
      }
    } catch (error) {
      list.textContent = say("failed", { message: error.message });
    }
    dialog.showModal();
  }
}

customElements.define("bt-records", Records);
