"""Rows beside the content of a page, as recommendations: HTML itself says that they do not belong to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial

from ....documents.elements import Element
from ....samples.traffic import Answer
from ..extraction import page_of
from ..values import Extraction

_TAGS = ("aside", "nav", "footer")
_FEWEST = 3
"""Links of a list of the content."""
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


def menus_among(found: Sequence[Extraction], answers: Sequence[Answer]) -> set[Extraction]:
    """Of these rows those in a margin that lead wherever rows of the content do: a menu of what the page lists, too."""
    pages = [page_of(answer) for answer in answers]
    rows = {each: [page.elements(each) for page in pages] for each in found if each.how == "css"}
    margins = {each for each, own in rows.items() if all(is_in_margin(row) for page in own for row in page)}
    links = {each: [_links(page) for page in own] for each, own in rows.items()}
    listed = [own for each, own in links.items() if each not in margins and max(map(len, own)) >= _FEWEST]
    return {each for each in margins if any(map(partial(_hold, links[each]), listed))}


def _hold(menu: Sequence[AbstractSet[str]], own: Sequence[AbstractSet[str]]) -> bool:
    return all(theirs <= mine for mine, theirs in zip(menu, own, strict=True))


def _links(rows: Iterable[Element]) -> frozenset[str]:
    return frozenset(
        link for row in rows for each in row.iter("a") if (link := each.get("href") or "") not in ("", "#")
    )


def _margins(row: Element) -> Iterator[str]:
    """What selects the margins that a row stands in."""
    for element in row.iterancestors():
        role = element.get("role")
        if element.tag in _TAGS:
            yield str(element.tag)
        elif role in _ROLES:
            yield f'[role="{role}"]'
