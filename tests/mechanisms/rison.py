"""Scripts that write what they ask for as Rison, in one field of the address."""

from __future__ import annotations

import re
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, data, html, of_kind, things, told

_SIZE = 8


def rison_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/":
            return html("<h1>Things</h1><input name=word><script src=/things.js></script>")
        query = asked.one("q")
        word = re.search(r"value:(?:'((?:[^'!]|!.)*)'|([^,)]*))", query)
        found = things(word[1] or word[2]) if word else things()
        page = re.search(r"page:(\d+)", query)
        if page is None:
            return data({"message": "which page?"}, status=400)
        rows = found[int(page[1]) * _SIZE :][:_SIZE]
        return data({"count": len(found), "result": [{"title": each.title, "price": each.price} for each in rows]})

    return as_site(answer)


def search(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch(f"/api/things?q=(order:title,page:0,page_size:{_SIZE})")
    visitor.type("word", word)
    page, count = 0, 1
    while page * _SIZE < count:
        narrowed = f"filters:!((col:kind,opr:eq,value:{word}))"
        answer = visitor.fetch(f"/api/things?q=({narrowed},order:title,page:{page},page_size:{_SIZE})")
        page, count = page + 1, told(answer)["count"]


_TWO: Any = ({"word": "lamp"}, {"word": "rope"})

RISON = (Mechanism("what is asked for in Rison", rison_site, search, _TWO, {"word": "kettle"}, of_kind),)
