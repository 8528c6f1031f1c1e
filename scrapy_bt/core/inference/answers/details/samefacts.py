"""Facts that all opened pages have alike, in a list whose other facts differ: `Maker: Ada` below `Price: 5.00`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ....documents.elements import Element
from ..elements.labels import LABELLED
from ..elements.markup import children_of, text_within

LABELS = ("b", "strong", "label", "span", "em", "th", "dt", "small", "i")
"""What may say what stands behind it."""


def same_facts(lines: Iterable[Element], everywhere: Collection[str]) -> set[Element]:
    """The lines of a page that say the same on all pages, labelled as one beside them that does not."""
    told = [(line, (line.getparent(), *labelling)) for line in lines if (labelling := _labelling(line)) is not None]
    differing = {place for line, place in told if text_within(line) not in everywhere}
    return {line for line, place in told if place in differing and text_within(line) in everywhere}


def _labelling(line: Element) -> tuple[str, str] | None:
    """How a line has its label: what it is, and the element that holds the label; None: it has none."""
    children, text = children_of(line), text_within(line)
    if children and children[0].tag in LABELS and not (line.text or "").strip():
        label = text_within(children[0])
        return (str(line.tag), str(children[0].tag)) if label and label != text else None
    return (str(line.tag), "") if LABELLED.fullmatch(text) else None
