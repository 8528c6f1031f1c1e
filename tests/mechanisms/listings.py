"""Folders as servers list them: lines with a picture and a name each, which leads there alone."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer

from .layouts import each, lines
from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, html, things

_SHELVES = ("high", "low", "middle", "wide")


def _shelves(asked: Asked) -> Answer:
    """Of words, of each a listing of shelves, and of each of these what lies there: all lead by names alone."""
    word, shelf = [*filter(None, asked.path.split("/")), "", ""][:2]
    names = [f"{name}/" for name in (_SHELVES if word else KINDS)]
    up = f"<img src=/i/up.png> <a href={asked.path.rstrip('/').rpartition('/')[0]}/>Up one level</a>\n" if word else ""
    shown = "".join(f'<img src=/i/shelf.png> <a href="{name}">{name}</a>   12-May-2023 09:00   -\n' for name in names)
    if shelf:
        own = [thing for thing in things(word) if _SHELVES[thing.number % len(_SHELVES)] == shelf]
        row = '<img src=/i/thing.png> <a href="{t}">{t}</a>   12-May-2023 10:00   {p}\n'
        shown = each(row)(own)
    orders = "".join(f"<a href=?by={name}>{name}</a>   " for name in ("name", "day", "cost"))
    return html(f"<h1>In {asked.path}</h1><pre>{orders}<hr>{up}{shown}<hr></pre>")


def _browse_shelves(visitor: Visitor, word: str) -> None:
    for path in ("/", f"/{word}/", f"/{word}/high/", f"/{word}/", f"/{word}/middle/"):
        visitor.visit(path)


LISTINGS = (
    Mechanism(
        "listings that a listing leads to",
        lambda: as_site(_shelves),
        _browse_shelves,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        lines,
    ),
)
