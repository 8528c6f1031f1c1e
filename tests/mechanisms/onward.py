"""Lists that go on while they are scrolled: their last row loads what is behind it, and says nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things

_WORDS: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 9
"""Rows of a piece."""


def site_of(row: str, more: str) -> Callable[[], Site]:
    """*row*: of a thing; *more*: the row that loads the next piece, whose address is filled in."""

    def answer(asked: Asked) -> Answer:
        if asked.path != "/piece":
            return html("<input name=word><table id=found></table>")
        word, number = asked.one("word"), int(asked.one("part", "1"))
        found = things(word or "none")
        shown = "".join(row.format(own=own) for own in found[(number - 1) * _SIZE : number * _SIZE])
        onward = more.format(url=f"/piece?word={word}&amp;part={number + 1}") if number * _SIZE < len(found) else ""
        return Answer(200, "", (("Content-Type", "text/html; charset=utf-8"),), f"{shown}{onward}".encode())

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.fetch(f"/piece?word={word}")
    for part in range(2, 3 + (word == "rope")):
        visitor.fetch(f"/piece?word={word}&part={part}")


_CELLS = "<tr><td>{own.title}</td><td>{own.price}</td></tr>"
_ITEM = "<li class=ware><b>{own.title}</b><i>{own.price}</i></li>"

ONWARD = [
    Mechanism(
        "a row that loads more when it is seen",
        site_of(_CELLS, "<tr data-load='{url}' data-when=seen><td>Loading</td></tr>"),
        browse,
        _WORDS,
        _THIRD,
        of_kind,
    ),
    Mechanism(
        "a row with a button for more",
        site_of(_ITEM, "<li class='ware onward'><b><a class=next href='{url}'>Show more</a></b></li>"),
        browse,
        _WORDS,
        _THIRD,
        of_kind,
    ),
]
