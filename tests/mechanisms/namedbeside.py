"""Rows of data that name by keys what stands beside them: it is said of them, and on the screen it stands with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, data, html, things
from .paging import SHELL

_SIZE = 6
_SMITHS = {"red": "Ada Hull", "green": "Bo Lind", "blue": "Cy Marsh", "white": "Di Nowak"}
_NUMBERS = {colour: number for number, colour in enumerate(_SMITHS, 71)}


def _as_resources(own: Sequence[Thing]) -> dict[str, Any]:
    """What is included has keys of its own kind: those of towns are the same numbers."""

    def linked(kind: str, colour: str) -> dict[str, Any]:
        return {"data": {"kind": kind, "id": str(_NUMBERS[colour])}}

    rows = [
        {
            "id": str(each.number),
            "attributes": {"title": each.title},
            "relationships": {"smith": linked("smiths", each.tags[0])},
        }
        for each in own
    ]
    used = sorted({each.tags[0] for each in own})
    smiths = [
        {"kind": "smiths", "id": str(_NUMBERS[colour]), "attributes": {"name": _SMITHS[colour]}} for colour in used
    ]
    towns = [{"kind": "towns", "id": each["id"], "attributes": {"name": "Some town"}} for each in smiths]
    return {"data": rows, "included": [*towns, *smiths]}


def _as_tables(own: Sequence[Thing]) -> dict[str, Any]:
    """Some things have no smith."""
    rows = [{"title": each.title, "smith_id": None if each.number % 7 == 0 else _NUMBERS[each.tags[0]]} for each in own]
    smiths = [{"number": number, "name": _SMITHS[colour]} for colour, number in _NUMBERS.items()]
    return {"wares": rows, "smiths": smiths}


def site_of(write: Callable[[Sequence[Thing]], dict[str, Any]]) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/":
            return html(SHELL)
        own, skip = things(asked.one("of")), int(asked.one("skip", "0"))
        return data({**write(own[skip : skip + _SIZE]), "total": len(own)})

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("of", word)
    for skip in range(0, 24, _SIZE):
        visitor.fetch(f"/wares?of={word}&skip={skip}")


def _made(word: str) -> list[Row]:
    return [(each.title, _SMITHS[each.tags[0]]) for each in things(word)]


def _made_by_some(word: str) -> list[Row]:
    return [(each.title, *([] if each.number % 7 == 0 else [_SMITHS[each.tags[0]]])) for each in things(word)]


_TWO: Any = ({"word": "lamp"}, {"word": "rope"})

NAMEDBESIDE = (
    Mechanism("what is included, by kinds and keys", site_of(_as_resources), browse, _TWO, {"word": "kettle"}, _made),
    Mechanism("a table of what rows name", site_of(_as_tables), browse, _TWO, {"word": "kettle"}, _made_by_some),
)
