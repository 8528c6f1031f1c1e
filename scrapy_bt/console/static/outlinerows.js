/** The rows of an outline in the document. */

export const STATES = ["ready", "running", "delayed", "parked", "paused", "dead"];

/** What stands in the place of rows that cannot be seen. */
export function gap() {
  const row = document.createElement("tr");
  row.className = "gap";
  row.setAttribute("aria-hidden", "true");
  row.insertCell().colSpan = STATES.length + 5;
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
  for (const kind of [...STATES, "", "", "", ""]) {
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
