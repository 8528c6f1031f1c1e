"""Series of which the page itself brings the first part, and scripts the rest: it is none of the pages that count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....samples.parameters import Key
from ....samples.traffic import Exchange, Recording
from ...answers.pages.addresses import bare_address
from ...answers.requests.shapes import values_of
from ...findings import Loop

_SECOND = "2"
_FIRST = 1


def from_first(loop: Loop, asked: Sequence[Exchange | None], recordings: Sequence[Recording]) -> Loop:
    """The loop from page 1 on, where it begins late; *asked*: the first of its requests, by recording."""
    return replace(loop, start=_FIRST) if loop.by == 1 and begins_late(loop, asked, recordings) else loop


def begins_late(loop: Loop, asked: Sequence[Exchange | None], recordings: Sequence[Recording]) -> bool:
    """Whether data were asked for from page 2 on, at the address of the page before, which has none of that number."""
    if loop.kind != "counter" or loop.key is None or loop.start is not None or loop.entry is not None:
        return False
    told = [(own, recording) for own, recording in zip(asked, recordings, strict=True) if own is not None]
    return bool(told) and all(_is_second(own, loop.key, recording) for own, recording in told)


def _is_second(asked: Exchange, key: Key, recording: Recording) -> bool:
    if values_of(asked.sent).get(key) != _SECOND:
        return False
    address = bare_address(asked.sent.url)
    before = (each for each in recording.exchanges if each.index < asked.index and each.kind == "document")
    return any(bare_address(each.sent.url) == address and key not in values_of(each.sent) for each in before)
