/** Which worker takes a task: who decides that, how it came out, and how the workers do. */
import { ask, number, say, seconds, visible } from "./session.js";

const EVERY = 5000;

/** @param {HTMLTableElement} table @param {string} id of the crawl */
export function keepDispatch(table, id) {
  setInterval(async () => {
    if (document.hidden) return;
    const told = await ask(`crawls/${encodeURIComponent(id)}/dispatch`).catch(() => null);
    if (told?.workers.length) table.tBodies[0].replaceChildren(...told.workers.map(makeRow));
  }, EVERY);
}

function makeRow(worker) {
  const row = document.createElement("tr");
  const said = worker.said;
  const verdict = said ? `${said.policy}: ${say(`verdict_${(said.verdict || "decides").replaceAll(" ", "_")}`)}` : "";
  const cells = [worker.worker, verdict, said ? number(said.kept) : "", said ? number(said.pulled) : "", number(worker.kept), seconds(worker.delay), share(worker.failures)];
  for (const [at, text] of cells.entries()) {
    const cell = row.insertCell();
    cell.className = at > 1 ? "n" : "";
    cell.textContent = visible(text);
  }
  for (const kind of worker.fails_at) {
    const line = document.createElement("span");
    line.className = "quiet";
    line.textContent = visible(`${kind.kind} ${share(kind.failures)}`);
    row.lastElementChild.append(document.createElement("br"), line);
  }
  return row;
}

/** @param {number | null} part */
function share(part) {
  return part === null ? "" : `${Math.round(100 * part)} %`;
}
