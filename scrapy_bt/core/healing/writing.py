"""Writes selectors for an element: short ones that hold, tried on all pages that are there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log2

from ..documents.elements import Element
from .fields import FieldReading, run_path
from .pages import Candidate, Page, seen_text
from .steps import Finder, Path, PathStep, steps_to

_ANCHORS = 7
_MOST = 260
_LABEL = 40


@dataclass(frozen=True, slots=True)
class Written:
    """A selector of an element, as CSS or as an XPath."""

    text: str
    cost: float
    hits: int
    """The number of elements that it finds on the first page, of which the first is meant."""
    path: Path | None = None
    """The steps that it is made of, if any."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldTarget:
    """The place of a field on one page."""

    page: Page
    candidate: Candidate
    finder: Finder


def target_of(page: Page, candidate: Candidate, reading: FieldReading | None = None) -> FieldTarget:
    """Prepare a page for trying selectors; of the elements with the same text only those from which *reading* reads."""
    if reading is not None and not reading.is_of_elements:
        chain = tuple(element for element in candidate.chain if reading.reads(element))
        candidate = replace(candidate, chain=chain or candidate.chain)
    return FieldTarget(page, candidate, page.finder)


def write_selectors(targets: Sequence[FieldTarget], *, most: int = 5, alone: bool = False) -> list[Written]:
    """Selectors whose first hit is the field on every page, the firmest first; one by position if there is no other.

    *alone*: those that find nothing else.
    """
    enough = 2 if alone else 1
    first, others = targets[0], targets[1:]
    found: dict[str, Written] = {}
    for path in _paths(first.candidate):
        css = path.css
        if css in found:
            continue
        hits = first.finder.find(path)
        if not _fits(first, hits, alone=alone):
            continue
        if not all(_fits(other, other.finder.find(path, enough), alone=alone) for other in others):
            continue
        found[css] = Written(css, path.cost + _crowd(hits), len(hits), path)
    for text, cost in _labelled(first.candidate):
        elements = run_path(first.page, text)
        if _fits(first, elements, alone=alone) and all(
            _fits(other, run_path(other.page, text), alone=alone) for other in others
        ):
            found[text] = Written(text, cost, len(elements))
    best = sorted(found.values(), key=lambda one: (one.cost, len(one.text), one.text))[:most]
    if not best and not others:
        return [Written(first.page.tree.getpath(first.candidate.outer), 20.0, 1)]
    return best


def _fits(target: FieldTarget, hits: Sequence[Element], *, alone: bool) -> bool:
    return bool(hits) and hits[0] in target.candidate.chain and not (alone and len(hits) > 1)


def _crowd(hits: Sequence[Element]) -> float:
    """The cost where a selector finds more than is meant; it is small where these are siblings."""
    if len(hits) == 1:
        return 0.0
    parent = hits[0].getparent()
    siblings = sum(hit.getparent() is parent for hit in hits)
    return (0.1 if siblings == len(hits) else 0.35) * log2(len(hits)) + 0.1


def _paths(candidate: Candidate) -> list[Path]:
    paths: list[Path] = []
    for element in reversed(candidate.chain[-3:]):
        own = steps_to(element)
        direct = steps_to(element, child=True)
        paths += [Path((step,)) for step in own]
        anchors = anchors_of(element)
        near = anchors[0][1] if anchors else []
        for step in direct[:4]:
            paths += [Path((anchor, step)) for anchor in near[:4]]
        for _, around in anchors:
            for anchor in around[:2]:
                paths += [Path((anchor, step)) for step in own[:4]]
        for at, (_, around) in enumerate(anchors[1:4], 1):
            for anchor in around[:1]:
                for inner in anchors[at - 1][1][:2]:
                    paths += [Path((anchor, inner, step)) for step in direct[:2]]
                    paths += [Path((anchor, inner, step)) for step in own[:2]]
        if len(paths) > _MOST * 2:
            break
    return sorted(paths, key=lambda path: path.cost)[:_MOST]


def anchors_of(element: Element) -> list[tuple[Element, list[PathStep]]]:
    """The elements around an element, from inside to outside, with the steps that they fit."""
    found = []
    at = element.getparent()
    for _ in range(_ANCHORS):
        if at is None or at.tag in ("html", "body"):
            break
        found.append((at, steps_to(at)))
        at = at.getparent()
    return found


def _labelled(candidate: Candidate) -> list[tuple[str, float]]:
    """XPaths that start from the label before an element."""
    found = []
    for element in candidate.chain:
        before = element.getprevious()
        if before is None or not isinstance(before.tag, str):
            continue
        label = seen_text(before, most=_LABEL + 1)
        if 1 < len(label) <= _LABEL and '"' not in label and not any(char.isdigit() for char in label):
            path = f'//{before.tag}[normalize-space()="{label}"]/following-sibling::{element.tag}[1]'
            cost = 0.4 if before.tag in ("dt", "th") or label.endswith(":") else 1.3
            found.append((path, cost))
    return found
