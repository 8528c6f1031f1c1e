"""What is chosen by a name of which only a script of the page knows what is sent for it, as an order of a list."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, of_kind, options, rows_of, things
from .paging import plain

_ORDERS = {"By name": "title ASC", "Dearest first": "price DESC", "Cheapest first": "price ASC"}
_WORDS = {"By title, from A to Z": "title", "By price, cheapest first": "price", "By number": "number"}
"""Each says the word that is sent, and may be given as well as that."""
_SHOWN = f"<input name=word><select name=order>{options(list(_ORDERS))}</select><button>Show</button>"


def _site(script: str) -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/goods":
            return html(f"{_SHOWN}<div id=app></div><script src=/a.js></script><script>{script}</script>")
        name, _, way = asked.one("sort").partition(" ")
        found = things(asked.one("kind", "none"))
        found.sort(key=lambda each: (getattr(each, name or "title"), each.number))
        return data(list(map(plain, found[:: -1 if way == "DESC" else 1])))

    return as_site(answer)


def _browse(visitor: Visitor, word: str, order: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.choose("order", order, order)
    visitor.press("Show", asks=True, tag="button")
    visitor.fetch(f"/api/goods?{urlencode({'kind': word, 'sort': _ORDERS[order]})}")


def _browse_words(visitor: Visitor, word: str, order: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.choose("order", order, next(label for label, value in _WORDS.items() if value == order))
    visitor.press("Show", asks=True, tag="button")
    visitor.fetch(f"/api/goods?{urlencode({'kind': word, 'sort': order})}")


def _wanted(word: str, order: str) -> list[Row]:
    return of_kind(word) if order in _ORDERS else rows_of([])


def _wanted_by_words(word: str, order: str) -> list[Row]:
    found = sorted(things(word), key=lambda each: (getattr(each, _WORDS.get(order, order)), each.number))
    return rows_of(found)


def _listed(orders: Mapping[str, str]) -> str:
    return f"draw({json.dumps([{'label': name, 'value': order} for name, order in orders.items()])})"


SCRIPTNAMES = tuple(
    Mechanism(
        f"an order that a script knows by its name, {told}",
        lambda script=script: _site(script),  # type: ignore[misc]
        _browse,
        ({"word": "lamp", "order": "Dearest first"}, {"word": "rope", "order": "Cheapest first"}),
        {"word": "kettle", "order": "By name"},
        _wanted,
    )
    for told, script in (
        ("in an object", f"const orders = {json.dumps(_ORDERS)};"),
        ("in a list", _listed(_ORDERS)),
        ("in calls", "".join(f'add(form, "{name}", "{order}");' for name, order in _ORDERS.items())),
        (
            "behind a number",
            f"draw({json.dumps([[str(place), *pair] for place, pair in enumerate(_ORDERS.items())])})",
        ),
    )
)
SCRIPTWORDS = tuple(
    Mechanism(
        f"an order that a script knows by its name, given by {given}",
        lambda: _site(_listed(_WORDS)),
        _browse_words,
        ({"word": "lamp", "order": "price"}, {"word": "rope", "order": "number"}),
        {"word": "kettle", "order": order},
        _wanted_by_words,
    )
    for given, order in (("its label", "By title, from A to Z"), ("its value", "title"))
)
"""With events and without."""
