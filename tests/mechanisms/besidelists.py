"""Details that stand beside their list on the screen; and at addresses that a script makes of titles."""

from __future__ import annotations

import re
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, data, html, of_kind, things

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def slug_of(thing: Thing) -> str:
    return re.sub(r"[^a-z0-9]+", "-", thing.title.casefold()).strip("-")


def _site(*, by_title: bool, has_pages: bool = False) -> Site:
    """Entries by their numbers, or *by_title*; *has_pages*: these are pages, and not data."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/things":
            return data([{"number": each.number, "title": each.title} for each in things(asked.one("kind"))])
        key = asked.path.rpartition("/")[2]
        each = next((each for each in things() if key == (slug_of(each) if by_title else str(each.number))), None)
        if each is None:
            return html("<div id=app></div>", status=200 if asked.path == "/" else 404)
        if has_pages:
            return html(f"<main><h1>{each.title}</h1><p>Price: <b>{each.price}</b></p></main>")
        return data({"title": each.title, "price": each.price, "tags": list(each.tags)})

    return as_site(answer)


def _browse(visitor: Visitor, word: str, *, by_title: bool, has_pages: bool = False) -> None:
    visitor.visit("/")
    visitor.choose("kind", word, word, asks=True)
    visitor.fetch(f"/api/things?kind={word}")
    opened = things(word)[1:6:3]
    for each in opened:
        key = slug_of(each) if by_title else str(each.number)
        visitor.press(each.title, asks=True, tag="li")
        if has_pages:
            visitor.visit(f"/things/{key}")
        else:
            visitor.fetch(f"/api/things/{key}")
    last = opened[-1]
    listed = "" if has_pages else "".join(f"<li>{each.title}" for each in things(word))
    visitor.leave(
        f"<ul>{listed}</ul><main><h2>{last.title}</h2><p>Price: <b>{last.price}</b></p>{' '.join(last.tags)}</main>"
    )


def _mechanism(name: str, *, by_title: bool, has_pages: bool = False) -> Mechanism:
    return Mechanism(
        name,
        lambda: _site(by_title=by_title, has_pages=has_pages),
        lambda visitor, word: _browse(visitor, word, by_title=by_title, has_pages=has_pages),
        _TWO,
        _THIRD,
        of_kind,
    )


BESIDELISTS = (
    _mechanism("details that stand beside their list", by_title=False),
    _mechanism("details at addresses that a script makes of titles", by_title=True),
    _mechanism("pages at addresses that a script makes of titles", by_title=True, has_pages=True),
)
