"""A list that is shown before another one is chosen, and the pages of that."""

from __future__ import annotations

from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, data, html, of_kind, things
from .paging import SHELL, plain

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 8
_NUMBERS = {kind: place + 1 for place, kind in enumerate(KINDS)}


def _shelves() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/shelves":
            return data([{"id": number, "name": kind} for kind, number in _NUMBERS.items()])
        number, _, rest = asked.path.removeprefix("/api/shelves/").partition("/")
        if rest != "goods":
            return html(SHELL)
        found = [each for kind, own in _NUMBERS.items() if number == str(own) for each in things(kind)]
        first = (int(asked.one("page", "1")) - 1) * _SIZE
        return data(list(map(plain, found[first : first + _SIZE])))

    return as_site(answer)


def _browse_shelves(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/shelves")
    visitor.fetch("/api/shelves/3/goods?page=1&size=8")
    visitor.press(word, asks=True)
    for page in range(1, len(things(word)) // _SIZE + 2):
        visitor.fetch(f"/api/shelves/{_NUMBERS[word]}/goods?page={page}&size=8")
        visitor.press("next page", asks=True)


def _kinds() -> Site:
    def answer(asked: Asked) -> Answer:
        kind, _, rest = asked.path.removeprefix("/api/").partition("/")
        if asked.path == "/api/kinds":
            return data([{"name": kind, "rank": place} for place, kind in enumerate(KINDS)])
        if kind not in KINDS:
            return html(SHELL)
        first = (int(asked.one("page", "1")) - 1) * _SIZE
        shown = [{"title": each.title, "price": each.price} for each in things(kind)[first : first + _SIZE]]
        return data({"items": shown} if rest == "goods" else {"name": kind, "count": len(things(kind))})

    return as_site(answer)


def _browse_default(visitor: Visitor, word: str, *, turns_default: bool = False) -> None:
    """Who wants what is shown first chooses nothing; *turns_default*: others look at all of its pages, too."""
    visitor.visit("/")
    visitor.fetch("/api/kinds")
    for chosen in dict.fromkeys((KINDS[0], word)):
        if chosen != KINDS[0]:
            visitor.press(chosen, asks=True)
        visitor.fetch(f"/api/{chosen}/about")
        is_turned = chosen == word or turns_default
        for page in range(1, len(things(chosen)) // _SIZE + 2 if is_turned else 2):
            visitor.fetch(f"/api/{chosen}/goods?page={page}")
            visitor.press("more", asks=True)


_DEFAULT, _OTHER, _LAST = ({"word": kind} for kind in KINDS)
SHOWNFIRST = (
    Mechanism("pages of a list behind another that was shown first", _shelves, _browse_shelves, _TWO, _THIRD, of_kind),
    Mechanism(
        "what is shown first, wanted by the second recording",
        _kinds,
        _browse_default,
        (_OTHER, _DEFAULT),
        _LAST,
        of_kind,
    ),
)
SHOWNFIRST_UNTOLD = Mechanism(
    "what is shown first, all of which each recording has",
    _kinds,
    partial(_browse_default, turns_default=True),
    (_DEFAULT, _OTHER),
    _LAST,
    of_kind,
)
