"""Series whose sites never say that there is no further page: they give pages again, under whatever address."""

from __future__ import annotations

import itertools
import re
from html import unescape
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things, told

_SIZE = 8
_LAST = 3
_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def _rows(asked: Asked, page: int) -> list[dict[str, str]]:
    found = things(asked.one("word"))[page * _SIZE - _SIZE : page * _SIZE]
    return [{"title": each.title, "price": each.price} for each in found]


# The last page leads back to the second one, under an address that was not there before


def cycling_site() -> Site:
    visits = itertools.count(1)

    def answer(asked: Asked) -> Answer:
        page = int(asked.one("page", "1"))
        rows = "".join(f"<tr><td>{each['title']}</td><td>{each['price']}</td></tr>" for each in _rows(asked, page))
        onward = f"word={asked.one('word')}&amp;page={2 if page == _LAST else page + 1}&amp;sid={next(visits)}"
        link = f'<a class="next" href="/list?{onward}">Next</a>'
        return html(f"<h1>Things</h1><table><tbody>{rows}</tbody></table>{link}")

    return as_site(answer)


def browse_cycling(visitor: Visitor, word: str) -> None:
    page = visitor.visit("/list", word=word)
    link = re.search(r'href="([^"]+)"', (page.body or b"").decode())
    assert link is not None
    visitor.visit(unescape(link[1]))


# Behind the last number the first page comes again


def anew_site() -> Site:
    return as_site(lambda asked: data({"found": _rows(asked, (int(asked.one("page", "1")) - 1) % _LAST + 1)}))


def browse_anew(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    for page in (1, 2):
        visitor.fetch(f"/api?word={word}&page={page}")


# Each answer has a cursor that was not there before


def fresh_site() -> Site:
    visits = itertools.count(1)

    def answer(asked: Asked) -> Answer:
        page = int(asked.one("cursor", "1-").partition("-")[0])
        return data({"found": _rows(asked, page), "next": f"{page % _LAST + 1}-{next(visits):06x}zq"})

    return as_site(answer)


def browse_fresh(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    cursor = told(visitor.fetch(f"/api?word={word}"))["next"]
    visitor.fetch(f"/api?word={word}&cursor={cursor}")


# The last page leads to one that holds an empty table


def beyond_site() -> Site:
    def answer(asked: Asked) -> Answer:
        start = int(asked.one("start", "0"))
        found = things(asked.one("word"))[start : start + _SIZE]
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in found)
        link = (
            f'<a class="next" href="/list?word={asked.one("word")}&amp;start={start + _SIZE}">Next</a>' if found else ""
        )
        return html(f"<table><tbody><tr><th>Name</th><th>Price</th></tr>{rows}</tbody></table>{link}")

    return as_site(answer)


def browse_beyond(visitor: Visitor, word: str) -> None:
    visitor.visit("/list", word=word)
    visitor.visit("/list", word=word, start=_SIZE)


ENDINGS = (
    Mechanism("a cycle under new addresses", cycling_site, browse_cycling, _TWO, _THIRD, of_kind),
    Mechanism("numbers that begin anew", anew_site, browse_anew, _TWO, _THIRD, of_kind),
    Mechanism("an empty page behind the last", beyond_site, browse_beyond, _TWO, _THIRD, of_kind),
    Mechanism("cursors without an end", fresh_site, browse_fresh, _TWO, _THIRD, of_kind),
)
