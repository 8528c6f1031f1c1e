"""Rows beside the content of a page, as recommendations: HTML itself says that they do not belong to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....documents.elements import Element
from ....samples.traffic import Answer
from ..extraction import page_of
from ..values import Extraction

_TAGS = ("aside", "nav", "footer")
_ROLES = ("complementary", "navigation", "contentinfo")


def within_content(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The rows without those that stand in a margin, where others do not."""
    if each.how != "css":
        return each
    found = [list(_margins(row)) for answer in answers for row in page_of(answer).elements(each)]
    margins = sorted({margin for own in found for margin in own})
    if not margins or all(found):
        return each
    return replace(each, text=each.text + "".join(f":not({margin} *)" for margin in margins))


def is_in_margin(element: Element) -> bool:
    """Whether an element stands beside the content of its page."""
    return next(_margins(element), None) is not None


def _margins(row: Element) -> Iterator[str]:
    """What selects the margins that a row stands in."""
    for element in row.iterancestors():
        role = element.get("role")
        if element.tag in _TAGS:
            yield str(element.tag)
        elif role in _ROLES:
            yield f'[role="{role}"]'
