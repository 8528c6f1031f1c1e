"""Sites that behave otherwise for another input than for the recorded ones, or show their rows in a misleading way."""

from __future__ import annotations

from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, html, of_kind, things

_SIZE = 8
"""Rows of a page."""
_RECORDED = ("lamp", "rope")


def _table(found: list[Thing]) -> str:
    rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in found)
    return f"<h1>Things</h1><table><tbody>{rows}</tbody></table>"


def _next(word: str, page: int) -> str:
    return f'<a class="next" href="/list?word={word}&amp;page={page}">Next</a>'


def browse_pages(visitor: Visitor, word: str) -> None:
    visitor.visit("/list", word=word)
    for page in (2, 3):
        visitor.visit("/list", word=word, page=page)


# A last page that leads on to no other one for the recorded input, and to the first rows again for another


def anew_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        found = things(word)
        start = (page - 1) % 3 * _SIZE
        is_last = word in _RECORDED and page == 3
        return html(_table(found[start : start + _SIZE]) + ("" if is_last else _next(word, page + 1)))

    return as_site(answer)


# The same, where other rows come for ever


def endless_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        start = (page - 1) * _SIZE
        found = things(word)[start : start + _SIZE]
        if word in _RECORDED:
            return html(_table(found) + (_next(word, page + 1) if page < 3 else ""))
        made = [Thing(n, word, f"A {word} that was made up {n}", f"{n}.00") for n in range(start, start + _SIZE)]
        return html(_table(found or made) + _next(word, page + 1))

    return as_site(answer)


# Pages, each of which begins with the last row of the one before


def overlapping_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        start = (page - 1) * (_SIZE - 1)
        return html(_table(things(word)[start : start + _SIZE]) + (_next(word, page + 1) if page < 3 else ""))

    return as_site(answer)


def first_22(word: str) -> Any:
    return of_kind(word)[:22]


# Cards of what is wanted, and beside them cards of something else, which change from page to page, too


def beside_site(margin: str) -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        others = [each for each in things() if each.kind != word]
        start = (page - 1) * _SIZE
        wanted = "".join(map(_card, things(word)[start : start + _SIZE]))
        shown = "".join(map(_card, others[(start + len(word)) % 30 :][:4]))
        onward = _next(word, page + 1) if page < 3 else ""
        return html(
            f'<h1>Things</h1><div class="results">{wanted}</div>{onward}'
            f'<{margin} class="seen"><h2>Others have looked at</h2>{shown}</{margin}>'
        )

    return as_site(answer)


def _card(thing: Thing) -> str:
    return f'<div class="card"><h3 class="name">{thing.title}</h3><b class="price">{thing.price}</b></div>'


_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}

RIGHT = (
    Mechanism("rows anew for another input", anew_site, browse_pages, _TWO, _THIRD, of_kind),
    Mechanism("cards in the margin", partial(beside_site, "aside"), browse_pages, _TWO, _THIRD, of_kind),
)
MISLEADING = (
    Mechanism("rows for ever for another input", endless_site, browse_pages, _TWO, _THIRD, of_kind),
    Mechanism("pages that overlap", overlapping_site, browse_pages, _TWO, _THIRD, first_22),
    Mechanism("cards in two places", partial(beside_site, "div"), browse_pages, _TWO, _THIRD, of_kind),
)
