"""What links say that lead to a piece of a path, and are spelled otherwise there: `/lamps` of “Lamps”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit

from ...documents.elements import is_element
from ...documents.lettering import slug
from ...samples.bodies import kind_of
from ...samples.traffic import Answer, Exchange, Recording
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.values import Coding
from ..origins.spellings import Texts, written
from .listsbefore import answers_before

Linked = tuple[str, str]
"""A piece of a path, and what a link to it says."""


def linked_texts(
    place: int, values: Texts, exchanges: Sequence[Exchange | None], recordings: Sequence[Recording]
) -> tuple[Texts, tuple[Coding, ...]]:
    """By recording, what a link to each value says, and how it is written in the path; nothing if that varies.

    All links beside that say what their addresses do have to be spelled so: `McKay` is in no list of small letters.
    """
    told = zip(values, exchanges, recordings, strict=True)
    found = [_linked(place, value, sent, own) if value and sent else [] for value, sent, own in told]
    texts = tuple(own[0][1] if own else None for own in found)
    is_told = len({value for value in values if value}) > 1 and all(
        text for text, value in zip(texts, values, strict=True) if value
    )
    return (texts, written([pair for own in found for pair in own])) if is_told else (texts, ())


def _linked(place: int, value: str, exchange: Exchange, recording: Recording) -> list[Linked]:
    """The link to a value of the latest page before that has one, and those beside it, the value's own first."""
    for _, answer in answers_before(exchange, recording):
        links = list(_links(answer, exchange.sent.url, place)) if kind_of(answer) == "html" else []
        if own := [link for link in links if link[0] == value]:
            return [own[0], *links]
    return []


def _links(answer: Answer, url: str, place: int) -> Iterator[Linked]:
    """The links of a page whose paths end with another piece in that place, and that say it, however it is spelled."""
    page, before = page_of(answer), _path(url)[: place + 1]
    for element in page.root.iter("a") if is_element(page.root) else ():
        address, text = joined(page.base, element.get("href") or ""), text_within(element)
        *folder, piece = _path(address) or [""]
        if folder == before and "?" not in address and slug(text) == slug(piece) != "":
            yield piece, text


def _path(address: str) -> list[str]:
    """The host and the pieces of the path, decoded; nothing of what is no address."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return []
    return [parts.netloc, *(unquote(piece) for piece in parts.path.split("/") if piece)]
