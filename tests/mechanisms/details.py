"""The same facts as pages about one thing show them: by labels of all kinds, in attributes, by their place alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


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

DETAILS = tuple(Mechanism(name, site_of(layout), browse, _TWO, _THIRD, of_kind) for name, layout in _SHOWN.items())
