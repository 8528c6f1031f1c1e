"""Rows that a page shows in two of its places, as what is found by its title and by its text, or is new: each once."""

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
    """The rows without those that lead to, and say, the same as one in another part of the page.

    Of a short list above or below the one that has all of its entries, as of what is new, none is left.
    """
    link = next((own for _, own in fields if own.how == "css" and own.text.endswith(_ADDRESS) and not own.all), None)
    if each.how != "css" or link is None:
        return each
    pages = [[row for row in page_of(answer).elements(each) if is_element(row)] for answer in answers]
    for choose, axis in ((_firsts, "preceding"), (_of_whole_list, "following"), (_of_whole_list, "preceding")):
        chosen = [choose(rows, fields, link) for rows in pages]
        if None in chosen or sum(map(len, pages)) - sum(len(own or ()) for own in chosen) < _FEWEST:
            continue
        once = _told(each, link, axis)
        if once is not None and all(
            page_of(one).elements(once) == own for one, own in zip(answers, chosen, strict=True)
        ):
            return once
    return each


def filled(fields: Fields, each: Extraction, answers: Sequence[Answer]) -> Fields:
    """The fields that some of the rows have."""
    rows = [row for answer in answers for row in page_of(answer).elements(each)]
    return tuple((name, own) for name, own in fields if any(extract_within(row, own) for row in rows))


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


def _of_whole_list(rows: Sequence[Any], fields: Fields, link: Extraction) -> list[Any] | None:
    """The rows of the part that has all that the others have; None if there is none, or a row says something else."""
    parts: dict[Any, dict[str, Any]] = {}
    for row in rows:
        parts.setdefault(row.getparent(), {})["".join(extract_within(row, link)[:1])] = row
    whole = max(parts.values(), key=len, default={})
    others = [part for part in parts.values() if part is not whole]
    if sum(map(len, parts.values())) < len(rows) or any(
        "" in part or not part.keys() <= whole.keys() for part in others
    ):
        return None
    pairs = [
        (extract_within(row, own), extract_within(whole[address], own))
        for part in others
        for address, row in part.items()
        for _, own in fields
    ]
    return list(whole.values()) if all(one == other or not (one and other) for one, other in pairs) else None


def _told(each: Extraction, link: Extraction, axis: str) -> Extraction | None:
    """What finds the rows whose address no row before or after them has; None if it cannot be said."""
    try:
        row = HTMLTranslator().css_to_xpath(each.text, prefix="//")
        own = HTMLTranslator().css_to_xpath(link.text.removesuffix(_ADDRESS), prefix=".//")
    except (ExpressionError, SyntaxError):
        return None
    last = row.rpartition("/")[2]
    return Extraction("xpath", f"{row}[not({own}/@href = {axis}::{last}{own.removeprefix('.')}/@href)]")
