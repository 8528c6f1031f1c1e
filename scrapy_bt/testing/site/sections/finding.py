"""Searching as the portal and the forum offer it: what is asked for, and a page of what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeVar
from urllib.parse import urlencode

from scrapy_bt.testing.site.content.topics import LANGUAGES
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.markup import pager
from scrapy_bt.testing.site.sections.section import page_number

Found = TypeVar("Found")

MOST_PAGES = 1000


@dataclass(frozen=True)
class Wish:
    """What somebody searches for."""

    words: tuple[str, ...]
    without: tuple[str, ...]
    language: str
    """Empty: any."""
    page: int
    order: str
    text: str
    """As it was typed."""


def read_wish(ask: Ask) -> Wish | None:
    """What the query asks for; none for a page or a language that there is not."""
    page = page_number(ask.query.get("page", "1"), pages=MOST_PAGES)
    language, text = ask.query.get("lang", ""), ask.query.get("q", "")
    if page is None or language not in ("", *LANGUAGES):
        return None
    given = text.casefold().split()
    return Wish(
        words=tuple(word for word in given if not word.startswith("-")),
        without=tuple(word[1:] for word in given if len(word) > 1 and word.startswith("-")),
        language=language,
        page=page,
        order=ask.query.get("sort", "newest"),
        text=text,
    )


def cut(found: Sequence[Found], page: int, *, size: int) -> Sequence[Found]:
    """The part of a page."""
    return found[(page - 1) * size : page * size]


def write_pager(path: str, wish: Wish, *, count: int, size: int) -> str:
    """Links to the pages of results before and after."""

    def link(page: int) -> str:
        given = {"q": wish.text, "page": page, "lang": wish.language, "sort": wish.order}
        return f"{path}?{urlencode({name: value for name, value in given.items() if value})}"

    return pager(
        previous=link(wish.page - 1) if wish.page > 1 else None,
        following=link(wish.page + 1) if wish.page * size < count else None,
    )


def write_form(path: str, wish: Wish | None) -> str:
    """The form that asks for words."""
    text, chosen = (wish.text, wish.language) if wish is not None else ("", "")
    options = "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{shown}</option>'
        for value, shown in (("", "any language"), ("en", "English"), ("zh", "中文"))
    )
    return (
        f'<form action="{path}" method="get">\n<label>Words <input type="search" name="q" value="{escape(text)}">'
        f'</label>\n<select name="lang">{options}</select>\n<button type="submit">Search</button>\n</form>'
    )
