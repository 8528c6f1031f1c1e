"""Pages that a client-side router shows, each at an address of its own, as generators of static sites make them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, html, of_kind, things

_TWO: Any = ({"word": "Lamp"}, {"word": "Rope"})
_THIRD = {"word": "Kettle"}
_MENU = "".join(f"<li><a href=/{kind}.html><p>{kind.title()}</p></a></li>" for kind in KINDS)
_SIGNS = ("", "&#8203;", "#", "¶")
_DETAIL = 5
"""Entries of a shelf from the first one opened to the last."""


def site_of(sign: str) -> Callable[[], Site]:
    """*sign*: of the link beside each heading that leads to it."""

    def answer(asked: Asked) -> Answer:
        own = asked.path.strip("/").removesuffix(".html")
        link = f'<a class=anchor href="#top">{sign}</a>' if sign else ""
        if own in KINDS:
            rows = "".join(f"<tr><td><a href=/of/{t.number}.html>{t.title}</a><td>{t.price}" for t in things(own))
            main = f"<h1>{own.title()} {link}</h1><table><tr><th>Title<th>Price{rows}</table>"
        elif found := [each for each in things() if own == f"of/{each.number}"]:
            main = f"<h1>{found[0].title} {link}</h1><p>It is sold for:</p><ul><li>Price: {found[0].price}</ul>"
        elif own:
            return html("There is nothing here.", status=404)
        else:
            main = "<h1>Shelves</h1>"
        return html(f"<aside><ul>{_MENU}</ul></aside><main>{main}</main>")

    return lambda: as_site(answer)


def of_one(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.show(f"/{word.lower()}.html", word)


def glimpsed(visitor: Visitor, word: str) -> None:
    of_one(visitor, word)
    first, last = things(word.lower())[1 : 2 + _DETAIL : _DETAIL]
    visitor.show(f"/of/{first.number}.html", first.title, seen=False)
    visitor.show(f"/of/{last.number}.html", last.title)


def sold(word: str) -> Any:
    return of_kind(word.lower())


ROUTED = [
    Mechanism("an input that is a file's name without its ending", site_of(""), of_one, _TWO, _THIRD, sold),
    *(
        Mechanism(f"details of which one was seen, headings with “{sign}”", site_of(sign), glimpsed, _TWO, _THIRD, sold)
        for sign in _SIGNS
    ),
]
