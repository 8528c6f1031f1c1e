/** What was copied in the console, for all of its pages; the clipboard of the machine has it too, where the browser lets it. */

const KEY = "bt-part";

/** @param {string} text */
export async function copy(text) {
  localStorage.setItem(KEY, text);
  await navigator.clipboard?.writeText(text).catch(() => {});
}

/** What was copied last. */
export function copied() {
  return localStorage.getItem(KEY) ?? "";
}
