"""Details of a list that a form brings, which going back sends again, and whose further pages are links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, html, of_kind, things

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_BENT: Any = ({"word": "lampö"}, {"word": "ropeö"})
_SIZE = 8
_FORM = (
    "<form method=post action=/find><input type=hidden name=of value=things><input name=word><button>Go</button></form>"
)


def posted_site() -> Site:
    def answer(asked: Asked) -> Answer:
        number, page, word = asked.path.rpartition("/")[2], int(asked.one("page", "1")), asked.one("word")
        if each := next((each for each in things() if str(each.number) == number), None):
            facts = f"<dl><dt>Price</dt><dd>{each.price}</dd><dt>Code</dt><dd>C{each.number}</dd></dl>"
            return html(f"<main><h2>{each.title}</h2>{facts}</main><form method=post action=/change/{number}></form>")
        own = things(_plain(word)) if asked.path == "/find" and asked.one("of") == "things" and word else []
        shown = own[_SIZE * (page - 1) : _SIZE * page]
        rows = "".join(f"<tr><td><a href=/thing/{each.number}>{each.number}</a></td></tr>" for each in shown)
        link = f"<a href='/find?of=things&amp;word={word}&amp;page="
        back = f"{link}{page - 1}'>earlier page</a>" if page > 1 else ""
        onward = f"{link}{page + 1}'>next page</a>" if own[_SIZE * page :] else ""
        pages = f"<p>{back} (page {page}) {onward}</p>"
        return html(f"{_FORM}{pages}<table class=all>{rows}</table>" if own else f"<h1>Start</h1>{_FORM}")

    return as_site(answer)


def browse_posted(visitor: Visitor, word: str) -> None:
    own = things(_plain(word))
    visitor.visit("/")
    for place in (1, 5):
        visitor.submit("/find", of="things", word=word)
        visitor.visit(f"/thing/{own[place].number}")
    visitor.submit("/find", of="things", word=word)
    visitor.visit("/find", of="things", word=word, page=2)
    visitor.visit(f"/thing/{own[_SIZE + 2].number}")


def _plain(word: str) -> str:
    return word.removesuffix("ö")


def _records(word: str) -> Sequence[Row]:
    return of_kind(_plain(word))


FORMDETAILS = (
    Mechanism("details of what a form brings", posted_site, browse_posted, _TWO, _THIRD, _records),
    Mechanism(
        "details of what a form brings, asked for by what is given",
        posted_site,
        browse_posted,
        _BENT,
        {"word": "kettleö"},
        _records,
    ),
)
