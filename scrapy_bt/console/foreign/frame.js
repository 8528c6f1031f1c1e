"use strict";
// Marks places of the source that the page around this frame names, and tells it which text was clicked.
const KINDS = ["pieces", "starts", "ends", "values"];
const texts = [...document.querySelectorAll("bt-t")].map((element) => ({ element, start: Number(element.dataset.s), end: element.dataset.e ? Number(element.dataset.e) : Number(element.dataset.s) + element.textContent.length }));
texts.sort((one, other) => one.start - other.start);
const tags = [...document.querySelectorAll("body [data-s]:not(bt-t)")].map((element) => ({ element, start: Number(element.dataset.s), end: Number(element.dataset.e) }));
tags.sort((one, other) => one.start - other.start);

// Not `scrollIntoView`, which would move the page around this frame, too.
function show(element) {
  const { top, height } = element.getBoundingClientRect();
  scrollBy(0, top - Math.max(0, (innerHeight - height) / 2));
}

function* within(parts, [start, end]) {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle].end <= start) low = middle + 1;
    else high = middle;
  }
  for (; low < parts.length && parts[low].start < end; low += 1) yield parts[low];
}

function mark(places, first) {
  for (const { element } of tags) element.classList.remove(...KINDS);
  CSS.highlights.clear();
  let seen = null;
  KINDS.forEach((kind, number) => {
    const ranges = [];
    for (const place of places[kind] ?? []) {
      for (const { element, start, end } of within(texts, place)) {
        const node = element.firstChild;
        if (!node) continue;
        const isWhole = element.dataset.e !== undefined;
        const range = document.createRange();
        range.setStart(node, isWhole ? 0 : Math.max(0, place[0] - start));
        range.setEnd(node, isWhole ? node.length : Math.min(node.length, place[1] - start));
        ranges.push(range);
        if (kind === "values" || kind === "pieces") seen ??= element;
      }
      for (const { element, start, end } of within(tags, place)) if (start < place[0] || end > place[1]) element.classList.add(kind);
    }
    const highlight = new Highlight(...ranges);
    highlight.priority = number;
    CSS.highlights.set(kind, highlight);
  });
  if (first && seen) show(seen);
}

// Pages of a redesign: elements by their numbers, and those by which two frames are scrolled together.
const numbered = new Map([...document.querySelectorAll("[data-n]")].map((element) => [Number(element.dataset.n), element]));
let watched = [];
let moved = 0;

function outline(elements, scroll) {
  for (const element of numbered.values()) for (const name of [...element.classList]) if (name.startsWith("is-")) element.classList.remove(name);
  let first = null;
  for (const [name, numbers] of Object.entries(elements)) {
    for (const number of numbers) {
      numbered.get(number)?.classList.add(`is-${name}`);
      first ??= numbered.get(number);
    }
  }
  if (scroll && first) show(first);
}

function follow(number, top) {
  const element = numbered.get(number);
  if (!element) return;
  moved = Date.now();
  scrollBy(0, element.getBoundingClientRect().top - top);
}

addEventListener("scroll", () => {
  if (Date.now() - moved < 200) return;
  const seen = watched.find((number) => (numbered.get(number)?.getBoundingClientRect().top ?? -1) >= 0);
  if (seen !== undefined) parent.postMessage({ seen, top: numbered.get(seen).getBoundingClientRect().top }, "*");
});
addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (data.places) mark(data.places, data.scroll);
  if (data.watched) watched = data.watched;
  if (data.elements) outline(data.elements, data.scroll);
  if (data.follow) follow(data.follow[0], data.follow[1]);
});
function choose(target) {
  const element = target.closest("bt-t");
  const part = target.closest("[data-n]");
  if (part) parent.postMessage({ picked: Number(part.dataset.n) }, "*");
  if (element) parent.postMessage({ chosen: Number(element.dataset.s) }, "*");
}

document.addEventListener("click", (event) => {
  event.preventDefault();
  choose(event.target);
});

// By keyboard: arrows go from text to text, and Enter chooses the one that is reached.
const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
const choices = [...document.querySelectorAll("bt-t, [data-n]")].filter(hasText);
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
document.body.tabIndex = 0;
document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const at = choices.indexOf(document.activeElement);
  if (step) {
    event.preventDefault();
    const next = choices[Math.min(choices.length - 1, Math.max(0, at + step))];
    if (!next) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    show(next);
  } else if (event.key === "Enter" && at >= 0) {
    event.preventDefault();
    choose(choices[at]);
  }
});
parent.postMessage({ ready: true }, "*");
