"""What a page asks for by itself: for the first of a list of choices, and for what all details need."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, data, html, of_kind, rows_of, things


def preset_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/":
            return html("<h1>Stock</h1><script src=/stock.js></script>")
        if asked.path == "/api/loans":
            return data({"loans": [{"reader": f"r{n}", "shelf": KINDS[n * 5 % 3], "days": 3 * n} for n in range(1, 9)]})
        if asked.path == "/api/shelves":
            return data({"shelves": {name: {"about": f"The {name} shelf has all that is a {name}"} for name in KINDS}})
        if asked.path == "/api/thing":
            one = next(each for each in things() if str(each.number) == asked.one("number"))
            return data({"thing": {"number": one.number, "title": one.title, "price": one.price}})
        if asked.path == "/api/found":
            return data({"found": [{"number": each.number} for each in things(asked.one("word"), 9)]})
        rows = [{"title": each.title, "price": each.price} for each in things(asked.one("shelf"))]
        return data({"stock": rows})

    return as_site(answer)


def browse(visitor: Visitor, shelf: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/loans")
    visitor.press("Stock", asks=True)
    visitor.fetch("/api/stock?shelf=lamp")
    visitor.choose("shelves", shelf, shelf, asks=True)
    visitor.fetch(f"/api/stock?shelf={shelf}")


def details(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.fetch(f"/api/found?word={word}")
    for each in (things(word, 9)[2], things(word, 9)[5]):
        visitor.press(str(each.number), asks=True)
        visitor.fetch("/api/shelves")
        visitor.fetch(f"/api/thing?number={each.number}")
        shelves = "".join(f"<option>The {name} shelf has all that is a {name}</option>" for name in KINDS)
        visitor.leave(f"<h1>{each.title}</h1><p>{each.price}</p><select>{shelves}</select>")


def of_nine(word: str) -> Any:
    return rows_of(things(word, 9))


def of_shelf(shelf: str) -> Any:
    return of_kind(shelf)


_TWO: Any = ({"shelf": "rope"}, {"shelf": "kettle"})

_WORDS: Any = ({"word": "rope"}, {"word": "kettle"})

PRESETS = (
    Mechanism("what is chosen at first", preset_site, browse, _TWO, {"shelf": "lamp"}, of_shelf),
    Mechanism("what all details need beside them", preset_site, details, _WORDS, {"word": "lamp"}, of_nine),
)
