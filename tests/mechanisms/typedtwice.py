"""A typed word that a script sends as well for something else: of one recording, what was sent before tells."""

from __future__ import annotations

from collections.abc import Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, rows_of, things


def _wanted(word: str) -> Sequence[Row]:
    return rows_of([each for each in things() if word in each.title.lower()])


def _site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/stock.json":
            return html("<h1>Stock</h1><input name=filter><div id=app></div>")
        found = _wanted(asked.one("text").lower() or asked.one("part").lower()) if asked.one("view") == "lamp" else []
        return data({"stock": [{"title": title, "price": price} for title, price in found]})

    return as_site(answer)


def _browse(visitor: Visitor, word: str, shown: str, name: str) -> None:
    visitor.visit("/")
    if shown:
        visitor.fetch(f"/stock.json?{shown}")
    visitor.type("filter", word)
    visitor.press("Find", asks=True, tag="button")
    visitor.fetch(f"/stock.json?{name}={word}&view=lamp")


TYPEDTWICE = tuple(
    Mechanism(
        f"a word that a script sends, too: {told}",
        _site,
        lambda visitor, word, shown=shown, name=name: _browse(visitor, word, shown, name),
        ({"word": "lamp"},),
        {"word": "rope"},
        _wanted,
    )
    for told, shown, name in (
        ("the list was shown before", "text=&view=lamp", "text"),
        ("it is sent by a name of its own", "", "text"),
        ("the list was shown without it, whatever its name", "view=lamp", "part"),
    )
)
