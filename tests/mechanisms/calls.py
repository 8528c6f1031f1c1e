"""Calls with numbers, as in JSON-RPC: one finds the numbers of things, the next one reads all of these, sorted."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things, told
from .paging import SHELL, plain

_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SHOWN = ["title", "price", "id"]


def read_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/rpc":
            return html(SHELL)
        try:
            return data({"id": asked.data["id"], "result": list(_result(asked.data["method"], asked.data["params"]))})
        except (KeyError, IndexError, TypeError, AttributeError):
            return data({"error": "no such call"}, status=400)

    return as_site(answer)


def _result(method: str, params: Sequence[Any]) -> Iterator[Any]:
    if method == "thing.search":
        kind = params[0][0][2].strip("%") if params[0] else ""
        yield from [each.number for each in sorted(things(kind), key=lambda each: each.title)[: params[1]]]
    elif method == "thing.read":
        own = {each.number: plain(each) for each in things()}
        yield from ({name: own[number][name] for name in params[1]} for number in params[0])
    else:
        yield from ({"id": number, "name": f"Entry {number}"} for number in params[0])


def browse_read(visitor: Visitor, word: str) -> None:
    """All are shown first, then what was looked for."""
    visitor.visit("/")
    numbers = itertools.count()

    def call(method: str, *params: Any) -> Any:
        asked = {"id": next(numbers), "method": method, "params": [*params, {"language": "en"}]}
        return told(visitor.fetch("/rpc", send=asked))["result"]

    call("menu.read", [3, 7, 9])
    visitor.press("Things", asks=True)
    _show(call("thing.search", [], 40), call)
    visitor.type("word", word)
    _show(call("thing.search", [["title", "ilike", f"%{word}%"]], 40), call)


def _show(found: Sequence[int], call: Any) -> None:
    call("thing.read", sorted(found), _SHOWN)


CALLS = (Mechanism("a call that reads what another one found", read_site, browse_read, _TWO, _THIRD, of_kind),)
