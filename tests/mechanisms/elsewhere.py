"""What a person saw of records stands in another place than these, or comes with recorded input alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .decoys import FORM, browse_details, card, own, site, with_details
from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, data, html, rows_of


def _of_data(what: Any, asked: Asked) -> Answer:
    if asked.path != "/api/stock":
        return html('<input name="q"><div id="stock"></div>')
    return data(what(asked))


def makers_apart(asked: Asked) -> Any:
    """Data whose rows have a maker's number, with the makers beside them."""
    found = own(asked.one("q"))
    return {
        "stock": [{"maker": thing.number, "costs": thing.price} for thing in found],
        "makers": [{"no": thing.number, "called": thing.title} for thing in found],
    }


def as_many_as_asked(asked: Asked) -> Any:
    """Data that ends where it was told to, which is where one of the recordings ends."""
    found = own(asked.one("q"))[: int(asked.one("most", "5"))]
    return {"stock": [{"called": thing.title, "costs": thing.price} for thing in found]}


def browse_data(visitor: Visitor, word: str, most: str = "") -> None:
    visitor.visit("/")
    visitor.type("q", word)
    visitor.fetch(f"/api/stock?q={word}{most}")


def two_columns(found: Sequence[Thing], _: str) -> str:
    rows = [f"<li><i>{each.title}</i> <u>{each.price}</u></li>" for each in found]
    return "".join(f'<ul class="{side}">{"".join(rows[place::2])}</ul>' for place, side in enumerate(("one", "two")))


def told_again(found: Sequence[Thing], word: str) -> str:
    """A list whose first row says what was asked for."""
    rows = [(f"All we have for {word}", str(len(found))), *((each.title, each.price) for each in found)]
    return f"<ul>{''.join(f'<li><i>{name}</i> <u>{price}</u></li>' for name, price in rows)}</ul>"


def unnamed(thing: Thing, _: str) -> str:
    """A page that does not say what it is about."""
    return f"<h1>More</h1><dl><dt>Price</dt><dd>{thing.price}</dd><dt>Number</dt><dd>{thing.number}</dd></dl>"


def led_on() -> Site:
    """A search that leads on to the page of a kind, for the names of some, and shows three of the others."""

    def answer(asked: Asked) -> Answer:
        word = asked.one("q") or asked.path.removeprefix("/kind/")
        if asked.path == "/find" and word in ("lamp", "rope"):
            return Answer(302, "", (("Location", f"/kind/{word}"),), b"")
        found = own(word) if asked.path.startswith("/kind/") else own(word)[:3]
        return html(f"{FORM}<main>{''.join(map(card, found))}</main>")

    return as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/find", q=word)


_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_OTHER = {"word": "kettle"}
_ROWS: Any = lambda word: rows_of(own(word))  # noqa: E731 - one of several functions of a mechanism

ELSEWHERE = (
    Mechanism(
        "names beside numbers", lambda: as_site(partial(_of_data, makers_apart)), browse_data, _TWO, _OTHER, _ROWS
    ),
    Mechanism(
        "as many as were asked for",
        lambda: as_site(partial(_of_data, as_many_as_asked)),
        partial(browse_data, most="&most=9"),
        _TWO,
        _OTHER,
        _ROWS,
    ),
    Mechanism("a list in two columns", partial(site, two_columns, own), browse, _TWO, _OTHER, _ROWS),
    Mechanism("a first row that says what was given", partial(site, told_again, own), browse, _TWO, _OTHER, _ROWS),
    Mechanism("names in the list alone", partial(with_details, unnamed), browse_details, _TWO, _OTHER, _ROWS),
    Mechanism("led on for some words", led_on, browse, _TWO, _OTHER, _ROWS),
)
