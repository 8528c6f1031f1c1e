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


# A third recording that has found nothing


def opened_site(size: int) -> Callable[[], Site]:
    """A list, with *size* entries on a page, whose entries are opened."""

    def answer(asked: Asked) -> Answer:
        word, page, number = asked.one("word"), int(asked.one("page", "1")), asked.path.rpartition("/")[2]
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == number)
            facts = f"<p class=p>{each.price}</p><p class=k>{', '.join(each.tags)}</p><p class=n>{_note(each)}</p>"
            return html(f"<main><h1 class=t>{each.title}</h1>{facts}</main>")
        if asked.path != "/find":
            return html(f"<h1>Shop</h1>{_FORM}<h2 class=lead>Of all kinds</h2><p class=say>Since 1910.</p>")
        found = things(word)
        if not found:
            return html(f"<h1>Found</h1>{_FORM}<p class=none>No things found.</p>")
        own = found[(page - 1) * size : page * size]
        rows = "".join(f'<li><a class=to href="/thing/{each.number}">{each.title}</a></li>' for each in own)
        onward = f'<a rel=next href="/find?word={word}&page={page + 1}">Next</a>' if page * size < len(found) else ""
        return html(f"<h1>Found</h1>{_FORM}<ul>{rows}</ul>{onward}")

    return lambda: as_site(answer)


def _note(each: Any) -> str:
    return f"This {each.kind} was made by hand in the year {1900 + each.number % 89}, and is kept dry since then."


def open_some(visitor: Visitor, word: str, stops: bool = False) -> None:
    browse(visitor, word)
    for each in () if stops else things(word)[1:6:3]:
        visitor.visit(f"/thing/{each.number}")


def open_some_of_pages(visitor: Visitor, word: str, stops: bool = False) -> None:
    browse(visitor, word)
    own = things(word)
    for page in range(0 if stops else -(-len(own) // SIZE)):
        if page:
            visitor.click(f"/find?word={word}&page={page + 1}", "Next")
        for each in own[page * SIZE + 1 : page * SIZE + 5 : 3]:
            visitor.click(f"/thing/{each.number}", each.title)


def shown_at_once() -> Site:
    """Where one thing alone is found, its page comes instead of the list."""
    usual = opened_site(100)()

    def answer(asked: Asked) -> Answer:
        if asked.path == "/find" and asked.one("word") == "teapot":
            return html(f"<h1>Found</h1>{_FORM}<main><h2 class=one>Calm teapot</h2></main>")
        return usual(asked.sent)

    return as_site(answer)


def elsewhere(visitor: Visitor, word: str, stops: bool = False) -> None:
    """Another workflow in the last recording."""
    if stops:
        visitor.visit("/")
        visitor.visit("/about", topic=word)
    else:
        open_some(visitor, word)


_NOT_FOUND = {"word": "teapot"}
_STOPPED = {"word": "kettle", "stops": True}


def _third(name: str, serve: Callable[[], Site], browse: Callable[..., None], third: Any) -> Mechanism:
    return Mechanism(name, serve, browse, (*_TWO, third), {"word": "kettle"}, nothing)


FOUND_NOTHING = (
    _third("a recording finds nothing on any page", paged_site, browse_pages, _NOT_FOUND),
    _third("a recording finds nothing to open", opened_site(100), open_some, _NOT_FOUND),
    _third("a recording finds nothing to open on any page", opened_site(SIZE), open_some_of_pages, _NOT_FOUND),
)
STOPPED = (
    _third("a recording opens nothing that it found", opened_site(100), open_some, _STOPPED),
    _third("a recording opens nothing of the pages that it found", opened_site(SIZE), open_some_of_pages, _STOPPED),
    _third("a recording is of something else", opened_site(100), elsewhere, {**_NOT_FOUND, "stops": True}),
)
"""The last recording does not come to the target, for another reason than that nothing was found."""
AT_ONCE = (_third("what a recording finds is shown at once", shown_at_once, open_some, _NOT_FOUND),)
"""It is no list, and the tree does not see it."""


def _of(name: str, serve: Callable[[], Site], browse: Callable[..., None]) -> Mechanism:
    return Mechanism(name, serve, browse, _TWO, _NONE, nothing)


NOTHING = (
    _of("nothing is found, and said", _site(_told), browse),
    _of("nothing is found, without a word", _site(_silent), browse),
    _of("nothing is found, and not there", _site(_gone), browse),
    _of("nothing is found on any page", paged_site, browse_pages),
    _of("nothing is found in data", data_site, browse_data),
)
