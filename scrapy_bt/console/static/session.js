/** The key, which stands in this browser's storage and in no page, and how the API is asked. */

const STORED = "bt-key";

/** What the page's script says in the reader's language. */
export const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/**
 * A sentence with its places filled in.
 * @param {string} name
 * @param {Record<string, unknown>} [values]
 */
export function say(name, values = {}) {
  return (words[name] ?? name).replace(/\{(\w+)\}/g, (whole, each) => (each in values ? String(values[each]) : whole));
}

export const language = document.documentElement.lang;
/** Times with their date, as readers write them. */
export const moments = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "medium" });

/** Times below it stand in the reader's form. @param {ParentNode} part */
export function showTimes(part) {
  for (const time of part.querySelectorAll("time")) {
    time.textContent = moments.format(new Date(time.dateTime));
    time.title = time.dateTime;
  }
}

const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

/** @param {number | null | undefined} value */
export const number = (value) => (value === null || value === undefined ? "" : numbers.format(value));

/** @param {number | null | undefined} value in seconds */
export function seconds(value) {
  if (value === null || value === undefined) return "";
  for (const [size, unit] of [[86400, "d"], [3600, "h"], [60, "min"]]) {
    if (Math.abs(value) >= Number(size)) return `${Math.round(value / Number(size))} ${unit}`;
  }
  return value === 0 || Math.abs(value) >= 10 ? `${Math.round(value)} s` : `${value.toFixed(1)} s`;
}

/** The end of a node's path, by which it is told from others. @param {string} path */
export function place(path) {
  const steps = path.split("/");
  return steps.length < 3 ? path : `…/${steps.slice(-2).join("/")}`;
}

/** @param {string} text */
export function keep(text) {
  localStorage.setItem(STORED, text);
}

/** The key is forgotten by this browser. */
export function forget() {
  localStorage.removeItem(STORED);
}

/** An answer that is no success. */
export class Refused extends Error {
  /** @param {{message: string, advice?: string, place?: string, code?: string}} told */
  constructor(told) {
    super([told.place, told.advice ? `${told.message} (${told.advice})` : told.message].filter(Boolean).join(": "));
    this.code = told.code ?? "";
  }
}

/**
 * @param {string} path
 * @param {unknown} [body] what is changed, a file as it is; none: it only reads
 * @param {AbortSignal} [signal]
 */
export async function ask(path, body, signal) {
  /** @type {RequestInit} */
  const options = { signal };
  if (body !== undefined) {
    const key = localStorage.getItem(STORED);
    options.method = "POST";
    options.body = body instanceof Blob ? body : JSON.stringify(body);
    options.headers = { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  }
  const answer = await fetch(`/api/v1/${path}`, options);
  const told = answer.status === 204 ? {} : await answer.json().catch(() => ({ message: answer.statusText }));
  if (answer.ok) return told;
  if (told.code === "key" || told.code === "login") throw new Refused({ ...told, message: say("locked"), advice: "" });
  throw new Refused(told);
}

/** A text whose signs that nobody sees, or that turn others around, are seen. @param {string} text */
export function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g, (sign) => `⟦U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟧`);
}

const MOST_NOTES = 5;

/**
 * A line at the edge of the page, which stays until it is closed, or newer ones have come; one with something to do
 * about it stays in any case. It is given, so that it can be taken away.
 * @param {string} text
 * @param {{kind?: string, word?: string, act?: () => void}} [more]
 */
export function notify(text, { kind = "", word, act } = {}) {
  const notice = document.createElement("p");
  notice.className = `notice ${kind}`;
  notice.append(visible(text));
  if (word && act) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(word);
    button.addEventListener("click", () => {
      notice.remove();
      act();
    });
    notice.append(" ", button);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.className = "small";
  close.setAttribute("aria-label", say("close"));
  close.append("×");
  close.addEventListener("click", () => notice.remove());
  notice.append(" ", close);
  if (!act) notice.dataset.plain = "";
  const notices = document.getElementById("notices");
  notices?.append(notice);
  for (const old of plainNotes().slice(0, -MOST_NOTES)) old.remove();
  return notice;
}

const LEFT = "bt-note";

/** The page comes anew, or another one comes, with a note of what was done. @param {string} text @param {string} [address] */
export function goOn(text, address = "") {
  sessionStorage.setItem(LEFT, text);
  if (address) location.assign(address);
  else location.reload();
}

/** The note that the page before has left. */
export function showLeft() {
  const text = sessionStorage.getItem(LEFT);
  sessionStorage.removeItem(LEFT);
  if (text) notify(text);
}

const plainNotes = () => [...document.querySelectorAll("#notices [data-plain]")];

/** The notes with nothing to do about them are closed. */
export function closeNotes() {
  for (const notice of plainNotes()) notice.remove();
}
