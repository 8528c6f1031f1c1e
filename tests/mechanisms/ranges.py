"""Pages that are asked for by the numbers of their first and last rows, as grids of data do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things
from .paging import SHELL, plain

_WORDS: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 10
"""Rows of a page."""
Bounds = Callable[[Asked], tuple[int, int, str]]
"""The number of the first row that is asked for, that behind the last, and the word."""


def site_of(bounds: Bounds) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/rows":
            return html(SHELL)
        try:
            first, last, word = bounds(asked)
        except (KeyError, TypeError, ValueError):
            return data({"error": "which rows?"}, status=400)
        found = things(word or "none")
        return data({"rows": [plain(each) for each in found[first:last]], "lastRow": len(found)})

    return lambda: as_site(answer)


def browse(ask: Callable[[Visitor, int, str], Any]) -> Callable[..., None]:
    def browsed(visitor: Visitor, word: str) -> None:
        visitor.visit("/")
        visitor.type("word", word)
        for first in range(0, (3 if word == "rope" else 2) * _SIZE, _SIZE):
            ask(visitor, first, word)

    return browsed


def of_body(asked: Asked) -> tuple[int, int, str]:
    return int(asked.data["from"]), int(asked.data["until"]), asked.data["filters"]["kind"]


def ask_by_body(visitor: Visitor, first: int, word: str) -> None:
    visitor.fetch("/rows", send={"from": first, "until": first + _SIZE, "sorted": [], "filters": {"kind": word}})


def of_query(asked: Asked) -> tuple[int, int, str]:
    return int(asked.one("_from")), int(asked.one("_to")), asked.one("kind")


def ask_by_query(visitor: Visitor, first: int, word: str) -> None:
    visitor.fetch(f"/rows?kind={word}&_from={first}&_to={first + _SIZE}")


def of_list(asked: Asked) -> tuple[int, int, str]:
    first, last = json.loads(asked.one("range"))
    return first, last + 1, asked.one("kind")


def ask_by_list(visitor: Visitor, first: int, word: str) -> None:
    visitor.fetch(f"/rows?kind={word}&range=%5B{first}%2C{first + _SIZE - 1}%5D")


RANGES = [
    Mechanism("rows from one to another", site_of(of_body), browse(ask_by_body), _WORDS, _THIRD, of_kind),
    Mechanism("rows by two parameters", site_of(of_query), browse(ask_by_query), _WORDS, _THIRD, of_kind),
    Mechanism("rows by a list of two numbers", site_of(of_list), browse(ask_by_list), _WORDS, _THIRD, of_kind),
]
