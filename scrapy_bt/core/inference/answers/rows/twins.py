"""Rows that a page shows in two of its places, as what is found by its title and by its text: each once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cssselect.xpath import ExpressionError

from ....documents.elements import is_element
from ....samples.traffic import Answer
from ....tree.translators import HTMLTranslator
from ..extraction import extract_within, page_of
from ..values import Extraction, Fields

_ADDRESS = "::attr(href)"
_FEWEST = 2
"""Rows that come again, from which it is no chance."""


def without_twins(each: Extraction, fields: Fields, answers: Sequence[Answer]) -> Extraction:
    """The rows without those that lead to, and say, the same as one in another part of the page before them."""
    link = next((own for _, own in fields if own.how == "css" and own.text.endswith(_ADDRESS) and not own.all), None)
    if each.how != "css" or link is None:
        return each
    pages = [[row for row in page_of(answer).elements(each) if is_element(row)] for answer in answers]
    firsts = [_firsts(rows, fields, link) for rows in pages]
    if any(own is None for own in firsts) or sum(map(len, pages)) - sum(len(own or ()) for own in firsts) < _FEWEST:
        return each
    once = _told(each, link)
    is_told = once is not None and all(
        page_of(one).elements(once) == own for one, own in zip(answers, firsts, strict=True)
    )
    return once if once is not None and is_told else each


def _firsts(rows: Sequence[Any], fields: Fields, link: Extraction) -> list[Any] | None:
    """The rows that equal none before them; None if some lead to the same and say something else, or stand together."""
    known: dict[str, tuple[Any, list[list[str]]]] = {}
    found = []
    for row in rows:
        address = "".join(extract_within(row, link)[:1])
        says = [extract_within(row, extraction) for _, extraction in fields]
        if not address or address not in known:
            known[address] = row, says
            found.append(row)
        elif known[address][1] != says or known[address][0].getparent() is row.getparent():
            return None
    return found


def _told(each: Extraction, link: Extraction) -> Extraction | None:
    """What finds the rows whose address no row before them has; None if it cannot be said."""
    try:
        row = HTMLTranslator().css_to_xpath(each.text, prefix="//")
        own = HTMLTranslator().css_to_xpath(link.text.removesuffix(_ADDRESS), prefix=".//")
    except (ExpressionError, SyntaxError):
        return None
    last = row.rpartition("/")[2]
    return Extraction("xpath", f"{row}[not({own}/@href = preceding::{last}{own.removeprefix('.')}/@href)]")
