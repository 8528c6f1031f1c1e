"""Lists in other data: lines of JSON, a call of a script, tables in CSV and TSV, JSON that calls itself a page."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, html, of_kind, things, told
from .paging import SHELL, SIZE, part, plain

_TWO = ({"word": "lamp", "pages": 2}, {"word": "rope", "pages": 3})
_ONE = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def _site(kind: str, write: Callable[[Asked], str]) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/":
            return html(SHELL)
        own = kind if asked.path.startswith("/things.") else "application/json"
        return Answer(200, "", (("Content-Type", own),), write(asked).encode())

    return lambda: as_site(answer)


def _lines(asked: Asked) -> str:
    own = part(asked.one("kind"), (int(asked.one("page", "1")) - 1) * SIZE)
    return "".join(json.dumps(plain(each)) + "\n" for each in own)


def browse_pages(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    for number in range(1, pages + 1):
        visitor.fetch(f"/things.ndjson?kind={word}&page={number}")


def _call(asked: Asked) -> str:
    page = int(asked.one("page", "1"))
    own = part(asked.one("kind"), (page - 1) * SIZE)
    is_more = page * SIZE < len(things(asked.one("kind")))
    found = {"found": [plain(each) for each in own], "next": page + 1 if is_more else None}
    return f"/**/{asked.one('callback')}({json.dumps(found)});"


def browse_calls(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    for number in range(1, pages + 1):
        asked = {"kind": word, "page": number, "callback": f"cb_{number + len(word)}"}
        visitor.fetch(f"/things.js?{urlencode(asked)}")


def _by_title(asked: Asked) -> str:
    """Each title with its offers, of which there is one or a few."""
    return json.dumps(
        {
            each.title: [{"offer": number, "price": each.price} for number in range(1 + each.number % 3 // 2)]
            for each in things(asked.one("kind"))
        }
    )


def browse_by_title(visitor: Visitor, word: str) -> None:
    visitor.visit("/", q=word)
    visitor.fetch(f"/things.offers?kind={word}")


def _table(sign: str) -> Callable[[Asked], str]:
    def write(asked: Asked) -> str:
        rows = [f'"{each.title}"{sign}{each.price}{sign}{each.number}' for each in things(asked.one("kind"))]
        return "\r\n".join([sign.join(("Title", "Price", "Number")), *rows])

    return write


def browse_table(visitor: Visitor, word: str) -> None:
    visitor.visit("/", q=word)
    visitor.fetch(f"/things.csv?kind={word}")


def _bare(asked: Asked) -> str:
    return "\n".join(f"{each.number},{each.title},{each.price}" for each in things(asked.one("kind")))


def _entries(asked: Asked) -> str:
    """A table, or one of its entries as JSON."""
    if asked.path == "/things.csv":
        return "\n".join(["Number,Title", *(f"{each.number},{each.title}" for each in things(asked.one("kind")))])
    own = [plain(each) for each in things() if asked.path == f"/things/{each.number}"]
    return json.dumps(own[0] if own else None)


def browse_entries(visitor: Visitor, word: str) -> None:
    browse_table(visitor, word)
    for place in (1, 4):
        told(visitor.fetch(f"/things/{things(word)[place].number}"))


def _as_files(asked: Asked) -> str:
    """Files of JSON, each as a text."""
    own = things(asked.one("kind"))
    return json.dumps([{"path": f"boats/{each.number}.json", "data": _file(each)} for each in own])


def browse_as_files(visitor: Visitor, word: str) -> None:
    visitor.visit("/", q=word)
    visitor.fetch(f"/things.files?kind={word}")


def _file(thing: Thing) -> str:
    return json.dumps({"title": thing.title, "price": thing.price, "about": {"colour": thing.tags[0]}})


def _coloured(word: str) -> list[Row]:
    return [(each.title, each.price, each.tags[0]) for each in things(word)]


def _as_page(asked: Asked) -> str:
    return json.dumps({"found": [plain(each) for each in things(asked.one("kind"))]})


def browse_as_page(visitor: Visitor, word: str) -> None:
    visitor.visit("/", q=word)
    visitor.fetch(f"/things.php?kind={word}")


def _by_key() -> Site:
    """A search that gives the keys of what is found, as a page, then data about one of them."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/":
            return html(SHELL)
        kind = (("Content-Type", "text/html; charset=UTF-8"),)
        if asked.path == "/search/query":
            own = [{"kind_id": key, "kind_name": word} for word, key in _KEYS.items() if word == asked.one("q")]
            return Answer(200, "", kind, json.dumps(own).encode())
        word = next((word for word, key in _KEYS.items() if asked.path == f"/kinds/{key}"), "")
        return Answer(200, "", kind, json.dumps([plain(each) for each in things(word)] if word else None).encode())

    return as_site(answer)


_KEYS = {"lamp": 233, "rope": 97, "kettle": 445}


def browse_by_key(visitor: Visitor, word: str) -> None:
    visitor.visit("/", q=word)
    (found,) = told(visitor.fetch(f"/search/query?q={word}"))
    visitor.fetch(f"/kinds/{found['kind_id']}")


DATAFORMATS = (
    Mechanism("data that call themselves a page", _site("text/html", _as_page), browse_as_page, _ONE, _THIRD, of_kind),
    Mechanism("a key in data that call themselves a page", _by_key, browse_by_key, _ONE, _THIRD, of_kind),
    Mechanism("files of JSON as texts", _site("application/json", _as_files), browse_as_files, _ONE, _THIRD, _coloured),
    Mechanism("lines of JSON", _site("application/x-ndjson", _lines), browse_pages, _TWO, _THIRD, of_kind),
    Mechanism("a call with JSON", _site("application/javascript", _call), browse_calls, _TWO, _THIRD, of_kind),
    Mechanism(
        "lists by what they are about", _site("application/json", _by_title), browse_by_title, _ONE, _THIRD, of_kind
    ),
    Mechanism("a table of commas", _site("text/csv", _table(",")), browse_table, _ONE, _THIRD, of_kind),
    Mechanism("a table of semicolons", _site("text/csv", _table(";")), browse_table, _ONE, _THIRD, of_kind),
    Mechanism("a table of tabs", _site("text/tab-separated-values", _table("\t")), browse_table, _ONE, _THIRD, of_kind),
    Mechanism("a table without names", _site("text/csv", _bare), browse_table, _ONE, _THIRD, of_kind),
    Mechanism("entries of a table", _site("text/csv", _entries), browse_entries, _ONE, _THIRD, of_kind),
)
