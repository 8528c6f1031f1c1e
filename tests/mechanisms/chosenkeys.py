"""What is chosen by names that stand deep in data, typed into fields without names, or shown without rows."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any
from urllib.parse import urlencode

from scrapy_bt.core.samples.traffic import Answer, Element, Event
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, data, html, of_kind, things
from .paging import SHELL, plain

_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 8
_FACETS = {kind: 7001 + 31 * place for place, kind in enumerate(KINDS)}
_LOADS = itertools.count(10)

# A facet whose name stands within its value, and which is sent with the field that it is of


def facets_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/facets":
            values = [{"value": {"id": number, "label": kind}, "count": 23} for kind, number in _FACETS.items()]
            colours = [{"value": {"id": 1, "label": "red"}, "count": 3}]
            return data({"facets": [{"field": "kind", "values": values}, {"field": "colour", "values": colours}]})
        if asked.path == "/goods":
            chosen = [kind for kind, number in _FACETS.items() if asked.one("f[]") == f"kind:{number}"]
            found = [each for kind in chosen for each in things(kind)]
            first = (int(asked.one("p", "1")) - 1) * _SIZE
            return data({"goods": list(map(plain, found[first : first + _SIZE])), "of": len(found)})
        return html(SHELL)

    return as_site(answer)


def browse_facets(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/facets")
    visitor.press(f"{word}23", asks=True, around=(word, "23"))
    for page in (1, 2, 3):
        visitor.fetch(f"/goods?{urlencode({'f[]': f'kind:{_FACETS[word]}', 'p': page})}")
        visitor.press("next page", asks=True)


# A field whose ID each load makes anew, and whose text is sent with signs around it


def loads_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word = asked.one("title").removeprefix("ilike.*").removesuffix("*")
        return data(list(map(plain, things(word or "none")))) if asked.path == "/goods" else html(SHELL)

    return as_site(answer)


def browse_loads(visitor: Visitor, word: str) -> None:
    page = visitor.visit("/")
    key = hashlib.sha256(str(next(_LOADS)).encode()).hexdigest()
    attributes = {"id": f"f_{key[:8]}-aa11-4bb2-9cc3-{key[8:20]}", "placeholder": "Find"}
    field = Element("input", "body > div > label > input", attributes)
    visitor.act(Event(1_700_000_000.6, "input", page.url, field, word))
    visitor.fetch(f"/goods?{urlencode({'select': '*', 'title': f'ilike.*{word}*'})}")


def browse_slowly(visitor: Visitor, word: str) -> None:
    """A script asks while something is typed; its field is left when the answer was read, long after."""
    page = visitor.visit("/")
    field = Element("input", "body > div > input", {"type": "search", "placeholder": "Find"})
    visitor.act(Event(1_700_000_000.6, "input", page.url, field, word))
    visitor.fetch(f"/goods?{urlencode({'select': '*', 'title': f'ilike.*{word}*'})}")
    visitor.act(Event(1_700_000_060.6, "change", page.url, field, word))


# Cells beside each other, without an element for each row; also without headings


def cells_site(heads: str) -> Site:
    def answer(asked: Asked) -> Answer:
        cells = "".join(
            f'<div class="cell">{text}</div>'
            for each in things(asked.one("q", "none"))
            for text in (each.title, f"{each.kind}s", each.price)
        )
        field = '<form action="/"><input name="q"></form>'
        return html(f'{field}<h1>Stock</h1><div class="grid">{heads}{cells}</div><footer><p>About us</p></footer>')

    return as_site(answer)


def browse_cells(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("q", word)
    visitor.visit("/", q=word)


def in_cells(word: str) -> list[tuple[str, ...]]:
    return [(each.title, f"{each.kind}s", each.price) for each in things(word)]


_HEADS = "".join(f'<div class="head">{name}</div>' for name in ("Name", "Kind", "Price"))
CHOSENKEYS: tuple[Any, ...] = (
    Mechanism("a facet by a name within its value", facets_site, browse_facets, _TWO, _THIRD, of_kind),
    Mechanism("a field with a key of its own each time", loads_site, browse_loads, _TWO, _THIRD, of_kind),
    Mechanism("a field that is left late", loads_site, browse_slowly, _TWO, _THIRD, of_kind),
    Mechanism("cells below headings", lambda: cells_site(_HEADS), browse_cells, _TWO, _THIRD, in_cells),
    Mechanism("cells without headings", lambda: cells_site(""), browse_cells, _TWO, _THIRD, in_cells),
)
