"""Rows whose `id` holds the number that a script asks with, behind a word: `<li id="thing_1017">`."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, data, html, of_kind, things

_NUMBERS = {kind: place * 7 + 3 for place, kind in enumerate(KINDS)}


def _chosen_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/group":
            kind = next((kind for kind, number in _NUMBERS.items() if str(number) == asked.one("id")), "")
            return data({"rows": [{"title": each.title, "price": each.price} for each in things(kind)]})
        rows = "".join(
            f'<li id="group_{number}" class=group><span id="mark_{number}"></span><b class=name>{kind}</b>'
            f"<i>{number * 4} in all</i></li>"
            for kind, number in _NUMBERS.items()
        )
        return html(f"<ul id=group_list>{rows}</ul>")

    return as_site(answer)


def _choose(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.press(word, asks=True, tag="b")
    visitor.fetch(f"/api/group?id={_NUMBERS[word]}")


def _listed_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/thing":
            each = next((each for each in things() if str(each.number) == asked.one("id")), None)
            return data({"title": each.title, "price": each.price} if each is not None else {})
        rows = "".join(
            f'<li id="thing_{each.number}" class=thing><b class=name>{each.title}</b></li>'
            for each in things(asked.one("word") or "none")
        )
        few = "".join(f"<li id=fav_{each.number}>{each.title}</li>" for each in things(asked.one("word") or "none")[:6])
        return html(f"<form><input name=word></form><ul>{few}</ul><ul id=thing_list>{rows}</ul>")

    return as_site(answer)


def _open(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.visit("/", word=word)
    for each in things(word)[1:5:3]:
        visitor.press(each.title, asks=True, tag="b")
        visitor.fetch(f"/api/thing?id={each.number}")


_TWO = ({"word": "lamp"}, {"word": "rope"})
_OTHER = {"word": "kettle"}

ROWIDS = (
    Mechanism("a row that was chosen, by the number in its id", _chosen_site, _choose, _TWO, _OTHER, of_kind),
    Mechanism("details by the numbers in the ids of rows", _listed_site, _open, _TWO, _OTHER, of_kind),
)
