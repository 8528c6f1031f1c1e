"""Pages that a script opened by itself, as client-side routers do: such a site has them as documents, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from ..core.inference.answers.extraction import HTML
from ..core.inference.answers.pages.contents import content_of, words_of
from ..core.inference.origins.links import whole
from ..core.samples.bodies import STRUCTURED, kind_of
from ..core.samples.traffic import Answer, Event, Exchange, Recording, Sent
from .clicked import page_at
from .paths import path_inside

_WHOLE = 0.8
"""The share of the words of a page as it looked that its document says, where it was made on the server."""
_FEWEST = 5
"""Words beside its title that tell that: many a page says that it is loading."""
_TOLD = 0.5
"""The share of what is new on a page from which on an answer tells it."""
_SECONDS = 10.0
"""From an act to the page that it opened."""


def with_routed(folder: Path, recording: Recording) -> Recording:
    """The recording, with the pages that a script opened as documents at their addresses, which say what was seen.

    That is so where the document that the script belongs to says itself how it looked, and no answer that can be read
    tells what was new on the page: pieces of components, or modules.
    """
    router = _Router(folder, recording)
    found = [*recording.exchanges, *router.pages()]
    in_order = sorted(found, key=lambda exchange: exchange.started)
    exchanges = tuple(replace(exchange, index=index) for index, exchange in enumerate(in_order))
    return replace(recording, exchanges=exchanges) if len(found) > len(recording.exchanges) else recording


class _Router:
    def __init__(self, folder: Path, recording: Recording) -> None:
        self._folder, self._recording = folder, recording
        self._look = lru_cache(8)(self._read)

    def pages(self) -> Iterator[Exchange]:
        pages = [each for each in self._recording.exchanges if _is_page(each)]
        documents = [each for each in pages if each.kind == "document"]
        opened = {_told(each) for each in self._recording.exchanges if _has_data(each)}  # also what is shown once more
        made: dict[str, bool] = {}
        for place, event in enumerate(self._recording.events):
            url = whole(event.url_after)
            if event.type != "navigate" or not url or url in opened or url == whole(event.url):
                continue
            document = _latest(documents, event)
            if document is None or _site(url) != _site(_told(document)):
                continue
            if (own := _told(document)) not in made:
                made[own] = self._is_made_on_server(document)
            look, act = self._last_look(place), self._act_of(place)
            if made[own] and look is not None and self._is_new(event, act, look):
                yield self._page(event, act, look, document)
                opened.add(url)

    def _is_made_on_server(self, document: Exchange) -> bool:
        places = (place for place, event in enumerate(self._recording.events) if _is_load_of(event, document))
        look = self._last_look(next(places, None))
        if look is None:
            return False
        assert document.answer is not None, "it is a page"
        seen = words_of(look) - set(content_of(look).title.casefold().split())
        return len(seen) >= _FEWEST and len(seen & words_of(document.answer)) >= _WHOLE * len(seen)

    def _last_look(self, place: int | None) -> Answer | None:
        """How a page looked before the next one was opened."""
        if place is None:
            return None
        events = self._recording.events
        look = self._look(events[place].after)
        for event in events[place + 1 :]:
            if event.page == events[place].page:
                look = self._look(event.before) or look
                if event.type == "navigate":
                    return look
                look = self._look(event.after) or look
        return look

    def _read(self, name: str) -> Answer | None:
        path = path_inside(self._folder, name) if name else None
        body = page_at(path) if path is not None else None
        return Answer(200, "", HTML, body) if body is not None else None

    def _act_of(self, place: int) -> float:
        """When the person did what opened a page; else when it was there."""
        event, before = self._recording.events[place], self._recording.events[:place]
        acts = [each.at for each in before if each.page == event.page and each.type != "navigate"]
        return acts[-1] if acts and event.at - acts[-1] <= _SECONDS else event.at

    def _is_new(self, event: Event, act: float, look: Answer) -> bool:
        """Whether a page says something that the one before did not, and no data tell it."""
        before = self._look(event.before)
        new = words_of(look) - (words_of(before) if before is not None else frozenset())
        until = event.at + _SECONDS
        answers = (each.answer for each in self._recording.exchanges if act - 0.1 <= each.started <= until)
        data = (answer for answer in answers if answer is not None and answer.body and kind_of(answer) in STRUCTURED)
        return bool(new) and not any(len(new & words_of(answer)) >= _TOLD * len(new) for answer in data)

    def _page(self, event: Event, act: float, look: Answer, document: Exchange) -> Exchange:
        url = whole(event.url_after)
        headers = tuple(pair for pair in document.sent.headers if pair[0].lower() not in ("referer", "cookie"))
        sent = Sent("GET", url, (*headers, *self._cookies(url, act), ("Referer", event.url)))
        return Exchange(0, sent, replace(look, url=url), act + 0.01, 0.1, "document", event.page)

    def _cookies(self, url: str, at: float) -> Sequence[tuple[str, str]]:
        """What was sent to the host last."""
        for each in reversed(self._recording.exchanges):
            if each.started <= at and _site(each.sent.url) == _site(url):
                return [pair for pair in each.sent.headers if pair[0].lower() == "cookie"]
        return []


def _has_data(exchange: Exchange) -> bool:
    answer = exchange.answer
    return answer is not None and answer.status < 400 and bool(answer.body) and kind_of(answer) in STRUCTURED


def _is_page(exchange: Exchange) -> bool:
    return _has_data(exchange) and exchange.answer is not None and kind_of(exchange.answer) == "html"


def _site(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc


def _told(exchange: Exchange) -> str:
    assert exchange.answer is not None, "it is a page"
    return whole(exchange.answer.url or exchange.sent.url)


def _latest(documents: Sequence[Exchange], event: Event) -> Exchange | None:
    """The document that a page's script came with."""
    before = (each for each in documents if each.started <= event.at and each.page in ("", event.page))
    return max(before, key=lambda each: each.started, default=None)


def _is_load_of(event: Event, document: Exchange) -> bool:
    return event.type == "navigate" and whole(event.url_after) == _told(document)
