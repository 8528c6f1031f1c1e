"""Lists of one page for all recorded words, which go on over several pages for others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, html, rows_of, things

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


_LINKS = {"by rel": '<a rel=next href="{}">&gt;</a>', "by its text": '<a class=on href="{}">Next</a>'}
MOREPAGES = tuple(
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
)
