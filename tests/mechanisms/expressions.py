"""What is looked for as an expression within the query of an address, whose signs a site reads as they stand."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote, unquote, urlsplit

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, of_kind, things
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


def marked_site() -> Site:
    """A search by posted JSON that takes one star behind a word, whoever wrote it."""

    def answer(asked: Asked) -> Answer:
        if asked.path != "/find":
            return html('<h1>Things</h1><input name="title">')
        found = re.fullmatch(r"(\w+)\*", str(((asked.data or {}).get("where") or {}).get("title")))
        return data([{"title": each.title, "price": each.price} for each in things(found[1] if found else "none")])

    return as_site(answer)


def browse_marked(typed: str, sent: str) -> Callable[..., None]:
    """What is typed and what a script sends of it."""

    def look(visitor: Visitor, word: str) -> None:
        visitor.visit("/")
        visitor.type("title", typed.format(word))
        visitor.fetch("/find", send={"where": {"title": sent.format(word)}})

    return look


def _of_word(word: str) -> list[Row]:
    return of_kind(word.rstrip("*"))


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
    Mechanism(
        "a star that is typed behind a word",
        marked_site,
        browse_marked("{}", "{}"),
        ({"word": "lamp*"}, {"word": "rope*"}),
        {"word": "kettle*"},
        _of_word,
    ),
    Mechanism(
        "a star that a script sends behind a word", marked_site, browse_marked("{}", "{}*"), _WORDS, _OTHER, _of_word
    ),
)
