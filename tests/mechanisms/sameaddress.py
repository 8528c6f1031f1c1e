"""Details that are asked for at the address of their list, by another parameter; a list of one thing answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, data, html, things
from .paging import SHELL

_SIZE = 6
_Wrapped = Callable[[list[dict[str, Any]], dict[str, int]], Any]
"""What is answered: rows, and what is said of their pages."""


def _brief(thing: Thing) -> dict[str, Any]:
    maker = {"data": {"id": thing.number % 5, "attributes": {"name": f"Maker {thing.number % 5}"}}}
    return {
        "id": thing.number,
        "attributes": {"title": thing.title, "slug": f"no-{thing.number}", "price": thing.price, "maker": maker},
    }


def _whole(thing: Thing) -> dict[str, Any]:
    told = _brief(thing)
    return {**told, "attributes": {**told["attributes"], "story": f"Made in room {thing.number * 7}"}}


def site(wrapped: _Wrapped) -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/things":
            return html(SHELL)
        every = [each for word in ("lamp", "rope", "kettle") for each in things(word)]
        if slug := asked.one("filters[slug]"):
            found = [_whole(each) for each in every if f"no-{each.number}" == slug]
            return data(wrapped(found, {"page": 1, "pageCount": 1, "total": len(found)}))
        page, own = int(asked.one("page", "1")), [each for each in every if asked.one("filters[kind]") in each.title]
        told = {"page": page, "pageCount": -(-len(own) // _SIZE), "total": len(own)}
        return data(wrapped([_brief(each) for each in own[_SIZE * (page - 1) : _SIZE * page]], told))

    return as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/things?page=1&populate=all")
    visitor.type("word", word)
    visitor.fetch(f"/api/things?filters[kind]={word}&page=1&populate=all")
    for place in (1, 3, _SIZE + 1):
        if place > _SIZE:
            visitor.press("Next", asks=True)
            visitor.fetch(f"/api/things?filters[kind]={word}&page=2&populate=all")
        own = things(word)[place]
        visitor.press(own.title, asks=True)
        visitor.fetch(f"/api/things?filters[slug]=no-{own.number}&populate=all")


def told_of(word: str) -> Sequence[Row]:
    return [
        (each.title, each.price, f"Maker {each.number % 5}", f"Made in room {each.number * 7}") for each in things(word)
    ]


_WRAPPED: dict[str, _Wrapped] = {
    "with what is said of the pages": lambda rows, told: {"data": rows, "meta": {"pagination": told}},
    "deep within": lambda rows, told: {"result": {"hits": {"hits": rows, **told}}},
}

SAMEADDRESS = tuple(
    Mechanism(
        f"details at the address of their list, {name}",
        partial(site, wrapped),
        browse,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        told_of,
    )
    for name, wrapped in _WRAPPED.items()
)
