"""Folders as servers list them, and chapters of a book: what leads to others like them is none of a list's pages."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer

from .layouts import each, lines
from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, html, of_kind, things

_SIZE = 8
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


def _chapters(asked: Asked) -> Answer:
    """Chapters of a book on pages by number below each, and all of their heads call the next chapter the next page."""
    parts = [part for part in asked.path.split("/") if part]
    if not parts:
        return html("".join(f"<p><a href=/{kind}/>{kind}</a></p>" for kind in KINDS))
    word, page = parts[0], int(parts[-1]) if len(parts) > 1 else 1
    chapter = KINDS[(KINDS.index(word) + 1) % len(KINDS)]
    found = things(word)
    pages = range(1, -(-len(found) // _SIZE) + 1)
    shown = "".join(
        f"<article class=entry><h2>{thing.title}</h2><p>{thing.price}</p></article>"
        for thing in found[page * _SIZE - _SIZE : page * _SIZE]
    )
    turned = "".join(f"<a href=/{word}/page/{n}/>{n}</a>" if n != page else f"<b class=now>{n}</b>" for n in pages)
    return html(
        f"<link rel=next href=/{chapter}/>{shown}<p class=turn>{turned}</p><a href=/{chapter}/>Next {chapter}</a>"
    )


def _browse_chapter(visitor: Visitor, word: str) -> None:
    for path in ("/", f"/{word}/", *(f"/{word}/page/{n}/" for n in (2, 3))):
        visitor.visit(path)


LISTINGS = (
    Mechanism(
        "a next chapter that is no next page",
        lambda: as_site(_chapters),
        _browse_chapter,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    ),
    Mechanism(
        "listings that a listing leads to",
        lambda: as_site(_shelves),
        _browse_shelves,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        lines,
    ),
)
