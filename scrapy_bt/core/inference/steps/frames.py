"""Documents that a page holds in frames of its own: nobody went there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...documents.elements import is_element
from ...samples.bodies import kind_of
from ...samples.traffic import Answer, Exchange
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined

_FRAMES = ("iframe", "frame", "embed", "object", "fencedframe")
"""What holds a document, also by the words of `Sec-Fetch-Dest` (Fetch Metadata)."""


def is_framed(exchange: Exchange, before: Sequence[Exchange], after: Sequence[Exchange] = ()) -> bool:
    """Whether a document came by itself with the page around it; *before* and *after*: what else was asked for.

    A frame in which the person clicked is a page that was visited.
    """
    told = exchange.sent.header("sec-fetch-dest")
    if told is not None:
        return told.lower() in _FRAMES and exchange.sent.header("sec-fetch-user") is None
    around = exchange.sent.header("referer")
    pages = [
        each.answer
        for each in before
        if each.answer is not None and (around is None or each.answer.url.startswith(_page(around)))
    ]
    if any(_page(exchange.sent.url) in _frames_of(page) for page in pages):
        return True
    return around is not None and _goes_on(around, exchange, after) and not _is_linked(exchange, pages)


def _page(url: str) -> str:
    return url.partition("#")[0]


def _goes_on(around: str, exchange: Exchange, after: Sequence[Exchange]) -> bool:
    """Whether the page that asked for a document asked for more when it was there: nobody left it for that one."""
    here, inside = _page(around), _page(exchange.sent.url)
    is_there = False
    for later in after:
        came_from = _page(later.sent.header("referer") or "")
        if _page(later.sent.url) == here or (came_from == inside and later.answer and kind_of(later.answer) == "html"):
            return False
        is_there = is_there or (came_from == here and later.started > exchange.started + exchange.seconds)
    return is_there


def _is_linked(exchange: Exchange, pages: Sequence[Answer]) -> bool:
    """Whether a page has a link there, or a form that is sent there."""
    url = _page(exchange.sent.url)
    return any({url, url.partition("?")[0]} & _targets_of(page) for page in pages)


@lru_cache(4096)
def _targets_of(page: Answer) -> frozenset[str]:
    """Where links and forms of a page lead."""
    return _addresses_in(page, ("a", "area", "form"), ("href", "action"))


@lru_cache(4096)
def _frames_of(page: Answer) -> frozenset[str]:
    """The addresses that a page has in frames from the beginning."""
    return _addresses_in(page, _FRAMES, ("src", "data"))


def _addresses_in(page: Answer, tags: Sequence[str], names: Sequence[str]) -> frozenset[str]:
    root = page_of(page).root if page.body and kind_of(page) == "html" else None
    if not is_element(root):
        return frozenset()
    spelled = (str(element.get(name) or "") for element in root.iter(*tags) for name in names)
    return frozenset(_page(joined(page_of(page).base, text)) for text in spelled if text) - {""}
