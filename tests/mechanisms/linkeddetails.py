"""Details that lead to each other, as posts to the next one, beside a list to which a form was redirected.

Who goes back to the list asks for it by its own address.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, html, of_kind, things

_SIZE = 8
"""Entries of a page."""
_Address = Callable[[str, Thing], str]
"""Of a detail, by the word that was looked for."""


def _turned(before: str, after: str) -> str:
    links = (f"<a href='{to}'>{says}</a>" for to, says in ((before, "Previous"), (after, "Next")) if to)
    return f"<nav>{' '.join(links)}</nav>"


def _listed(word: str, page: int, address: _Address) -> str:
    own = things(word)
    rows = "".join(
        f"<li class=hit><a href='{address(word, each)}'>No. {each.number}</a></li>"
        for each in own[_SIZE * (page - 1) : _SIZE * page]
    )
    last = -(-len(own) // _SIZE)
    before, after = (f"/found?word={word}&page={each}" if 0 < each <= last else "" for each in (page - 1, page + 1))
    return f"<h1>What was found</h1><ul>{rows}</ul>{_turned(before, after)}"


def site_of(method: str, address: _Address, *, is_of_search: bool) -> Callable[[], Site]:
    """*is_of_search*: details are pages of the search that show one entry, each with the next hit behind it."""

    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        known = things(word) if is_of_search else sorted(things(), key=lambda each: each.number)
        shown = next((n for n, each in enumerate(known) if asked.sent.url.endswith(address(word, each))), None)
        if asked.path == "/seek":
            return Answer(302, "", (("Location", f"/found?word={word}"),), b"")
        if not word and shown is None:
            return html(f"<form action=/seek method={method}><input name=word></form>")
        if shown is None:
            return html(_listed(word, page, address))
        each, around = known[shown], (shown - 1, shown + 1)
        before, after = (address(word, known[n]) if 0 <= n < len(known) else "" for n in around)
        told = f"<article><h1>{each.title}</h1><p>Price: <b>{each.price}</b></p></article>"
        return html(told + _turned(before, after))

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str, method: str, address: _Address) -> None:
    own = things(word)
    visitor.visit("/")
    if method == "post":
        visitor.submit("/seek", word=word)
    else:
        visitor.visit("/seek", word=word)
    visitor.visit(address(word, own[2]))
    visitor.visit("/found", word=word)
    visitor.visit(address(word, own[5]))
    visitor.visit("/found", word=word)
    visitor.visit("/found", word=word, page=2)
    visitor.visit(address(word, own[_SIZE + 1]))


def _post(_: str, thing: Thing) -> str:
    return f"/post/{thing.number}"


def _hit(word: str, thing: Thing) -> str:
    return f"/found?word={word}&page={things(word).index(thing) + 1}&size=1&entry={thing.number}"


_DETAILS = (("posts with a next post", _post, False), ("hits with a next hit", _hit, True))
_WAYS = (("behind a form that is posted", "post"), ("behind a search that is redirected", "get"))

LINKEDDETAILS = tuple(
    Mechanism(
        f"{name}, {way}",
        site_of(method, address, is_of_search=is_of_search),
        partial(browse, method=method, address=address),
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    )
    for (name, address, is_of_search), (way, method) in product(_DETAILS, _WAYS)
)
