"""Pages whose rows are data in a text of theirs: an API as it is browsed, data for scripts that draw the page."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import SITE, Asked, Mechanism, Visitor, as_site, html, of_kind, things

_SIZE = 8
"""Rows of a page."""


def _page(asked: Asked) -> dict[str, Any]:
    """What an API gives for a page of a list."""
    word, number = asked.one("word"), int(asked.one("page", "1"))
    found = things(word)
    shown = found[number * _SIZE - _SIZE : number * _SIZE]
    rows = [{"id": each.number, "title": each.title, "price": each.price, "tags": list(each.tags)} for each in shown]
    onward = f"{SITE}/api?{urlencode({'word': word, 'page': number + 1})}" if len(found) > number * _SIZE else None
    return {"count": len(found), "next": onward, "results": rows}


def _pager(asked: Asked) -> str:
    page = _page(asked)["next"]
    return f'<a class="next" href="{page.replace("&", "&amp;")}">Next</a>' if page else ""


# An API as it is browsed: what it says stands in a text, with its headers in front of it and links within


def browsed_site() -> Site:
    def answer(asked: Asked) -> Answer:
        text = json.dumps(_page(asked), indent=4).replace("&", "&amp;")
        link = f'"{SITE}/api'
        text = text.replace(link, f'"<a href="#">{SITE}/api</a>') if link in text else text
        head = "<span><b>HTTP 200 OK</b>\n<b>Content-Type:</b> application/json\n\n</span>"
        return html(f'<h1>Things</h1>{_pager(asked)}<pre class="shown"><code>{head}{text}</code></pre>')

    return as_site(answer)


# A page that a script draws, from data in the page


def _drawn_site(around: str) -> Site:
    def answer(asked: Asked) -> Answer:
        text = json.dumps({"component": "Things/Index", "props": _page(asked)})
        quoted = text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        return html(
            f'<header class="top"><a class="home" href="/">Shop</a></header>{around}'.format(text=text, quoted=quoted)
        )

    return as_site(answer)


def script_site() -> Site:
    return _drawn_site('<div id="app"></div><script id="page-data" type="application/json">{text}</script>')


def assigned_site() -> Site:
    return _drawn_site('<div id="app"></div><script>window.__STATE__ = {text};</script>')


def followed_site() -> Site:
    further = "var last = document.scripts[0]; last.remove()"
    return _drawn_site(f'<div id="app"></div><script>var shop = {{text}}; {further}</script>')


def attribute_site() -> Site:
    return _drawn_site('<div id="app" data-page="{quoted}"></div>')


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/api", word=word)
    for page in (2, 3):
        visitor.visit("/api", word=word, page=page)


_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}

PAGEDATA = (
    Mechanism("an API that is browsed", browsed_site, browse, _TWO, _THIRD, of_kind),
    Mechanism("data in a script", script_site, browse, _TWO, _THIRD, of_kind),
    Mechanism("data that a script keeps", assigned_site, browse, _TWO, _THIRD, of_kind),
    Mechanism("data that a script keeps before it goes on", followed_site, browse, _TWO, _THIRD, of_kind),
    Mechanism("data in an attribute", attribute_site, browse, _TWO, _THIRD, of_kind),
)
