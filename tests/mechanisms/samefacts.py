"""Details whose lists of facts have one that all opened pages have alike, and others have otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .details import browse
from .mechanism import Asked, Mechanism, Row, Thing, as_site, html, things

_LAYOUTS = {
    "lines with a bold label": "<p><b>Price:</b> {p}</p><p><b>Shelf:</b> {s}</p><p><b>Number:</b> {n}</p>",
    "lines of one text": "<ul><li>Price: {p}</li><li>Shelf: {s}</li><li>Number: {n}</li></ul>",
    "labels without a colon": "<div><i>Price</i> {p}</div><div><i>Shelf</i> {s}</div><div><i>Number</i> {n}</div>",
    "lines with a bold value": "<div>Price <b>{p}</b></div><div>Shelf <b>{s}</b></div><div>Number <b>{n}</b></div>",
    "a sentence of parts": "<p>For <b>{p}</b> at <i>{s}</i> as <u>{n}</u></p>",
    "cells": "<table><tr><td>Price<td>{p}<tr><td>Shelf<td>{s}<tr><td>Number<td>{n}</table>",
    "headings": "<h3>Price</h3><p>{p}</p><h3>Shelf</h3><p>{s}</p><h3>Number</h3><p>{n}</p>",
    "pairs of blocks": "<div class=r><div class=l>Price</div><div class=v>{p}</div></div>"
    "<div class=r><div class=l>Shelf</div><div class=v>{s}</div></div>"
    "<div class=r><div class=l>Number</div><div class=v>{n}</div></div>",
    "a list of terms": "<dl><dt>Price</dt><dd>{p}</dd><dt>Shelf</dt><dd>{s}</dd><dt>Number</dt><dd>{n}</dd></dl>",
}


def shelf_of(each: Thing) -> str:
    """The same for those that are opened."""
    return "near the door" if (each.number - 1000) // 97 % 3 == 1 else "upstairs"


def _serve(layout: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word, number = asked.one("word"), asked.path.rpartition("/")[2]
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == number)
            facts = layout.format(p=each.price, s=shelf_of(each), n=each.number)
            return html(f"<main><h1>{each.title}</h1>{facts}</main><footer><p>Open: all day</p></footer>")
        rows = "".join(f'<li><a href="/thing/{each.number}">{each.title}</a></li>' for each in things(word))
        return html(f"<h1>Things</h1><ul>{rows}</ul>" if word else "<form action=/list><input name=word></form>")

    return lambda: as_site(answer)


def wanted(word: str) -> Sequence[Row]:
    return [(each.title, each.price, shelf_of(each), str(each.number)) for each in things(word)]


_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
SAMEFACTS = tuple(
    Mechanism(
        f"a fact that opened pages have alike, in {name}", _serve(layout), browse, _TWO, {"word": "kettle"}, wanted
    )
    for name, layout in _LAYOUTS.items()
)
