"""Pages as they were seen at the end, for trees that visit them in a browser (recording.md, "Inference")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urldefrag

from ...errors import SampleError
from ...sentences import say
from ..samples.bodies import kind_of
from ..samples.traffic import Answer, Exchange, Recording
from .answers.extraction import HTML


def seen_pages(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings, in each of which the page that was seen last says what was to be seen on it.

    Raises `SampleError` where no recording kept that, or where it is not told by the page's address.
    """
    seen = [_seen(recording) for recording in recordings]
    if all(place is None for place in seen):
        raise SampleError(
            say("--in-browser needs to know how the last page looked, which a HAR does not tell: scrapy bt record URL")
        )
    return tuple(
        recording if place is None else _with_screen(recording, place)
        for recording, place in zip(recordings, seen, strict=True)
    )


def screen_url(recordings: Sequence[Recording]) -> str:
    """The address of the page that was seen last in the first recording that has one; empty if none has."""
    urls = (_told(recording.exchanges[place]) for recording in recordings if (place := _seen(recording)) is not None)
    return next(urls, "")


def _seen(recording: Recording) -> int | None:
    """The place of the last page's request; None if how it looked was not kept, or it was never asked for."""
    if recording.screen is None:
        return None
    url, fragment = urldefrag(recording.screen.url)
    if fragment.startswith(("/", "!")):
        raise SampleError(
            say(
                "{}: what the last page showed is told by “#{}” in its address, which no request asks for; infer"
                " without --in-browser, from the data that its script reads",
                recording.name,
                fragment[:60],
            )
        )
    places = (
        place
        for place, exchange in enumerate(recording.exchanges)
        if exchange.sent.method == "GET"
        and exchange.answer is not None
        and kind_of(exchange.answer) == "html"
        and _told(exchange) == url
    )
    return max(places, default=None)


def _told(exchange: Exchange) -> str:
    return urldefrag(exchange.answer.url if exchange.answer is not None else exchange.sent.url).url


def _with_screen(recording: Recording, place: int) -> Recording:
    page, screen = recording.exchanges[place], recording.screen
    assert screen is not None, "looked for before"
    shown = replace(page, answer=Answer(200, _told(page), HTML, screen.body))
    exchanges = (*recording.exchanges[:place], shown, *recording.exchanges[place + 1 :])
    return replace(recording, exchanges=exchanges)
