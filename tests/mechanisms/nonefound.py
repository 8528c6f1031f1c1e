"""Recordings whose search has found nothing, however the site shows that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, data, html, of_kind, things

_FORM = "<form action=/find><input name=word></form>"
_TWO = ({"word": "lamp"}, {"word": "rope"})
_NONE = {"word": "teapot"}


def _rows(found: Sequence[Thing]) -> str:
    row = '<li class=thing><a href="/thing/{}">{}</a> <i>{}</i></li>'
    return "".join(row.format(each.number, each.title, each.price) for each in found)


def _site(none: Callable[[str], Answer]) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word, number = asked.one("word"), asked.path.rpartition("/")[2]
        if asked.path.startswith("/thing/"):
            each = next((each for each in things() if str(each.number) == number), None)
            if each is None:
                return html("<h1>Not found</h1>", status=404)
            return html(f"<main><h1 class=t>{each.title}</h1><p class=p>{each.price}</p></main>")
        if asked.path != "/find":
            return html(f"<h1>Shop</h1>{_FORM}")
        found = things(word)
        return html(f"<h1>Found</h1>{_FORM}<ul>{_rows(found)}</ul>") if found else none(word)

    return lambda: as_site(answer)


def _silent(word: str) -> Answer:
    return html(f"<h1>Found</h1>{_FORM}<ul></ul>")


def _gone(word: str) -> Answer:
    return html(f"<h1>Not found</h1>{_FORM}<p>There is nothing called {word}.</p>", status=404)


def _others(word: str) -> Answer:
    popular = _rows(things("kettle")[:3]).replace("class=thing", "class=popular")
    return html(
        f"<h1>Found</h1>{_FORM}<p class=none>Nothing was found.</p><h2>Popular</h2><ul class=best>{popular}</ul>"
    )


def _meant(word: str) -> Answer:
    links = "".join(f'<a href="/find?word={each}">{each}</a> ' for each in ("lamp", "rope"))
    return html(f"<h1>Found</h1>{_FORM}<p class=hint>Nothing for {word}. Did you mean {links}?</p>")


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.visit("/find", word=word)


def open_some(visitor: Visitor, word: str) -> None:
    browse(visitor, word)
    for each in things(word)[1:6:3]:
        visitor.click(f"/thing/{each.number}", each.title)


def data_site() -> Site:
    """Data that is not there where nothing is found."""

    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/find":
            return html("<input name=word><div id=found></div>")
        found = things(asked.one("word"))
        told = [{"title": each.title, "price": each.price} for each in found]
        return data({"found": told} if found else {"error": "nothing found"}, status=200 if found else 404)

    return as_site(answer)


def browse_data(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.fetch(f"/api/find?word={word}")


def _third(name: str, serve: Callable[[], Site], browse: Callable[..., None]) -> Mechanism:
    """Two recordings find something, and one does not."""
    return Mechanism(name, serve, browse, (*_TWO, _NONE), {"word": "kettle"}, of_kind)


def _of(name: str, serve: Callable[[], Site], browse: Callable[..., None]) -> Iterator[Mechanism]:
    """The same, and where one of two recordings does not."""
    yield _third(name, serve, browse)
    yield Mechanism(f"{name}, in one of two", serve, browse, (_TWO[0], _NONE), {"word": "kettle"}, of_kind)


NONEFOUND: tuple[Mechanism, ...] = (
    *_of("nothing is found and the page is silent", _site(_silent), browse),
    *_of("nothing is found and the page is gone", _site(_gone), browse),
    *_of("nothing is found and others are shown", _site(_others), browse),
    _third("nothing is found and other words are offered", _site(_meant), browse),
    *_of("nothing is found to open and the page is silent", _site(_silent), open_some),
    *_of("nothing is found to open and the page is gone", _site(_gone), open_some),
    *_of("nothing is found in data that is not there", data_site, browse_data),
)
