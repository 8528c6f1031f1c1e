"""A list whose first page is asked for by fewer names than those behind it, and that has no links between them."""

from __future__ import annotations

from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, rows_of, things

_SIZE = 8
_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def site_of(first: int = 1, *, is_data: bool = False, view: str = "") -> Site:
    """*first*: the number of the first page; *is_data*: scripts draw the rows of JSON; *view*: only pages with it."""

    def answer(asked: Asked) -> Answer:
        page = int(asked.one("page", str(first))) - first
        found = things(asked.path.rpartition("/")[2])[page * _SIZE : page * _SIZE + _SIZE]
        if view and page and asked.one("view") != view:
            found = []
        if is_data and not asked.path.startswith("/api/"):
            return html("<div id=app></div>")
        if is_data:
            return data({"things": [{"title": each.title, "price": each.price} for each in found]})
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in found)
        return html(f"<h1>Things</h1><table class=things><tbody>{rows}</tbody></table>")

    return as_site(answer)


def browse(visitor: Visitor, word: str, *, first: int, turned: int) -> None:
    visitor.visit(f"/list/{word}", lang="en")
    for page in range(first + 1, first + 1 + turned):
        visitor.visit(f"/list/{word}", page=page, sort="title", lang="en")


def browse_viewed(visitor: Visitor, word: str) -> None:
    visitor.visit(f"/list/{word}", lang="en")
    visitor.visit(f"/list/{word}", page=2, view="plain", lang="en")


def browse_data(visitor: Visitor, word: str, *, turned: int) -> None:
    visitor.visit("/")
    visitor.fetch(f"/api/{word}?lang=en")
    for page in range(2, 2 + turned):
        visitor.fetch(f"/api/{word}?page={page}&sort=title&lang=en")


def scripted_site(*, has_first: bool = True) -> Site:
    """A page that brings its first rows itself; scripts ask at its address for further ones, maybe for these."""

    def answer(asked: Asked) -> Answer:
        word, page = asked.path.removeprefix("/shelf/"), int(asked.one("page", "1"))
        shown = things(word or "none")[(page - 1) * _SIZE : page * _SIZE]
        if asked.one("ajax"):
            told = [{"title": each.title, "price": each.price} for each in shown if has_first or page > 1]
            return data({"rows": told})
        return html(f"<div id=shelf>{''.join(f'<p>{each.title}, {each.price}</p>' for each in shown)}</div>")

    return as_site(answer)


def browse_scripted(visitor: Visitor, word: str) -> None:
    visitor.visit(f"/shelf/{word}")
    for page in (2, 3):
        visitor.fetch(f"/shelf/{word}?page={page}&ajax=true")


def _records(word: str) -> list[Row]:
    return rows_of(things(word))


BAREFIRST = (
    *(
        Mechanism(
            f"a first page by fewer names, {turned} more from {first}",
            partial(site_of, first),
            partial(browse, first=first, turned=turned),
            _TWO,
            _THIRD,
            _records,
        )
        for first, turned in ((1, 2), (0, 2), (1, 1))
    ),
    Mechanism(
        "a first page by fewer names, in data",
        partial(site_of, is_data=True),
        partial(browse_data, turned=2),
        _TWO,
        _THIRD,
        _records,
    ),
    Mechanism("a first page that the page itself brings", scripted_site, browse_scripted, _TWO, _THIRD, _records),
)
BAREFIRST_UNTOLD = (
    Mechanism(
        "a first page that the page alone brings",
        partial(scripted_site, has_first=False),
        browse_scripted,
        _TWO,
        _THIRD,
        _records,
    ),
    Mechanism(
        "a first page by fewer names, one more by names of its own",
        partial(site_of, view="plain"),
        browse_viewed,
        _TWO,
        _THIRD,
        _records,
    ),
)
