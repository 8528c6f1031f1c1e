/** What every page needs: the login, times in the reader's form, and the parts that this page has. */
import { ask, closeNotes, forget, goOn, keep, notify, say, showLeft, showTimes } from "./session.js";

showLeft();
showTimes(document);

const login = /** @type {HTMLFormElement | null} */ (document.getElementById("login"));
if (login) {
  /** @param {Record<string, string>} given */
  const enter = async (given) => {
    try {
      keep((await ask("login", given)).key);
      const next = new URLSearchParams(location.search).get("next") ?? "/";
      location.replace(/^\/(?![/\\])/.test(next) ? next : "/");
    } catch (error) {
      document.getElementById("login-error").textContent = error.message;
    }
  };
  login.addEventListener("submit", (event) => {
    event.preventDefault();
    enter(Object.fromEntries(new FormData(login)));
  });
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key) {
    history.replaceState(null, "", location.pathname + location.search);
    enter({ key });
  }
}

for (const form of document.querySelectorAll("form[data-start]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
    const lines = (form.querySelector("[data-settings]")?.value ?? "").split("\n").filter((line) => line.includes("="));
    const settings = Object.fromEntries(lines.map((line) => [line.split("=", 1)[0].trim(), line.slice(line.indexOf("=") + 1)]));
    try {
      const run = await ask("runs", { name: form.dataset.start, arguments: given, settings });
      goOn(say("started", { name: run.name }), "/runs");
    } catch (error) {
      notify(say("failed", { message: error.message }), { kind: "error" });
    }
  });
}

for (const button of document.querySelectorAll("[data-logout]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await ask("logout", {}).catch(() => {}); // who has no key any more is logged out already
    forget();
    location.assign("/login");
  });
}

const keys = /** @type {HTMLDialogElement} */ (document.getElementById("keys"));
for (const each of keys.querySelectorAll("[data-search]")) each.hidden = !document.querySelector('input[type="search"]');
for (const button of document.querySelectorAll("[data-keys]")) {
  button.hidden = false;
  button.addEventListener("click", () => keys.showModal());
}
document.addEventListener("keydown", (event) => {
  const from = /** @type {HTMLElement} */ (event.composedPath()[0]); // within an editor, too
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || from.isContentEditable || from.matches?.("input, textarea, select")) return;
  const search = event.key === "/" ? document.querySelector('input[type="search"]') : null;
  if (search) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "?") keys.showModal();
  else if (event.key === "Escape") closeNotes();
});

const PARTS = { "bt-crawl": "./crawl.js", "bt-orders": "./orders.js", "bt-overview": "./overview.js", "bt-grid": "./grid.js", "bt-library": "./library.js", "bt-entities": "./entities.js", "bt-records": "./records.js", "bt-file": "./file.js", "bt-try": "./try.js", "bt-try-node": "./trynode.js", "bt-people": "./people.js", "bt-runs": "./runs.js", "bt-samples": "./samples.js", "bt-case": "./case.js", "bt-cases": "./cases.js", "bt-inference": "./inference.js" };
for (const [element, module] of Object.entries(PARTS)) {
  if (document.querySelector(element)) import(module);
}
