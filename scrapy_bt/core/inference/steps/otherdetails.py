"""On a page about one thing, what leads to others of its kind is no part of it: what is like it, or was bought, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...samples.traffic import Answer
from ..answers.extraction import extract_within, page_of
from ..answers.pages.addresses import joined
from ..answers.rows.rows import RowPattern
from .addresses import AddressKind

_MOSTLY = 0.8
"""How many of the rows lead to others."""
_NEARLY_ALL = 0.85
"""Of what differs between the pages: where rows say more of it, they are what the pages are about."""


def lead_to_others(rows: RowPattern, answers: Sequence[Answer]) -> bool:
    """Whether the rows of pages of one kind lead to further pages of it, and say less than nearly all of these."""
    if rows.each.how != "css" or rows.weight >= _NEARLY_ALL:
        return False
    is_other = others_than(answers)
    links = [link for _, link in rows.fields if link.how == "css" and link.text.endswith("::attr(href)")]
    told = [
        any(is_other(answer, text) for link in links for text in extract_within(row, link))
        for answer in answers
        for row in page_of(answer).elements(rows.each)
    ]
    return sum(told) >= _MOSTLY * max(len(told), 1)


def others_than(answers: Sequence[Answer]) -> Callable[[Answer, str], bool]:
    """What tells of a page and a link on it whether that leads to another page of the kind that all of them are of."""
    urls = list(dict.fromkeys(answer.url for answer in answers))
    kind = AddressKind.of(urls) if len(urls) > 1 else None
    if kind is None or not any(kind.fixed):
        return lambda *_: False

    def is_other(answer: Answer, link: str) -> bool:
        url = joined(page_of(answer).base, link)
        return bool(url) and url != answer.url and kind.has(url)

    return is_other
