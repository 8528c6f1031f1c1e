"""What stands in and around the elements that were clicked: the pages of a sample folder tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ..core.documents.elements import Element
from ..core.inference.answers.extraction import HTML, AnswerPage
from ..core.inference.answers.values import Extraction
from ..core.samples.traffic import Answer, Event
from .paths import path_inside

_MOST_TEXTS = 12
"""What holds more of them is a part of a page, and no entry that was chosen."""
"""The headers of a page that a sample keeps."""


def with_texts(folder: Path, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events, the clicks among them with what the page said there before."""
    page_of = lru_cache(2)(_page)

    def texts_of(event: Event) -> tuple[str, ...]:
        path = path_inside(folder, event.before) if event.before and event.type == "click" else None
        where = event.element.path if event.element is not None else ""
        return _texts_at(page_of(path), where) if path is not None and where else ()

    return tuple(replace(event, around=texts) if (texts := texts_of(event)) else event for event in events)


def page_at(path: Path) -> bytes | None:
    """The HTML of a page in a sample, as bytes; None if it is not there, or cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def _page(path: Path) -> AnswerPage | None:
    body = page_at(path)
    return AnswerPage(Answer(200, "", HTML, body)) if body is not None else None


def _texts_at(page: AnswerPage | None, path: str) -> tuple[str, ...]:
    """The texts of the element at a path, or else of the nearest one around it."""
    element = next(iter(page.elements(Extraction("css", path))), None) if page is not None else None
    for each in _outwards(element) if element is not None else ():
        texts = [text for text in (" ".join(str(text).split()) for text in each.itertext()) if text]
        if texts:
            return tuple(texts) if len(texts) <= _MOST_TEXTS else ()
    return ()


def _outwards(element: Element) -> Iterator[Element]:
    yield element
    yield from element.iterancestors()
