"""Series whose next page is asked for with two pieces of the page before: an offset and a token, the last row's two."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things, told
from .paging import SHELL, SIZE, coded, decoded, part, plain

_TWO = ({"word": "lamp", "pages": 2}, {"word": "rope", "pages": 3})
_THIRD = {"word": "kettle"}


def token_site() -> Site:
    """The token holds the place, and the offset has to fit it."""

    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/things":
            return html(SHELL)
        place, token = int(asked.one("from", "0")), asked.one("token")
        if (decoded(token) if token else 0) != place:
            return data({"error": "the token does not fit"}, status=400)
        word, ahead = asked.one("kind"), place + SIZE
        more = {"from": ahead, "token": coded(ahead)} if ahead < len(things(word)) else None
        return data({"things": [plain(each) for each in part(word, place)], "more": more})

    return as_site(answer)


def browse_tokens(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    found = told(visitor.fetch(f"/api/things?kind={word}"))
    for _ in range(pages - 1):
        more = found["more"]
        found = told(visitor.fetch(f"/api/things?kind={word}&token={more['token']}&from={more['from']}"))


def last_site() -> Site:
    """What comes behind a row is told by its price and its number."""

    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/things":
            return html(SHELL)
        own = sorted(things(asked.one("kind")), key=_order)
        if asked.one("after"):
            own = [each for each in own if _order(each) > (float(asked.one("price")), int(asked.one("after")))]
        return data({"things": [plain(each) for each in own[:SIZE]], "is_more": len(own) > SIZE})

    return as_site(answer)


def _order(thing: Any) -> tuple[float, int]:
    return float(thing.price), thing.number


def browse_last(visitor: Visitor, word: str, pages: int) -> None:
    visitor.visit("/", q=word)
    found = told(visitor.fetch(f"/api/things?kind={word}"))
    for _ in range(pages - 1):
        last = found["things"][-1]
        found = told(visitor.fetch(f"/api/things?kind={word}&price={last['price']}&after={last['id']}"))


TWOPIECES = (
    Mechanism("a token and an offset", token_site, browse_tokens, _TWO, _THIRD, of_kind),
    Mechanism("a last row's price and number", last_site, browse_last, _TWO, _THIRD, of_kind),
)
