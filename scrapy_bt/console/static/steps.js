/** What a trial tells: the nine steps of each tag, the rows of groups, and a table of pages and tags. */
import { make } from "./dialog.js";
import { number, say } from "./session.js";

const STEPS = ["codes", "locate", "rematch", "include", "exclude", "treat", "merge", "link", "store"];
const SHOWN = 5;
const LONGEST = 160;

const short = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const opened = new Set();

/** The nine steps stay open, or shut, while somebody writes. */
function steps(name, table) {
  const details = make("details", opened.has(name) ? { open: "" } : {}, make("summary", {}, say("nine_steps")), make("div", { class: "wide", tabindex: "0" }, table));
  details.addEventListener("toggle", () => (details.open ? opened.add(name) : opened.delete(name)));
  return details;
}

/** @param {any} trial of a tag */
export function showTag(trial) {
  const taken = make("span", { class: trial.count ? "state running" : "state dead" }, trial.count ? say("takes", { count: number(trial.count) }) : say("takes_nothing"));
  const part = make("section", { class: "trial" }, make("h3", {}, trial.tag, " ", taken));
  if (trial.parents !== undefined) part.append(make("p", { class: "quiet" }, say("in_parents", { successes: number(trial.successes), parents: number(trial.parents) })));
  if (trial.problem) part.append(make("p", { class: trial.count ? "warning" : "fault" }, trial.problem));
  const body = make("tbody", {});
  STEPS.forEach((name, at) => {
    const rows = name === "codes" ? [codes(trial)] : name === "store" ? [{ after: trial.count }] : trial.steps.filter((step) => step.step === name);
    for (const step of rows.length ? rows : [null]) body.append(stepRow(at + 1, name, step));
  });
  const head = make("thead", {}, make("tr", {}, ...["step", "before", "after", "what", "example"].map((word) => make("th", word === "before" || word === "after" ? { class: "n" } : {}, say(`step_${word}`)))));
  part.append(steps(trial.tag, make("table", { class: "steps" }, head, body)));
  const values = trial.values.slice(0, SHOWN).map((value) => make("li", {}, make("code", {}, short(value))));
  if (trial.count > SHOWN) values.push(make("li", { class: "quiet" }, say("more", { count: number(trial.count - SHOWN) })));
  part.append(make("ul", { class: "plain" }, ...values), ...trial.children.map(showTag));
  return part;
}

const codes = (trial) => (trial.starts === undefined ? {} : { note: say("matches", { starts: number(trial.starts), ends: number(trial.ends) }) });

function stepRow(at, name, step) {
  const example = step?.example ? `${short(step.example[0])} → ${short(step.example[1])}` : step?.dropped ? say("without", { value: short(step.dropped) }) : "";
  const cells = [[`${at} ${say(`step_${name}`)}`], [number(step?.before), "n"], [number(step?.after), "n"], [step?.note ?? ""], [example]];
  return make("tr", step ? {} : { class: "unused" }, ...cells.map(([text, look]) => make("td", look ? { class: look } : {}, text)));
}

/** @param {any[]} groups */
export function showGroups(groups) {
  return groups.map((group) => {
    const part = make("section", { class: "trial" }, make("h3", {}, say("group", { name: group.group })));
    for (const text of [group.goes_on, ...group.problems, ...group.notes]) if (text) part.append(make("p", { class: text === group.goes_on ? "quiet" : "warning" }, text));
    const head = make("tr", {}, ...group.columns.map((name) => make("th", {}, name)));
    const rows = group.typed.map((row) => make("tr", {}, ...row.map((value) => make("td", {}, value === null ? "" : short(String(value))))));
    if (rows.length) part.append(make("div", { class: "wide", tabindex: "0" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))));
    return part;
  });
}

/** @param {any[]} rows one a page @param {(hash: string) => void} open */
export function showAll(rows, open) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.tags)))];
  const hasLayers = rows.some((row) => row.layer !== undefined);
  const body = rows.map((row) => {
    const button = make("button", { type: "button" }, row.url);
    button.addEventListener("click", () => open(row.hash));
    const cells = names.map((name) => make("td", { class: name in row.tags ? (row.tags[name] ? "running" : "dead") : "" }, make("span", { class: "state" }, name in row.tags ? say(row.tags[name] ? "yes" : "no") : "–")));
    return make("tr", {}, make("td", {}, button), ...(hasLayers ? [make("td", {}, row.layer)] : []), ...cells);
  });
  const head = make("tr", {}, ...[say("page"), ...(hasLayers ? [say("layer")] : []), ...names].map((name) => make("th", {}, name)));
  return make("div", { class: "wide", tabindex: "0" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...body)));
}
