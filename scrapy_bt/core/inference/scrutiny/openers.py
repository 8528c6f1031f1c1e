"""Pages whose scripts asked for the target: what they are headed is what the person saw of the record."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ...samples.traffic import Answer, Exchange
from ..answers.elements.markup import text_within
from ..answers.extraction import AnswerPage


def heading_of_opener(
    seen: Sequence[Sequence[tuple[Exchange, AnswerPage]]], pages: Sequence[tuple[Answer, Collection[str]]]
) -> str:
    """The heading of the page whose script asked for the first record, if no record says it; else empty.

    *seen*: of each recording, all that came. *pages*: of the target, each with what its record holds.
    Each has such a heading, and no two have the same.
    """
    before = {id(answer): heading for own in seen for answer, heading in _headed(own)}
    headings = [before.get(id(page), "") for page, _ in pages]
    is_told = len(pages) > 1 and all(headings) and len(set(headings)) == len(headings)
    is_said = any(heading in value for heading, (_, held) in zip(headings, pages, strict=True) for value in held)
    return headings[0] if is_told and not is_said else ""


def _headed(seen: Sequence[tuple[Exchange, AnswerPage]]) -> Iterator[tuple[Answer, str]]:
    """The answers that are data, with the heading of the page that was opened last."""
    heading = ""
    for exchange, page in seen:
        if page.json is not None:
            yield page.answer, heading
            continue
        root: Any = page.root
        found = next(root.iter("h1"), None) if hasattr(root, "iter") else None
        if found is not None or exchange.kind == "document":
            heading = text_within(found) if found is not None else ""
