"""The same facts as pages about one thing show them: by labels of all kinds, in attributes, by their place alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 8
"""Entries of a page."""


def site_of(layout: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word, number = asked.one("word"), asked.path.rpartition("/")[2]
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == number)
            shown = layout.format(t=each.title, p=each.price, k=each.kind)
            return html(f"<header><nav><a href=/>Home</a></nav></header>{shown}<footer>Imprint</footer>")
        rows = "".join(f'<li><a href="/thing/{each.number}">Entry {each.number}</a></li>' for each in things(word))
        return html(
            f"<h1>Things</h1><ul class=l>{rows}</ul>" if word else "<form action=/list><input name=word></form>"
        )

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/list", word=word)
    for each in things(word)[1:6:3]:
        visitor.visit(f"/thing/{each.number}")


_SHOWN = {
    "labels before spans": "<h1>{t}</h1><ul><li><span>Price</span><span>{p}</span></li></ul>",
    "labels of fields that are shown": "<h1>View</h1><div><label>Title</label><div class=shown>{t}</div></div>"
    "<div><label>Price</label><div class=shown>{p}</div></div>",
    "labels within a line": "<h1>{t}</h1><div class=facts><b>Price:</b> {p}<br><b>Kind:</b> {k}</div>",
    "labels that are texts": "<h1>{t}</h1><div class=facts>Price: <b>{p}</b><br>Kind: <b>{k}</b></div>",
    "labels of paragraphs": "<main><h1>{t}</h1><p>Price: {p}</p><p>Kind: {k}</p></main>",
    "facts for programs": "<div itemscope><h1 itemprop=name>{t}</h1><meta itemprop=price content='{p}'></div>",
    "fields to change": "<h1>Edit</h1><form method=post><input name=title value='{t}'>"
    "<input name=price value='{p}'></form>",
    "names for tests": "<main><h1>{t}</h1><div data-testid=price>{p}</div><div data-testid=kind>{k}</div></main>",
    "nothing but places": "<main><h1>{t}</h1><div class=css-9ab12cd><span class=css-7hh21ab>{p}</span></div>"
    "<div class=css-9ab12cd><span class=css-8jj21ab>{k}</span></div></main>",
}

# Details whose addresses go on with the list's, of which one was opened on each of two pages


def below_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, _, number = asked.path.removeprefix("/stock/").removesuffix("/").partition("/")
        head, own = "<nav><a href=/>Start</a> <a href=/help/>Help</a></nav>", things(word)
        if number:
            each = next(each for each in own if str(each.number) == number)
            return html(f"{head}<h1>{each.title}</h1><p class=told>For {each.price}</p><p>{each.price}</p>")
        page = int(asked.one("page", "1"))
        shown = own[_SIZE * (page - 1) :]
        rows = "".join(
            f"<section><h2>Number {each.number}</h2><dl><dt>Kind</dt><dd>{word}</dd></dl>"
            f"<a href=/stock/{word}/{each.number}/>More of it</a></section>"
            for each in shown[:_SIZE]
        )
        back = f"<a href=?page={page - 1}>Earlier</a>" if page > 1 else ""
        onward = f"<a class=next href=?page={page + 1}>Later</a>" if shown[_SIZE:] else ""
        return html(f"{head}<h1>{len(own)} things</h1><div class=stock>{rows}</div><p>{back} Page {page} {onward}</p>")

    return as_site(answer)


def browse_below(visitor: Visitor, word: str) -> None:
    visitor.visit(f"/stock/{word}/")
    visitor.visit(f"/stock/{word}/{things(word)[1].number}/")
    visitor.visit(f"/stock/{word}/")
    visitor.visit(f"/stock/{word}/?page=2")
    visitor.visit(f"/stock/{word}/{things(word)[_SIZE].number}/")


DETAILS = (
    *(Mechanism(name, site_of(layout), browse, _TWO, _THIRD, of_kind) for name, layout in _SHOWN.items()),
    Mechanism("details below their list", below_site, browse_below, _TWO, _THIRD, of_kind),
)
