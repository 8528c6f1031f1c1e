"""Lists of data whose `Link` header alone leads from page to page (RFC 8288)."""

from __future__ import annotations

import re
from hashlib import sha256

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import SITE, Asked, Mechanism, Visitor, as_site, data, html, of_kind, things
from .paging import SHELL, SIZE, part, plain

_TWO = ({"word": "lamp", "pages": 2}, {"word": "rope", "pages": 3})
_WHOLE = ({"word": "lamp", "pages": 3}, {"word": "rope", "pages": 3})
_THIRD = {"word": "kettle"}


def _page(word: str, place: int, links: dict[str, str], *, in_several: bool = False) -> Answer:
    told = [f'<{SITE}{address}>; rel="{relation}"' for relation, address in links.items()]
    lines = told if in_several else [", ".join(told)] if told else []
    return data([plain(each) for each in part(word, place)], headers=tuple(("Link", line) for line in lines))


def _token(word: str, place: int) -> str:
    return f"{place}k{sha256(word.encode()).hexdigest()[:20]}"


# A token that only headers have, each link in one of its own; the page before is linked, too


def token_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/stock":
            return html(SHELL)
        word, token = asked.one("word"), asked.one("after")
        place = int(token.partition("k")[0]) if token else 0
        if token and token != _token(word, place):
            return data({"error": "after"}, status=400)
        links = {"prev": place - SIZE, "next": place + SIZE}
        known = {name: to for name, to in links.items() if 0 <= to < len(things(word))}
        told = {name: f"/api/stock?word={word}&after={_token(word, to)}" for name, to in known.items()}
        return _page(word, place, told, in_several=True)

    return as_site(answer)


# Pages from the second on at another address, with the number of the last


def numbered_site() -> Site:
    def answer(asked: Asked) -> Answer:
        named, numbered = (re.fullmatch(path, asked.path) for path in (r"/shops/([^/]+)/stock", r"/shop/(\d+)/stock"))
        if not (named or numbered):
            return html(SHELL)
        words = sorted({each.kind for each in things()})
        word = named[1] if named else words[int(numbered[1]) if numbered else 0]
        if word not in words:
            return data({"error": "no such shop"}, status=404)
        number, last = int(asked.one("page", "1")), -(-len(things(word)) // SIZE)
        at = f"/shop/{words.index(word)}/stock?page="
        links = {"next": f"{at}{number + 1}", "last": f"{at}{last}"} if number < last else {"first": f"{at}1"}
        return _page(word, (number - 1) * SIZE, links)

    return as_site(answer)


# A header that leads on from each page, and to an empty one from the last


def endless_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path != "/api/stock":
            return html(SHELL)
        word, place = asked.one("word"), int(asked.one("max_id", "0")) % 1000
        found = part(word, place)
        ahead = f"/api/stock?word={word}&max_id={117_440_000_000_000_000 + place + SIZE}"
        return _page(word, place, {"next": ahead, "prev": f"/api/stock?word={word}&min_id=1"} if found else {})

    return as_site(answer)


def _browse(visitor: Visitor, first: str, pages: int) -> None:
    visitor.visit("/")
    answer = visitor.fetch(first)
    for _ in range(pages - 1):
        header = ", ".join(value for name, value in answer.headers if name == "Link")
        onward = re.search(r'<([^>]*)>; rel="next"', header)
        assert onward is not None
        answer = visitor.fetch(onward[1].removeprefix(SITE))


def browse_stock(visitor: Visitor, word: str, pages: int) -> None:
    _browse(visitor, f"/api/stock?word={word}", pages)


def browse_shop(visitor: Visitor, word: str, pages: int) -> None:
    _browse(visitor, f"/shops/{word}/stock", pages)


HEADERLINKS = (
    Mechanism("a token in a header's link", token_site, browse_stock, _TWO, _THIRD, of_kind),
    Mechanism("a header's link to another address", numbered_site, browse_shop, _TWO, _THIRD, of_kind),
    Mechanism("a header's link that leads to an empty page", endless_site, browse_stock, _WHOLE, _THIRD, of_kind),
)
