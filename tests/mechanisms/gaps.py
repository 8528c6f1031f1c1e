"""Series with pages that have no row: what is listed was filtered after it was parted into pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, data, html, of_kind, things, told

_SIZE = 8
_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_HELD = {1: (0, 10), 3: (10, 17), 4: (17, 23)}
"""By page, which things it shows."""
_LAST = 6
_CURSORS = ["", "q7Zx", "Kp0a", "w3Rt", "b9Lm", "Yd5e"]


def _shown(word: str, page: int) -> list[Thing]:
    first, behind = _HELD.get(page, (0, 0))
    return things(word)[first:behind]


# Links lead over a page without a row, and to two behind the last one with some


def _page(word: str, page: int, found: Sequence[Thing], *, is_last: bool) -> Answer:
    rows = "".join(f"<li class=found><b>{each.title}</b> <i>{each.price}</i></li>" for each in found)
    link = "" if is_last else f'<a rel="next" href="/list?word={word}&amp;page={page + 1}">Next</a>'
    listed = f"<ul>{rows}</ul>" if rows else "<p>Nothing on this page.</p>"
    return html(f"<h1>Things</h1>{listed}<p>{link}</p>")


def linked_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        return _page(word, page, _shown(word, page), is_last=page >= _LAST)

    return as_site(answer)


def browse_to(last: int) -> Callable[..., None]:
    def browse(visitor: Visitor, word: str) -> None:
        visitor.visit("/list", word=word)
        for page in range(2, last + 1):
            visitor.visit("/list", word=word, page=page)

    return browse


# The page behind the last row leads nowhere, or further and further


def behind_site(*, has_end: bool) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        found = things(word)[page * _SIZE - _SIZE : page * _SIZE]
        return _page(word, page, found, is_last=has_end and not found)

    return lambda: as_site(answer)


# The same by a cursor in data


def cursor_site() -> Site:
    def answer(asked: Asked) -> Answer:
        page = _CURSORS.index(asked.one("after")) + 1
        found = [{"title": each.title, "price": each.price} for each in _shown(asked.one("word"), page)]
        return data({"found": found} | ({"after": _CURSORS[page]} if page < _LAST else {}))

    return as_site(answer)


def browse_cursor(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    after = told(visitor.fetch(f"/api?word={word}"))["after"]
    while after:
        after = told(visitor.fetch(f"/api?word={word}&after={after}")).get("after")


GAPS = (
    Mechanism("links over pages without a row", linked_site, browse_to(_LAST), _TWO, _THIRD, of_kind),
    Mechanism("a last page without a row", behind_site(has_end=True), browse_to(4), _TWO, _THIRD, of_kind),
    Mechanism("pages without a row for ever", behind_site(has_end=False), browse_to(4), _TWO, _THIRD, of_kind),
    Mechanism("cursors over pages without a row", cursor_site, browse_cursor, _TWO, _THIRD, of_kind),
)
