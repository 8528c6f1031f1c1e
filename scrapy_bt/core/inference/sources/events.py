"""Events of the recordings that are the same act of the person."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from ....sentences import say
from ...documents.onward import SAYS_ONWARD
from ...samples.traffic import Event, Recording, have_events
from ..answers.requests.acts import identifier, identity_of
from ..blackboard.source import Knowledge, Post
from ..findings import EventClass
from ..stepnames import in_recordings

Act = Literal["type", "choose", "follow", "submit", "page", "open", "other"]

_TYPING = frozenset({"input", "change", "paste", "keyup", "keypress"})
_TO_A_PAGE = re.compile(r"\bprevious\b|^\d{1,3}$", re.IGNORECASE)
_CHOOSING = frozenset({"checkbox", "radio", "range", "color", "date", "file"})
_PASSING = frozenset({"mousemove", "mouseover", "scroll", "focus", "blur", "mousedown", "mouseup"})


class EventsSource:
    """Puts events into classes, the n-th of a class in one recording beside the n-th in the others."""

    name = "events"
    watches: tuple[type, ...] = ()

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return have_events(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        found: dict[tuple[Act, str, int], list[int | None]] = {}
        count = len(knowledge.recordings)
        for number, recording in enumerate(knowledge.recordings):
            turns: Counter[tuple[Act, str]] = Counter()
            for place, event in acts_of(recording.events):
                act = act_of(event)
                key = (act, identity_of(event) if act != "follow" else _place(event))
                own = found.setdefault((*key, turns[key]), [None] * count)
                own[number] = place
                turns[key] += 1
        for (act, _, turn), places in found.items():
            event = next(
                knowledge.recordings[number].events[place] for number, place in enumerate(places) if place is not None
            )
            name = _name(act, event) + (f"_{turn + 1}" if turn else "")
            present = sum(place is not None for place in places)
            why = say("{} on the same element {}", event.type, in_recordings(present, count))
            yield Post(EventClass(name, tuple(places), act), why)


def acts_of(events: Sequence[Event]) -> list[tuple[int, Event]]:
    """The events that are acts, with their places: the letters of a word are one act, so are a click and its submit."""
    kept: list[tuple[int, Event]] = []
    for place, event in enumerate(events):
        if event.type in _PASSING:
            continue
        if kept and _is_one_act(kept[-1][1], event):
            kept[-1] = (place, event)
        else:
            kept.append((place, event))
    return kept


def act_of(event: Event) -> Act:
    """What the person did."""
    element = event.element
    if element is None:
        return "open" if event.type == "navigate" else "other"
    kind = element.attributes.get("type", "").lower()
    if event.type == "submit" or (event.type == "click" and (kind in ("submit", "image") or _sends(event))):
        return "submit"
    if event.type == "navigate":
        return "open"
    if element.tag == "select" or (element.tag == "input" and kind in _CHOOSING):
        return "choose"
    if event.type in _TYPING and element.tag in ("input", "textarea"):
        return "type"
    if event.type == "click" and element.tag == "a":
        return "page" if _leads_on(event) else "follow"
    return "other"


def _is_one_act(before: Event, event: Event) -> bool:
    if before.element is None or event.element is None:
        return False
    if before.type in _TYPING and event.type in _TYPING:
        return identity_of(before) == identity_of(event)
    return act_of(before) == "submit" and event.type == "submit" and event.at - before.at < 1


def _sends(event: Event) -> bool:
    element = event.element
    return (
        element is not None
        and element.tag == "button"
        and element.attributes.get("type", "submit") == "submit"
        and ("form" in element.path)
    )


def _leads_on(event: Event) -> bool:
    element = event.element
    assert element is not None
    attributes = element.attributes
    words = (attributes.get("rel", ""), attributes.get("class", ""), element.text.strip(), element.label)
    return any(SAYS_ONWARD.search(text) or _TO_A_PAGE.search(text) for text in words)


def _place(event: Event) -> str:
    """Where a link stands, without the numbers that tell it from its neighbours."""
    element = event.element
    return re.sub(r":nth-[\w-]+\(\d+\)|\[\d+\]", "", element.path) if element is not None else ""


def _caption(event: Event) -> str:
    """What is written on a button or link; the text of a form is that of all its fields."""
    element = event.element
    return element.text.strip()[:30] if element is not None and element.tag != "form" else ""


def _name(act: Act, event: Event) -> str:
    element = event.element
    if element is None:
        return act
    attributes = element.attributes
    for text in (attributes.get("name"), element.label, attributes.get("id"), _caption(event)):
        if text and act != "follow" and (name := identifier(text)):
            return f"{act}_{name}"
    return act
