"""What the person marked while recording: values, a row of the list, the page (recording.md, "Samples")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urldefrag

from ..samples.traffic import Event, Recording
from .goal import Goal, Marks
from .steps.targets import holds

MARK = "mark"
"""The type of such an event; its `value` is what was marked: `value`, `list` or `page`."""
_TEXTS = ("value", "list")
_MADE = "the marked “{}” does not stand in the answer as it was marked: a script of the page made it"


def without_marks(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings with nothing but acts: a mark causes no request."""
    return tuple(
        replace(recording, events=tuple(event for event in recording.events if event.type != MARK))
        for recording in recordings
    )


def with_marks(goal: Goal, recordings: Sequence[Recording]) -> tuple[Goal, tuple[str, ...]]:
    """The goal with the marks of the recordings, unless it has some of its own; and what is to be said of them.

    The page that is marked last in the first recording that has marks is the target. A text that stands in no answer,
    as what a script has made, cannot be taken from one.
    """
    marked = {number: own for number, recording in enumerate(recordings) if (own := _last_page(recording))}
    if goal.marks.texts or not marked:
        return goal, ()
    told: list[str] = []
    values: dict[int, list[str]] = {}
    rows: dict[int, list[str]] = {}
    for number, events in marked.items():
        texts = {
            kind: [event.element.text for event in events if event.value == kind and event.element] for kind in _TEXTS
        }
        standing = _standing_together([text for own in texts.values() for text in own if text], recordings[number])
        told += [_MADE.format(text[:60]) for own in texts.values() for text in own if text not in standing]
        values[number], rows[number] = ([text for text in texts[kind] if text in standing] for kind in _TEXTS)
    first, events = next(iter(marked.items()))
    marks = Marks(
        want=tuple(values.pop(first)),
        row=next(iter(rows[first]), ""),
        more=tuple(text for texts in values.values() for text in texts),
        is_single=any(event.value == "page" for event in events) and not any(rows.values()),
        columns=goal.marks.columns,
    )
    if goal.target or goal.expect or marks.texts:
        return replace(goal, marks=marks), tuple(told)
    url = urldefrag(events[-1].url).url
    if url in _addresses(recordings[0]):
        return replace(goal, marks=marks, target=url), tuple(told)
    return replace(goal, marks=marks), (
        *told,
        f"the marked page {url} was asked for by no request of the first recording",
    )


def _last_page(recording: Recording) -> list[Event]:
    """The marks of the page that was marked last."""
    marks = [event for event in recording.events if event.type == MARK]
    return [event for event in marks if event.url == marks[-1].url]


def _standing_together(texts: Sequence[str], recording: Recording) -> list[str]:
    """Those that one answer holds: the last of the answers that hold the most of them."""
    best: list[str] = []
    for exchange in recording.exchanges:
        answer = exchange.answer
        if answer is not None and len(own := [text for text in texts if holds(answer, text)]) >= max(len(best), 1):
            best = own
    return best


def _addresses(recording: Recording) -> set[str]:
    asked = {exchange.sent.url for exchange in recording.exchanges}
    reached = {exchange.answer.url for exchange in recording.exchanges if exchange.answer is not None}
    return {urldefrag(url).url for url in asked | reached}
