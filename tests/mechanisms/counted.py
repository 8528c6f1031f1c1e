"""Numbers of pages, and the size of a page, that rows hold as numbers of something else, too."""

from __future__ import annotations

from functools import partial

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, data, html, of_kind, things
from .paging import SHELL

_SIZE = 5
_ORDERS = {
    "": lambda thing: thing.number,
    "price": lambda thing: float(thing.price),
    "title": lambda thing: thing.title,
}


def _row(thing: Thing, place: int) -> dict[str, object]:
    return {"title": thing.title, "price": thing.price, "maker": {"id": place % 7, "name": f"Maker {place % 7}"}}


def site() -> Site:
    """A list of things by a word, a page and an order, each with its maker, of whom there are seven."""

    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/things":
            return html(SHELL)
        by, _, way = asked.one("sort").partition(",")
        own = sorted(things(asked.one("word")), key=_ORDERS[by], reverse=way == "desc")
        begin = int(asked.one("page", "0")) * _SIZE
        return data([_row(each, begin + n) for n, each in enumerate(own[begin : begin + _SIZE])])

    return as_site(answer)


def browse(visitor: Visitor, word: str, orders: tuple[str, ...]) -> None:
    visitor.visit("/")
    if len(orders) > 1:
        visitor.fetch(f"/api/things?page=0&size={_SIZE}&sort=")
    visitor.type("word", word)
    for order in orders:
        visitor.press("Sort", asks=True)
        visitor.fetch(f"/api/things?word={word}&page=0&size={_SIZE}&sort={order}")
    for page in range(1, 5):
        visitor.press("Next", asks=True)
        visitor.fetch(f"/api/things?word={word}&page={page}&size={_SIZE}&sort={orders[-1]}")


COUNTED = tuple(
    Mechanism(
        f"page numbers that rows hold, too, {name}",
        site,
        partial(browse, orders=orders),
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    )
    for name, orders in (
        ("in one order", ("price,asc",)),
        ("in another order", ("title,asc", "price,asc", "price,desc")),
    )
)
