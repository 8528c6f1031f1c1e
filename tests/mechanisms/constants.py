"""What all recorded rows say alike, and rows for another input do not: the state of each thing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, html, things

_ALL = things(count=8)
_STATES = {"lamp": "In stock", "rope": "In stock", "kettle": "Sold out"}
_LINK = '<a href="/thing/{n}">{t}</a>'
_LAYOUTS = {
    "a badge": f'<li class=hit>{_LINK} <span class=price>{{p}}</span> <span class="badge">{{s}}</span></li>',
    "a badge before the rest": f'<li class=hit><span class="badge">{{s}}</span> {_LINK} <i>{{p}}</i></li>',
    "the last of a line": f"<li class=hit>{_LINK} <b>{{p}}</b> <span>{{s}}</span></li>",
    "a line": f"<div class=hit><h3>{_LINK}</h3><p class=price>{{p}}</p><p class=stock>{{s}}</p></div>",
    "terms": "<div class=hit><h3>{t}</h3><dl><dt>Price</dt><dd>{p}</dd><dt>State</dt><dd>{s}</dd></dl></div>",
    "a label in the text": "<div class=hit><h3>{t}</h3><p>{p}</p><p>State: {s}</p></div>",
    "labels": "<div class=hit><h3>{t}</h3><div><i class=label>Price</i> <i class=value>{p}</i></div>"
    "<div><i class=label>State</i> <i class=value>{s}</i></div><a href=/more>Read more</a><button>Add</button></div>",
}


def wanted(word: str) -> Sequence[Row]:
    return [(each.title, each.price, _STATES[each.kind]) for each in _ALL if each.kind == word]


def _browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.visit("/find", word=word)


def _serve(layout: str) -> Callable[[], Site]:
    def row(each: Thing) -> str:
        return layout.format(n=each.number, t=each.title, p=each.price, s=_STATES[each.kind])

    def answer(asked: Asked) -> Answer:
        found = [row(each) for each in _ALL if each.kind == asked.one("word")]
        return html(f"<h1>Found</h1><form action=/find><input name=word></form><div class=hits>{''.join(found)}</div>")

    return lambda: as_site(answer)


CONSTANTS = tuple(
    Mechanism(
        f"the same in all rows: {name}",
        _serve(layout),
        _browse,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        wanted,
    )
    for name, layout in _LAYOUTS.items()
)
