"""Documents that a page holds in frames of its own: nobody went there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from lxml import etree

from ...samples.bodies import kind_of
from ...samples.traffic import Answer, Exchange
from ..answers.addresses import joined
from ..answers.extraction import page_of

_FRAMES = ("iframe", "frame", "embed", "object", "fencedframe")
"""What holds a document, also by the words of `Sec-Fetch-Dest` (Fetch Metadata)."""
_SOURCES = ("src", "data")


def is_framed(exchange: Exchange, before: Sequence[Exchange]) -> bool:
    """Whether a document came by itself with the page around it; *before*: what was asked for until then.

    A frame in which the person clicked is a page that was visited.
    """
    told = exchange.sent.header("sec-fetch-dest")
    if told is not None:
        return told.lower() in _FRAMES and exchange.sent.header("sec-fetch-user") is None
    around = exchange.sent.header("referer")
    pages = (each.answer for each in before if each.answer is not None)
    return any(
        exchange.sent.url.partition("#")[0] in _frames_of(page)
        for page in pages
        if around is None or page.url.startswith(around.partition("#")[0])
    )


@lru_cache(256)
def _frames_of(page: Answer) -> frozenset[str]:
    """The addresses that a page has in frames from the beginning."""
    root = page_of(page).root if page.body and kind_of(page) == "html" else None
    if not isinstance(root, etree._Element):  # noqa: SLF001 - lxml has no public name for it
        return frozenset()
    sources = (str(frame.get(name) or "") for frame in root.iter(*_FRAMES) for name in _SOURCES)
    return frozenset(joined(page_of(page).base, source) for source in sources if source) - {""}
