"""Details that are asked for with something that no cache has seen: the time, or a number by chance."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, rows_of, things

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
Made = Callable[[Visitor, int], str]
"""What is sent against caches, of the visitor's clock and the number of the request."""


def _chance(seed: int) -> int:
    """Digits without order, the same for a seed each time."""
    return (seed * 48_271 + 11) * 69_621 % 2_147_483_647


def site(*, is_data: bool = True) -> Site:
    def answer(asked: Asked) -> Answer:
        found = next((each for each in things() if str(each.number) == asked.one("id")), None)
        if asked.path == "/thing":
            if found is None or not asked.one("rnd"):
                return html("There is nothing here.", status=404)
            row = f"<h1>{found.title}</h1><dl><dt>Price</dt><dd>{found.price}</dd></dl>"
            return data({"title": found.title, "price": found.price}) if is_data else html(row)
        rows = "".join(
            f"<li class=thing data-id={each.number}><a href=/thing?id={each.number}>{each.title}</a></li>"
            for each in things(asked.one("word"))
        )
        return html(f"<h1>Things</h1><ul>{rows}</ul>")

    return as_site(answer)


def browse(made: Made, visitor: Visitor, word: str, *, is_data: bool) -> None:
    visitor.visit("/list", word=word)
    for place, each in enumerate(things(word)[1:12:5]):
        value = made(visitor, each.number + place)
        if is_data:
            visitor.fetch(f"/thing?id={each.number}&rnd={value}")
        else:
            visitor.visit("/thing", id=each.number, rnd=value)


def _records(word: str) -> list[Row]:
    return rows_of(things(word))


_MADE: dict[str, Made] = {
    "the time": lambda visitor, seed: str(visitor.now() + seed),
    "a fraction by chance": lambda _, seed: f"0.{_chance(seed):010d}{_chance(seed + 7) % 10**6:06d}",
    "a number by chance": lambda _, seed: str(_chance(seed)),
    "letters by chance": lambda _, seed: f"{_chance(seed):x}{_chance(seed + 3):x}",
    "the time and a number": lambda visitor, seed: f"{visitor.now() + seed}{_chance(seed) % 1000:03d}",
}
UNCACHED = tuple(
    Mechanism(
        f"details with {name} against caches{'' if is_data else ', as pages'}",
        partial(site, is_data=is_data),
        partial(browse, made, is_data=is_data),
        _TWO,
        _THIRD,
        _records,
    )
    for name, made in _MADE.items()
    for is_data in (True, False)
)
