/** A part of a page comes anew, without the page: what is shown changes where it stands, and the keyboard stays where it is. */
import { showTimes } from "./session.js";

/** This page, as the server has it now. @returns {Promise<Document | null>} */
const readPage = () => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open("GET", location.href);
  request.responseType = "document";
  request.addEventListener("load", () => resolve(request.status === 200 ? request.responseXML : null));
  request.addEventListener("error", () => reject(new TypeError("no answer")));
  request.send();
});

/**
 * What stands in the element is what the server would put there now; without it, as where one has been logged out, the
 * page is loaded. A link keeps the focus if its address is still there.
 * @param {HTMLElement} part an element that the page has once
 * @returns {Promise<boolean>} it has come; false without an answer, then what is shown stays
 */
export async function renew(part) {
  const page = await readPage().catch(() => null);
  if (!page) return false;
  const now = page.querySelector(part.localName);
  if (!now) {
    location.reload();
    return false;
  }
  const at = part.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  part.replaceChildren(...document.adoptNode(now).childNodes);
  showTimes(part);
  if (at) [...part.querySelectorAll("a")].find((link) => link.getAttribute("href") === at)?.focus();
  return true;
}
