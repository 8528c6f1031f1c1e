/** The rows of an outline in the document. */

export const STATES = ["ready", "running", "delayed", "parked", "paused", "dead"];

/** What stands in the place of rows that cannot be seen. */
export function gap() {
  const row = document.createElement("tr");
  row.className = "gap";
  row.setAttribute("aria-hidden", "true");
  row.insertCell().colSpan = STATES.length + 6;
  return row;
}

/** A row that says nothing yet. */
export function blankRow() {
  const element = document.createElement("tr");
  element.setAttribute("role", "row");
  const head = document.createElement("th");
  head.scope = "row";
  head.setAttribute("role", "rowheader");
  const label = document.createElement("span");
  label.className = "label";
  head.append(label);
  element.append(head);
  for (const kind of [...STATES, "", "", "", "", "line"]) {
    const cell = element.insertCell();
    cell.setAttribute("role", "gridcell");
    cell.className = `n ${kind}`;
  }
  return element;
}

/** Sets an attribute where it says something else. */
export function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Makes the parts the children, and leaves those alone that stand in their place. */
export function arrange(body, parts) {
  let at = body.firstElementChild;
  for (const part of parts) {
    if (part === at) at = at.nextElementSibling;
    else body.insertBefore(part, at);
  }
  while (at) {
    const next = at.nextElementSibling;
    at.remove();
    at = next;
  }
}

/** The order of siblings, as the server has it: `page_2` before `page_10`. */
export function compareNames(one, other) {
  const [parts, others] = [one, other].map((row) => row.name.split(/([0-9]+)/));
  const at = parts.findIndex((part, place) => part !== others[place]);
  if (at < 0 || at >= others.length) return parts.length - others.length;
  const [part, beside] = [parts[at], others[at]];
  if (at % 2 === 0) return part < beside ? -1 : 1;
  const [digits, besides] = [part, beside].map((number) => number.replace(/^0+/, ""));
  return digits.length - besides.length || (digits < besides ? -1 : digits > besides ? 1 : part < beside ? -1 : 1);
}

const SVG = "http://www.w3.org/2000/svg";

/** Draws rates as a line into a cell. @param {Element} cell @param {number[] | undefined} rates the oldest first */
export function drawTrend(cell, rates) {
  const most = rates ? Math.max(...rates) : 0;
  const way = most ? rates.map((rate, at) => `${at ? "L" : "M"}${(at * 58) / (rates.length - 1) + 1} ${15 - (rate / most) * 14}`).join("") : "";
  const path = cell.querySelector("path");
  if (path ? path.getAttribute("d") === way : !way) return;
  if (!way) cell.replaceChildren();
  else if (path) path.setAttribute("d", way);
  else {
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("viewBox", "0 0 60 16");
    drawing.setAttribute("class", "trend");
    drawing.setAttribute("aria-hidden", "true");
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", way);
    drawing.append(line);
    cell.replaceChildren(drawing);
  }
}
