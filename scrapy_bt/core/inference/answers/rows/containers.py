"""Of rows of one kind in several parts of a page, as a menu and a list, those of the list."""

from __future__ import annotations

from collections.abc import Sequence

from ....documents.elements import is_element
from ....samples.traffic import Answer
from ..elements.markup import text_within
from ..extraction import page_of
from ..values import Extraction
from .rows import holder_of


def of_one_container(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The rows without those of parts that say the same on all pages, if the others stand in one part."""
    if each.how != "css" or ">" in each.text or len(answers) < 2:
        return each
    pages = [_by_holder(each, answer) for answer in answers]
    holders = set[str]().union(*pages)
    same = {holder for holder in holders if all(own.get(holder) == pages[0].get(holder) for own in pages)}
    rest = holders - same
    return Extraction("css", f"{rest.pop()} > {each.text}") if same and len(rest) == 1 else each


def _by_holder(each: Extraction, answer: Answer) -> dict[str, list[str]]:
    """What rows say, by what finds the elements that they stand in."""
    found: dict[str, list[str]] = {}
    for row in page_of(answer).elements(each):
        if is_element(row) and row.getparent() is not None:
            found.setdefault(holder_of(row.getparent()), []).append(text_within(row))
    return found
