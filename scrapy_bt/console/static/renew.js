/** A part of a page comes anew, without the page: what is shown changes where it stands, and the keyboard stays where it is. */
import { showTimes } from "./session.js";

/** Of the renewals that have begun, and of the one that is shown. */
let begun = 0;
let shown = 0;

/** This page, as the server has it now. @returns {Promise<Document | null>} */
const readPage = () => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open("GET", location.href);
  request.responseType = "document";
  request.addEventListener("load", () => resolve(request.status === 200 ? request.responseXML : null));
  request.addEventListener("error", () => reject(new TypeError("no answer")));
  request.send();
});

/** By what something that can have the focus is told from the others: one address may stand in several places. @param {Element} element */
const told = (element) => JSON.stringify([element.parentElement?.localName, element.localName, element.getAttribute("href")]);

/**
 * What stands in the element is what the server would put there now; without it, as where one has been logged out, the
 * page is loaded. What has the focus keeps it if it is still there, wherever the reader has scrolled to.
 * @param {HTMLElement} part an element that the page has once
 * @returns {Promise<boolean>} it has come; false without an answer, or after a later one: then what is shown stays
 */
export async function renew(part) {
  const turn = ++begun;
  const page = await readPage().catch(() => null);
  if (!page || turn < shown) return false;
  const now = page.querySelector(part.localName);
  if (!now) {
    location.reload();
    return false;
  }
  shown = turn;
  const at = document.activeElement && part.contains(document.activeElement) ? told(document.activeElement) : "";
  part.replaceChildren(...document.adoptNode(now).childNodes);
  showTimes(part);
  if (at) [...part.querySelectorAll("a, [tabindex]")].find((each) => told(each) === at)?.focus({ preventScroll: true });
  return true;
}
