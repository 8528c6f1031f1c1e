"""Lists of one page for all recorded words, which go on over several pages for others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import SITE, Asked, Mechanism, Row, Thing, Visitor, as_site, data, html, rows_of, things
from .paging import plain

_SIZE = 8
_FORM = "<form action=/find><input name=word></form>"
_STOCK = [*things("lamp", 6), *things("rope", 7), *things("kettle", 23)]


def _found(word: str) -> list[Thing]:
    return [each for each in _STOCK if word.lower() in each.title.lower().split()]


def wanted(word: str) -> Sequence[Row]:
    return rows_of(_found(word))


def _site(onward: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word, page, number = asked.one("word"), int(asked.one("page", "1")), asked.path.rpartition("/")[2]
        if asked.path.startswith("/thing/"):
            each = next(each for each in _STOCK if str(each.number) == number)
            return html(f"<main><h1 class=t>{each.title}</h1><p class=p>{each.price}</p></main>")
        if asked.path != "/find":
            return html(f"<h1>Shop</h1>{_FORM}")
        own = _found(word)[(page - 1) * _SIZE :]
        rows = "".join(
            f'<li class=hit><a href="/thing/{each.number}">{each.title}</a> <i>{each.price}</i></li>'
            for each in own[:_SIZE]
        )
        back = f'<a href="/find?word={word}&amp;page={page - 1}">Back</a>' if page > 1 else ""
        more = onward.format(f"/find?word={word}&amp;page={page + 1}") if own[_SIZE:] else ""
        said = f"<ul class=hits>{rows}</ul>" if own else "<p class=none>Nothing.</p>"
        return html(f"<h1>Found</h1>{_FORM}{said}<div class=pages>{back} {more}</div>")

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.visit("/find", word=word)


def open_two(visitor: Visitor, word: str) -> None:
    browse(visitor, word)
    for each in _found(word)[1:5:3]:
        visitor.click(f"/thing/{each.number}", each.title)


def _data_site(onward: Callable[[str], Any]) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/find":
            return html("<input name=word><div id=app></div>")
        word, page = asked.one("word"), int(asked.one("page", "1"))
        own = _found(word)[(page - 1) * _SIZE :]
        more = onward(f"/api/find?word={word}&page={page + 1}" if own[_SIZE:] else "")
        return data({"found": list(map(plain, own[:_SIZE])), **more})

    return lambda: as_site(answer)


def browse_data(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.fetch(f"/api/find?word={word}")


def _counted_site(asked: Asked) -> Answer:
    """Data that is asked for by the number of a page, or of its first row, and says whether there is more."""
    if asked.path != "/api/find":
        return html("<input name=word><div id=app></div>")
    start = int(asked.one("offset") or _SIZE * (int(asked.one("page", "1")) - 1))
    own = _found(asked.one("word"))[start:]
    return data({"found": list(map(plain, own[:_SIZE])), "hasMore": bool(own[_SIZE:])})


def browse_counted(visitor: Visitor, word: str, begin: str = "page=1") -> None:
    visitor.visit("/")
    visitor.type("word", word)
    visitor.fetch(f"/api/find?word={word}&{begin}&size={_SIZE}")


_ENTRIES: dict[str, Callable[[str], Any]] = {
    "a whole address": lambda more: {"next": SITE + more if more else None},
    "a link": lambda more: {"_links": {"self": {"href": "/api/find"}, **({"next": {"href": more}} if more else {})}},
}
_LINKS = {"by rel": '<a rel=next href="{}">&gt;</a>', "by its text": '<a class=on href="{}">Next</a>'}
MOREPAGES = (
    *(
        Mechanism(
            f"data that go on for other words, counted from {begin}",
            lambda: as_site(_counted_site),
            partial(browse_counted, begin=begin),
            ({"word": "lamp"}, {"word": "rope"}),
            {"word": "kettle"},
            wanted,
        )
        for begin in ("page=1", "offset=0")
    ),
    *(
        Mechanism(
            f"data that go on for other words, by {told}",
            _data_site(onward),
            browse_data,
            ({"word": "lamp"}, {"word": "rope"}),
            {"word": "kettle"},
            wanted,
        )
        for told, onward in _ENTRIES.items()
    ),
    *(
        Mechanism(
            f"{told} that goes on for other words, {name}",
            _site(link),
            act,
            ({"word": "lamp"}, {"word": "rope"}),
            {"word": "kettle"},
            wanted,
        )
        for told, act in (("a list", browse), ("a list of details", open_two))
        for name, link in _LINKS.items()
    ),
)
