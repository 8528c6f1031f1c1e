"""What a person chose within an answer: the texts of clicks that ask for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ...samples.events import is_secret_element
from ...samples.traffic import Answer, Event, Recording
from ..answers.pages.contents import content_of
from .causes import cause_of
from .notices import answers_notice
from .spokennames import without_count

_LOADED = frozenset({"document", "xhr", "fetch", ""})
"""What is loaded for what it says, as browsers call it."""


def clicked_texts(recordings: Sequence[Recording], pages: Sequence[Sequence[Answer]]) -> Iterator[tuple[str, ...]]:
    """By recording, a text that was clicked and asked for nothing: another one each time, and on the pages of all.

    *pages*: those that were clicked, by recording.
    """
    said = [frozenset(text for page in own for text in content_of(page).texts) for own in pages]
    there_each_time = frozenset[str].intersection(*said) if said else frozenset[str]()
    beginnings = [_came(recording, own) for recording, own in zip(recordings, pages, strict=True)]
    yield from filter(there_each_time.issuperset, differing_clicks(recordings, beginnings))


def chosen_texts(recording: Recording) -> frozenset[str]:
    """All that was clicked, typed or chosen, also without how many there are of it."""
    chosen = {event.value or "" for event in recording.events if event.element and not is_secret_element(event.element)}
    said = {" ".join(event.element.text.split()) for event in recording.events if event.element is not None}
    return frozenset(filter(None, chosen | said | set(map(without_count, said))))


def differing_clicks(recordings: Sequence[Recording], since: Sequence[float] = ()) -> Iterator[tuple[str, ...]]:
    """By recording, a text that was clicked and asked for nothing: another one each time; empty if that one has none.

    *since*: of each recording, the seconds since the epoch from which on.
    """
    begun = since or [0.0] * len(recordings)
    clicks = [list(_clicked(each, at)) for each, at in zip(recordings, begun, strict=True)]
    for turn in zip_longest(*clicks, fillvalue=()):
        own = tuple(_told_by(texts, turn) for texts in turn)
        if len(set(own)) > 1:
            yield own


def _told_by(texts: Sequence[str], clicks: Sequence[Sequence[str]]) -> str:
    """The first text of a click that tells it from another recording's; empty if none does."""
    return next((text for text in texts if any(text not in others for others in clicks)), "")


def _came(recording: Recording, pages: Sequence[Answer]) -> float:
    """When the last of the pages was asked for."""
    wanted = set(map(id, pages))
    return max((each.started for each in recording.exchanges if id(each.answer) in wanted), default=0.0)


def _clicked(recording: Recording, since: float) -> Iterator[list[str]]:
    """What each click says that asks for nothing; numbers choose a page, and answers to notices nothing."""
    asking = {cause_of(each, recording.events) for each in recording.exchanges if each.kind in _LOADED}
    for place, event in enumerate(recording.events):
        if event.type == "click" and event.at > since and place not in asking and not answers_notice(event):
            yield [text for text in _said(event) if any(map(str.isalpha, text))]


def _said(event: Event) -> list[str]:
    text = " ".join(event.element.text.split()) if event.element is not None else ""
    return list(dict.fromkeys((text, *event.around)))
