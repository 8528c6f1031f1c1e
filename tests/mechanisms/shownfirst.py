"""A list that is shown before another one is chosen, and the pages of that."""

from __future__ import annotations

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


SHOWNFIRST = (
    Mechanism("pages of a list behind another that was shown first", _shelves, _browse_shelves, _TWO, _THIRD, of_kind),
)
