/** A change of a file: shown as a patch first, and done when that is confirmed. */
import { command, make, marked, patch, question } from "./dialog.js";
import { ask, notify, number, say } from "./session.js";

/**
 * @param {string} path of the file in the API
 * @param {Record<string, unknown>} wanted with `base`, the hash of what was looked at
 * @param {any} [editor] of the whole text, which takes what others have changed meanwhile
 * @returns {Promise<any>} what the file is then; null where nothing was done
 */
export async function change(path, wanted, editor) {
  const file = path.split("/").slice(1).map(decodeURIComponent).join("/");
  try {
    const plan = await ask(`${path}/plan`, wanted);
    if (!plan.diff) {
      notify(say("nothing"));
      return null;
    }
    const errors = plan.faults.filter((fault) => !fault.warning);
    const parts = patch(plan.diff);
    if (errors.length) parts.push(make("p", { class: "fault" }, ...marked(say("then_faults", { faults: errors.map((fault) => `${fault.line}: ${fault.message}`).join("; ") }))));
    parts.push(...command(plan.command));
    if ((await question(say("would_change", { file }), ...parts)) === null) return null;
    return await ask(`${path}/apply`, { plan: plan.plan });
  } catch (error) {
    if (error.code === "changed" && editor) return mergeInto(editor, path, file);
    notify(say("failed", { message: error.message }), { kind: "error" });
    return null;
  }
}

/** Two have changed a file at once: what the other has done comes into the editor, and nothing is written. */
async function mergeInto(editor, path, file) {
  if ((await question(say("changed_meanwhile", { file }), make("p", {}, say("would_merge")))) === null) return null;
  try {
    const told = await ask(`${path}/merge`, { base: editor.opened, text: editor.text });
    editor.text = told.text;
    editor.opened = told.theirs;
    editor.dispatchEvent(new CustomEvent("merged", { detail: told.hash }));
    notify(say("merged", { count: number(told.conflicts) }));
  } catch (error) {
    notify(say("failed", { message: error.message }), { kind: "error" });
  }
  return null;
}
