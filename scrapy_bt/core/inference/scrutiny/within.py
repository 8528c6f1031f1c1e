"""What a person chose within an answer that is the same each time, by a click that asks for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from ....sentences import say
from ...samples.traffic import Answer, Event, Recording
from ..answers.contents import content_of
from ..steps.causes import cause_of

_LOADED = frozenset({"document", "xhr", "fetch", ""})
"""What is loaded for what it says, as browsers call it."""


def chosen_within(
    recordings: Sequence[Recording], pages: Sequence[Sequence[Answer]], inputs: Sequence[Mapping[str, str]]
) -> str:
    """That another text of the target was clicked each time, which is no input of the tree; empty: it was not.

    *pages*: of the target, by recording; *inputs*: of each recording, what the tree is given.
    """
    said = [frozenset(text for page in own for text in content_of(page).texts) for own in pages]
    there_each_time = frozenset[str].intersection(*said) if said else frozenset[str]()
    clicks = [list(_clicked(recording, own)) for recording, own in zip(recordings, pages, strict=True)]
    for turn in zip_longest(*clicks, fillvalue=()):
        own = [_told_by(texts, turn) for texts in turn]
        if not there_each_time.issuperset(own) or len(set(own)) < 2:
            continue
        if not all(text in given.values() for text, given in zip(own, inputs, strict=True)):
            shown = " and ".join(f"“{text[:40]}”" for text in dict.fromkeys(own))
            return say("what was chosen by a click, {}, changes nothing of what the tree brings", shown)
    return ""


def _told_by(texts: Sequence[str], clicks: Sequence[Sequence[str]]) -> str:
    """The first text of a click that tells it from another recording's; empty: none does."""
    return next((text for text in texts if any(text not in others for others in clicks)), "")


def _clicked(recording: Recording, pages: Sequence[Answer]) -> Iterator[list[str]]:
    """What each click behind the target says that asks for nothing; numbers choose a page."""
    wanted = set(map(id, pages))
    there = max((each.started for each in recording.exchanges if id(each.answer) in wanted), default=0.0)
    asking = {cause_of(each, recording.events) for each in recording.exchanges if each.kind in _LOADED}
    for place, event in enumerate(recording.events):
        if event.type == "click" and event.at > there and place not in asking:
            yield [text for text in _said(event) if any(map(str.isalpha, text))]


def _said(event: Event) -> list[str]:
    text = " ".join(event.element.text.split()) if event.element is not None else ""
    return list(dict.fromkeys((text, *event.around)))
