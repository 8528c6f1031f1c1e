"""What is looked for as an expression within the query of an address, whose signs a site reads as they stand."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote, unquote, urlsplit

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things
from .paging import card


def site(pattern: str) -> Site:
    def answer(asked: Asked) -> Answer:
        query = urlsplit(asked.sent.url).query
        if not query:
            return html('<form><input name="word"></form>')
        found = re.fullmatch(pattern, query)
        if found is None:
            return html("<h1>There is no such filter</h1>", status=500)
        return html(f"<ul>{''.join(map(card, things(unquote(found[1]))))}</ul>")

    return as_site(answer)


def browse(write: Callable[[str], str]) -> Callable[..., None]:
    def look(visitor: Visitor, word: str) -> None:
        visitor.visit("/things")
        visitor.type("word", word)
        visitor.visit(f"/things?{write(quote(word))}")

    return look


_WORDS, _OTHER = ({"word": "lamp"}, {"word": "rope"}), {"word": "kettle"}
EXPRESSIONS = (
    Mechanism(
        "an expression in brackets",
        lambda: site(r"\(title=(?:%2A|\*)(\w+?)(?:%2A|\*)\)"),
        browse(lambda word: f"(title=%2A{word}%2A)"),
        _WORDS,
        _OTHER,
        of_kind,
    ),
)
