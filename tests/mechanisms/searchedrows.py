"""Lists that a script of their page searches: what was typed is sent nowhere, and other rows are seen no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, data, html, things

_WORDS: Any = ({"word": "Lamp"}, {"word": "rope"})
_OTHER = {"word": "kettle"}
_NONE = {"word": "teapot"}
_STOCK = sorted(things(), key=lambda each: each.title)
"""Those of one kind stand among others."""
_HEAD = "<h1>Stock</h1><input name=filter>"


def page_site() -> Site:
    """A page with all things, in a table."""
    return as_site(lambda _: html(f"{_HEAD}<table>{''.join(map(_row, _STOCK))}</table>"))


def _row(thing: Thing, style: str = "") -> str:
    return f"<tr{style}><td>{thing.title}</td><td>{thing.price}</td></tr>"


def data_site(asked: Asked) -> Answer:
    """A page whose script asks for all things."""
    if asked.path == "/stock.json":
        return data({"stock": [{"title": each.title, "price": each.price} for each in _STOCK]})
    return html(f"{_HEAD}<div id=app></div>")


def noted_site() -> Site:
    """A page with all things, which says of each what it goes with; its script searches the titles alone."""
    return as_site(lambda _: html(f"{_HEAD}<table>{''.join(map(_noted, _STOCK))}</table>"))


def _noted(thing: Thing, style: str = "") -> str:
    return f"<tr{style}><td>{thing.title}</td><td>{thing.price}</td><td>{_beside(thing)}</td></tr>"


def _beside(thing: Thing) -> str:
    return {"lamp": "Goes with a rope", "rope": "Goes with a kettle", "kettle": "Goes with a lamp"}[thing.kind]


def browse_noted(visitor: Visitor, word: str) -> None:
    hidden = ' style="display: none;"'
    rows = (_noted(each, "" if word.lower() in each.title.lower() else hidden) for each in _STOCK)
    _search(visitor, word, "".join(rows))


def _titled(**given: str) -> list[Row]:
    word = next(iter(given.values())).lower()
    return [(each.title, each.price, _beside(each)) for each in _STOCK if word in each.title.lower()]


def browse_by_words(visitor: Visitor, word: str) -> None:
    """Rows stay that hold each of the words, in any order."""
    hidden = ' style="display: none;"'
    _search(visitor, word, "".join(_row(each, "" if _has_all(each, word) else hidden) for each in _STOCK))


def browse_data_by_words(visitor: Visitor, word: str) -> None:
    _search(visitor, word, "".join(_row(each) for each in _STOCK if _has_all(each, word)), "/stock.json")


def _has_all(thing: Thing, words: str) -> bool:
    return all(_is_found(thing, each) for each in words.split())


def _with_all(**given: str) -> list[Row]:
    return [(each.title, each.price) for each in _STOCK if _has_all(each, next(iter(given.values())))]


def _search(visitor: Visitor, word: str, rows: str, *asked: str) -> None:
    visitor.visit("/")
    for each in asked:
        visitor.fetch(each)
    visitor.type("filter", word)
    visitor.leave(f"{_HEAD}<table>{rows}</table>")


def _is_found(thing: Thing, word: str) -> bool:
    return word.lower() in f"{thing.title} {thing.price}".lower()


def browse_hidden(visitor: Visitor, word: str) -> None:
    """The other rows are hidden."""
    hidden = ' style="display: none;"'
    _search(visitor, word, "".join(_row(each, "" if _is_found(each, word) else hidden) for each in _STOCK))


def browse_gone(visitor: Visitor, word: str) -> None:
    """The other rows are taken out of the page, and of those that are left ten are shown at a time."""
    _search(visitor, word, "".join([_row(each) for each in _STOCK if _is_found(each, word)][:10]))


def browse_data(visitor: Visitor, word: str) -> None:
    rows = "".join(_row(each) for each in _STOCK if _is_found(each, word))
    _search(visitor, word, rows, "/stock.json")


def _found(**given: str) -> list[Row]:
    word = next(iter(given.values()))
    return [(each.title, each.price) for each in _STOCK if _is_found(each, word)]


def asked_site(asked: Asked) -> Answer:
    """A page whose script asks for what holds the word, by another name than its field has."""
    if asked.path == "/stock.json":
        found = [each for each in _STOCK if _is_found(each, asked.one("text"))]
        return data({"stock": [{"title": each.title, "price": each.price} for each in found]})
    return html(f"{_HEAD}<div id=app></div>")


def browse_asked(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("filter", word)
    visitor.fetch(f"/stock.json?text={word}")


def _mechanism(
    name: str, serve: Callable[[], Site], browse: Callable[..., None], other: Mapping[str, str] = _OTHER
) -> Mechanism:
    return Mechanism(name, serve, browse, _WORDS, other, _found)


SEARCHED = (
    _mechanism("rows of a page that are hidden by what is typed", page_site, browse_hidden),
    _mechanism("rows of a page that are taken out by what is typed", page_site, browse_gone),
    _mechanism("rows of data that are left by what is typed", lambda: as_site(data_site), browse_data),
    _mechanism("rows of a page of which none holds what is typed", page_site, browse_hidden, _NONE),
    _mechanism("rows of data of which none holds what is typed", lambda: as_site(data_site), browse_data, _NONE),
    Mechanism("rows of a page of which one column is searched", noted_site, browse_noted, _WORDS, _OTHER, _titled),
    Mechanism(
        "a word of one recording that is sent by another name",
        lambda: as_site(asked_site),
        browse_asked,
        _WORDS[:1],
        _OTHER,
        _found,
    ),
    *(
        Mechanism(
            f"{what} of which each word is searched",
            serve,
            browse,
            ({"word": "of lamp"}, {"word": "rope from"}),
            {"word": "from kettle"},
            _with_all,
        )
        for what, serve, browse in (
            ("rows of a page", page_site, browse_by_words),
            ("rows of data", lambda: as_site(data_site), browse_data_by_words),
        )
    ),
)
TOGETHER = tuple(
    Mechanism(
        f"{what} that hold several words as they were typed",
        serve,
        browse,
        ({"word": "lamp of"}, {"word": "rope from"}),
        {"word": "lamp from"},
        _with_all,
    )
    for what, serve, browse in (
        ("rows of a page", page_site, browse_by_words),
        ("rows of data", lambda: as_site(data_site), browse_data_by_words),
    )
)
"""Nothing tells that the words may stand in any order."""
