"""What stands behind labels of one text with it, in lines between breaks, and side by side without a word between."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Thing, Visitor, as_site, html, things

_COUNTS = {"lamp": 9, "rope": 7, "kettle": 14}
_TOWNS = ("Oslo", "Lima", "Bergen", "Quito")
Card = Callable[[Thing], str]


def _own(word: str) -> list[Thing]:
    return things(word, _COUNTS.get(word, 0))


def _town(thing: Thing) -> str:
    """Where it was made, which is told of some things alone, so that what stands behind it has another place."""
    number = sha256(str(thing.number).encode()).digest()[0]
    return _TOWNS[number % 4] if number % 3 else ""


def items(thing: Thing) -> str:
    town = f"<li>Made in: {_town(thing)}</li>" if _town(thing) else ""
    told = f"{town}<li>Price: {thing.price}</li><li>Colour: {thing.tags[0]}</li>"
    return f"<div class='good'><h4>{thing.title}</h4><ul>{told}</ul></div>"


def breaks(thing: Thing) -> str:
    town = f"{_town(thing)}<br>" if _town(thing) else ""
    lines = f"{town}Price: {thing.price}<br>Colour: {thing.tags[0]}"
    return f"<p class='good'><strong>{thing.title}</strong><br>{lines}</p>"


def prices(thing: Thing) -> str:
    """Beside some prices stands the one before."""
    before = f"<del>{float(thing.price) + 1:.2f}</del> " if _town(thing) else ""
    return f"<h2 class='called'>{thing.title}</h2><div class='cost'>{before}<ins>{thing.price}</ins></div>"


def list_of(card: Card) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        found = "".join(map(card, _own(asked.one("q"))))
        return html(f'<form action="/find"><input name="q"></form><div id="found">{found}</div>')

    return lambda: as_site(answer)


def browse_list(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/find", q=word)


def pages_of(card: Card) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        thing = next((each for word in KINDS for each in _own(word) if asked.path == f"/good/{each.number}"), None)
        if thing is not None:
            return html(f"<main>{card(thing)}</main>")
        links = "".join(f'<li><a href="/good/{each.number}">{each.title}</a></li>' for each in _own(asked.one("q")))
        return html(f'<form action="/find"><input name="q"></form><ul class="hits">{links}</ul>')

    return lambda: as_site(answer)


def browse_pages(visitor: Visitor, word: str) -> None:
    for place in (1, 3, 4):
        visitor.visit("/find", q=word)
        thing = _own(word)[place]
        visitor.click(f"/good/{thing.number}", thing.title)


def labelled(word: str) -> list[Row]:
    return [(each.title, each.price, each.tags[0]) for each in _own(word)]


def priced(word: str) -> list[Row]:
    return [(each.title, each.price) for each in _own(word)]


_TWO, _THIRD = ({"word": "lamp"}, {"word": "rope"}), {"word": "kettle"}
MARKS = (
    Mechanism("items with labels", list_of(items), browse_list, _TWO, _THIRD, labelled),
    Mechanism("lines with labels", list_of(breaks), browse_list, _TWO, _THIRD, labelled),
    Mechanism("a page of lines with labels", pages_of(breaks), browse_pages, _TWO, _THIRD, labelled),
    Mechanism("a price beside the one before", pages_of(prices), browse_pages, _TWO, _THIRD, priced),
)
