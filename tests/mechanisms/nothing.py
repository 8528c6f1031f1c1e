"""Searches that find nothing: they end without records, and without a failure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, of_kind, things
from .paging import SIZE

_TWO = ({"word": "lamp"}, {"word": "rope"})
_NONE = {"word": "zyzzyva"}
"""What is in stock nowhere, and no word that is tried while inferring."""
_FORM = "<form action=/find><input name=word></form>"


def nothing(word: str) -> Sequence[Row]:
    """What has to come."""
    return of_kind(word)


def _site(none: Callable[[str], Answer]) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word = asked.one("word")
        found = things(word) if word else []
        if not asked.path.startswith("/find"):
            return html(f"<h1>Shop</h1>{_FORM}<p>Say what you look for.</p>")
        return html(f"<h1>Found</h1>{_FORM}<ul>{''.join(map(_row, found))}</ul>") if found else none(word)

    return lambda: as_site(answer)


def _row(each: Any) -> str:
    return f"<li class=thing><b>{each.title}</b> <i>{each.price}</i></li>"


def _told(word: str) -> Answer:
    return html(f"<h1>Found</h1>{_FORM}<p class=empty>There is nothing like this.</p><p>You looked for {word}.</p>")


def _silent(word: str) -> Answer:
    return html(f"<h1>Found</h1>{_FORM}<ul></ul>")


def _gone(word: str) -> Answer:
    return html(f"<h1>Not found</h1>{_FORM}", status=404)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.visit("/find", word=word)


def paged_site() -> Site:
    """Pages by links; where nothing is found, there is neither a row nor a link."""

    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        if asked.path != "/find":
            return html(f"<h1>Shop</h1>{_FORM}")
        found = things(word)
        if not found:
            return html(f"<h1>Found</h1>{_FORM}<div class=alert-none>No things found.</div>")
        own = found[(page - 1) * SIZE : page * SIZE]
        onward = f'<a rel=next href="/find?word={word}&page={page + 1}">Next</a>' if page * SIZE < len(found) else ""
        return html(f"<h1>Found</h1>{_FORM}<ul>{''.join(map(_row, own))}</ul>{onward}")

    return as_site(answer)


def browse_pages(visitor: Visitor, word: str) -> None:
    browse(visitor, word)
    for page in range(2, 1 + -(-len(things(word)) // SIZE)):
        visitor.visit("/find", word=word, page=page)


def data_site() -> Site:
    """Data whose list is empty."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/find":
            found = things(asked.one("word"))
            return data({"found": [{"title": each.title, "price": each.price} for each in found]})
        return html("<input name=word><div id=found></div>")

    return as_site(answer)


def browse_data(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.fetch(f"/api/find?word={word}")


def _of(name: str, serve: Callable[[], Site], browse: Callable[..., None]) -> Mechanism:
    return Mechanism(name, serve, browse, _TWO, _NONE, nothing)


NOTHING = (
    _of("nothing is found, and said", _site(_told), browse),
    _of("nothing is found, without a word", _site(_silent), browse),
    _of("nothing is found, and not there", _site(_gone), browse),
    _of("nothing is found on any page", paged_site, browse_pages),
    _of("nothing is found in data", data_site, browse_data),
)
