"""Rows that say the same on all pages, as chapters by their numbers do, and a menu or a chart, which is no list."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Visitor, as_site, html, things

_COUNTS = {"rope": 12, "kettle": 14, "lamp": 15}
_DISHES = [(f"Dish {letter}", f"{price}.50") for price, letter in enumerate("ABCDEFGHIJ", 2)]
_OWN = {"rope": [("Rope soup", "1.10")], "kettle": [("Kettle pie", "1.30")], "lamp": [("Lamp tea", "1.60")]}
_PARTS = ("Overview", "Files of it", "History of changes", "Who may read it")


def chapters(word: str) -> str:
    number = KINDS.index(word) + 3
    rows = (
        f"<li><a href='/read/{number * 100 + each}'>Chapter {each}</a></li>" for each in range(1, _COUNTS[word] + 1)
    )
    return f"<h1>The {word} saga</h1><ul class=chapters>{''.join(rows)}</ul>"


def dishes(word: str) -> str:
    rows = (f"<tr><td>{dish}</td><td>{price}</td></tr>" for dish, price in [*_DISHES, *_OWN[word]])
    about = f"<h1>Canteen of {word}</h1><p class=about>Beside the {word} tower.</p>"
    return f"{about}<table class=menu>{''.join(rows)}</table>"


def weather(word: str) -> str:
    days = enumerate(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"))
    rows = (f"<li class=day>{day} <img src='/w/{len(word) * (place + 3) % 5}.png'></li>" for place, day in days)
    return f"<h1>Weather of {word}</h1><ul class=days>{''.join(rows)}</ul>"


def with_menu(word: str) -> str:
    links = (f"<li><a href='/shelf/{word}/{part.split()[0].lower()}'>{part}</a></li>" for part in _PARTS)
    first = things(word)[0]
    return f"<ul class=parts>{''.join(links)}</ul><h1>{first.title}</h1><p>Price: <b>{first.price}</b></p>"


def with_chart(word: str) -> str:
    """A chart of how often it was asked for on each day: hardly ever, and other days for each."""
    counts = ((day, int(day % len(word) == 0)) for day in range(10, 24))
    rows = (
        f"<tr><td>{day} May 2026</td><td><a href='/asked/{word}?on={day}'>{count}</a></td></tr>"
        for day, count in counts
    )
    first = things(word)[0]
    return f"<h1>{first.title}</h1><p>Price: <b>{first.price}</b></p><table class=chart>{''.join(rows)}</table>"


def shelves(page: Callable[[str], str]) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word = asked.path.removeprefix("/shelf/")
        if word in KINDS:
            return html(page(word))
        return html("".join(f"<p><a href='/shelf/{kind}'>{kind}</a></p>" for kind in KINDS))

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/shelf/{word}", word)


def _rows(word: str) -> Sequence[Row]:
    return [(f"Chapter {each}",) for each in range(1, _COUNTS[word] + 1)]


def _mechanism(name: str, page: Callable[[str], str], rows: Callable[[str], Sequence[Row]]) -> Mechanism:
    return Mechanism(name, shelves(page), browse, ({"word": "rope"}, {"word": "kettle"}), {"word": "lamp"}, rows)


ALIKE_ROWS = (
    _mechanism("chapters by their numbers", chapters, _rows),
    _mechanism("a menu that hardly differs", dishes, lambda word: [*_DISHES, *_OWN[word]]),
    _mechanism("days with pictures", weather, lambda word: [("Monday",)]),
)
PARTS_OF_PAGE = tuple(
    _mechanism(name, page, lambda word: [(things(word)[0].title, things(word)[0].price)])
    for name, page in (("a menu of the parts of a page", with_menu), ("a chart of a page", with_chart))
)
