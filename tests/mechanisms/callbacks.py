"""An application with one address for all that its scripts ask for, which says with each request what caused it."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things

_SIZE = 8
"""Rows of a piece."""


def callbacks_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/":
            return html("<h1>Things</h1><input name=word><button>Find</button><button>More</button>")
        given = asked.data or {}
        inputs = {each.get("id"): each.get("value") for each in given.get("inputs", ())}
        if given.get("output") == "from":
            return data({"response": {"from": {"data": (inputs.get("more") or 0) * _SIZE}}})
        found = things(inputs.get("word") or "none")[inputs.get("from") or 0 :][:_SIZE]
        rows = [{"title": each.title, "price": each.price} for each in found]
        return data({"response": {"found": {"rows": rows, "count": len(rows), "kind": "rows"}}})

    return as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    for number in range(3):
        cause = "more" if number else "find"
        visitor.fetch(
            "/update", send={"output": "from", "inputs": [{"id": "more", "value": number}], "changed": [cause]}
        )
        inputs = [{"id": "from", "value": number * _SIZE}, {"id": "word", "value": word}]
        changed = ["from"] if number else ["find"]
        visitor.fetch("/update", send={"output": "found", "inputs": inputs, "changed": changed})


_TWO: Any = ({"word": "lamp"}, {"word": "rope"})

CALLBACKS = (Mechanism("first rows for another cause", callbacks_site, browse, _TWO, {"word": "kettle"}, of_kind),)
