"""Entries that are opened where hardly anything tells them from lists: of a wiki, of a last page, of a few on sale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Thing, Visitor, as_site, html, things

_WORDS = ("lamp", "rope", "kettle")
_SALE = 3
"""Each so many is on sale."""


def _wiki_page(name: str, text: str) -> Answer:
    head = f"<div class=head><h1><a href='/wiki?back={name}'>{name}</a></h1><a href='/wiki?Start'>Start</a></div>"
    return html(f"{head}<div class=text>{text}</div><div class=foot><a href='/wiki?edit={name}'>Edit</a></div>")


def wiki() -> Site:
    """Pages of one kind at addresses of one kind: that of a word lists things, and each of these links back to it."""

    def answer(asked: Asked) -> Answer:
        name = asked.sent.url.partition("?")[2] or "Start"
        found = next((each for each in things() if f"Thing_{each.number}" == name), None)
        if found is not None:
            link = f"<a href='/wiki?{found.kind}'>{found.kind}</a>"
            return _wiki_page(name, f"<p>{found.title}</p><p>It costs {found.price}.</p><div>See {link}.</div>")
        names = _WORDS if name == "Start" else [f"Thing_{each.number}" for each in things(name)]
        return _wiki_page(name, f"<ul>{''.join(f'<li><a href=/wiki?{each}>{each}</a></li>' for each in names)}</ul>")

    return as_site(answer)


def browse_wiki(visitor: Visitor, word: str, *, back: bool) -> None:
    """*back*: the list is asked for again each time; else the browser has kept it."""
    visitor.visit("/wiki")
    for each in things(word)[1:6:4]:
        if back or each == things(word)[1]:
            visitor.click(f"/wiki?{word}", word)
        visitor.click(f"/wiki?Thing_{each.number}", f"Thing_{each.number}")


def of_wiki(*, word: str) -> Sequence[Row]:
    return [(each.title, f"It costs {each.price}.") for each in things(word)]


def _shown(each: Thing) -> str:
    cost = f"<em class=price>{each.price}</em>"
    if things(each.kind).index(each) % _SALE == 0:
        cost = f"<em class=old-price>{each.number}.99</em> On sale: {cost}"
    return f"<h1>{each.title}</h1><div class=cost>{cost}</div>"


def shop(size: int) -> Callable[[], Site]:
    """A list in pages of so many, without a link to a next one but by numbers; each entry is a page."""

    def answer(asked: Asked) -> Answer:
        name, page = asked.one("word"), int(asked.one("page", "1"))
        shown = next((each for each in things() if asked.path == f"/thing/{each.number}"), None)
        if shown is not None:
            return html(_shown(shown))
        own = things(name) if name else []
        rows = "".join(
            f"<a class=card href=/thing/{each.number}><b>No. {each.number}</b></a>"
            for each in own[size * (page - 1) : size * page]
        )
        bar = "".join(
            f"<li class='number{' active' * (each == page)}'><a href='/list?word={name}&page={each}'>{each}</a></li>"
            for each in range(1, -(-len(own) // size) + 1)
        )
        return html(f"<form action=/list><input name=word></form><div>{rows}</div><ul class=bar>{bar}</ul>")

    return lambda: as_site(answer)


def browse_shop(visitor: Visitor, word: str, size: int) -> None:
    own = things(word)
    pages = -(-len(own) // size)
    visitor.visit("/list")
    visitor.visit("/list", word=word)
    for each in (own[0], own[1], own[_SALE], own[_SALE + 1]):
        visitor.visit(f"/thing/{each.number}")
    for page in range(2, pages + 1):
        visitor.visit("/list", word=word, page=page)
    visitor.visit(f"/thing/{own[-1].number}")


def of_shop(*, word: str) -> Sequence[Row]:
    own = things(word)
    return [(each.title, each.price, *([f"{each.number}.99"] * (n % _SALE == 0))) for n, each in enumerate(own)]


_TWO, _THIRD = ({"word": "lamp"}, {"word": "rope"}), {"word": "kettle"}
_ALONE = 11
"""Entries of a page, where the last page has one alone."""

WIKIS = (
    *(
        Mechanism(f"details in a wiki, {told}", wiki, partial(browse_wiki, back=back), _TWO, _THIRD, of_wiki)
        for told, back in (("whose list is opened again", True), ("whose list was kept", False))
    ),
    Mechanism(
        "details of which some have an old price, the last one alone on its page",
        shop(_ALONE),
        partial(browse_shop, size=_ALONE),
        _TWO,
        _THIRD,
        of_shop,
    ),
)
