"""Facts that all opened pages have alike, in a list whose other facts differ: `Maker: Ada` below `Price: 5.00`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ....documents.elements import Element
from ..elements.classes import kind_of_element
from ..elements.labels import LABELLED
from ..elements.markup import children_of, text_within
from ..elements.neighbours import after, before

LABELS = ("b", "strong", "label", "span", "em", "th", "dt", "small", "i")
"""What may say what stands behind it."""
LONGEST_LABEL = 40


def same_facts(lines: Iterable[Element], everywhere: Collection[str]) -> set[Element]:
    """The lines of a page that say the same on all pages, labelled as others in the same list that do not."""
    told = [(line, place) for line in lines if (place := _within(line) or _behind(line, everywhere))]
    differing = {place for line, place in told if text_within(line) not in everywhere}
    return {line for line, place in told if place in differing and text_within(line) in everywhere}


def _within(line: Element) -> tuple[object, ...]:
    """Where a line is that has its label within it, and how it has it; empty if it has none."""
    children, text = children_of(line), text_within(line)
    begins, label = (line.text or "").strip(), text_within(children[0]) if children else ""
    if children and children[0].tag in LABELS and not begins:
        return (line.getparent(), line.tag, children[0].tag) if label and label != text else ()
    if LABELLED.fullmatch(text):
        return line.getparent(), line.tag
    is_parted = len(children) == 1 and any(map(str.isalpha, begins)) and text.endswith(label) and label != ""
    return (line.getparent(), line.tag, "text", children[0].tag) if is_parted else ()


def _behind(line: Element, everywhere: Collection[str]) -> tuple[object, ...]:
    """The same where the label stands before the line, and says the same on all pages."""
    previous, parent = before(line), line.getparent()
    label = "" if previous is None else text_within(previous)
    if previous is None or parent is None or label not in everywhere or not _may_be_label(label):
        return ()
    is_apart = before(previous) is None and after(line) is None
    around = (parent.getparent(), kind_of_element(parent)) if is_apart else (parent,)
    return *around, kind_of_element(previous), kind_of_element(line)


def _may_be_label(text: str) -> bool:
    return 0 < len(text) <= LONGEST_LABEL and any(map(str.isalpha, text))
