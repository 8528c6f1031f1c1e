"""How long steps take, and which event caused them."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence

from ...samples.traffic import Event, Exchange, Recording
from ..acts import identity_of
from ..findings import Caused, Step, Weight
from ..source import Knowledge, Post
from ..workflow import Workflow, workflow_of

_CAUSES = frozenset({"click", "submit", "change", "input", "keydown", "paste", "navigate", "popstate", "dblclick"})
_PLAIN = frozenset({"div", "span", "li", "td", "th", "tr", "p", "b", "i", "img", "svg", "article", "dt", "dd"})
"""What scripts make clickable; its label is the entry that was chosen."""
_NUMBERS = re.compile(r":nth-[\w-]+\(\d+\)|\[\d+\]")
_AFTER, _BEFORE = 10.0, 0.05
"""Seconds after an event within which a request counts as its effect; clocks may differ by the second."""


class TimingSource:
    """Weighs each step by the RMS of its recorded times, and joins it with the last event before it."""

    name = "timing"
    watches: tuple[type, ...] = (Step,)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        for step in workflow.numbers():
            because = (workflow.facts[step],)
            seconds = [exchange.seconds for _, exchange in workflow.present(step) if exchange.seconds > 0]
            if seconds:
                rms = round(root_mean_square(seconds), 6)
                yield Post(Weight(step, rms), f"the RMS of {len(seconds)} recorded times", because)
            causes = _causes(workflow, knowledge.recordings, step)
            if causes is not None:
                event = next(
                    knowledge.recordings[number].events[place]
                    for number, place in enumerate(causes)
                    if place is not None
                )
                why = f"it followed within seconds on {describe(event)} in all recordings that have it"
                yield Post(Caused(step, causes), why, because)


def root_mean_square(seconds: Sequence[float]) -> float:
    """The root of the mean of the squares (runtime.md, "Weights")."""
    return math.sqrt(sum(each * each for each in seconds) / len(seconds))


def describe(event: Event) -> str:
    """An event for people, without what was typed."""
    element = event.element
    if element is None:
        return f"the event {event.type}"
    name = element.attributes.get("name") or element.label or element.text.strip()[:30] or element.attributes.get("id")
    return f"the event {event.type} of <{element.tag}>{f' {name}' if name else ''}"


def _causes(workflow: Workflow, recordings: Sequence[Recording], step: int) -> tuple[int | None, ...] | None:
    found: list[int | None] = [None] * workflow.recordings
    kinds = set()
    for number, exchange in workflow.present(step):
        place = _cause_of(exchange, recordings[number].events)
        if place is None:
            return None
        event = recordings[number].events[place]
        found[number] = place
        kinds.add(_kind(event))
    return tuple(found) if len(kinds) == 1 else None


def _cause_of(exchange: Exchange, events: Sequence[Event]) -> int | None:
    """The last event before a request, on the same tab where tabs are known."""
    if not exchange.started:
        return None
    effects = _effects(events)
    opened = _opening(exchange, events, effects)
    if opened is not None:
        return opened
    best = None
    for place, event in enumerate(events):
        if event.type not in _CAUSES or (event.page and exchange.page and event.page != exchange.page):
            continue
        if place in effects:
            continue
        since = exchange.started - event.at
        if -_BEFORE <= since <= _AFTER:
            best = place
    return best


def _opening(exchange: Exchange, events: Sequence[Event], effects: Collection[int]) -> int | None:
    """The navigation that tells that a page was opened by its address: pages tell it once they are there."""
    urls = {url.partition("#")[0] for url in (exchange.sent.url, exchange.answer.url if exchange.answer else "")}
    for place, event in enumerate(events):
        if event.page and exchange.page and event.page != exchange.page:
            continue
        if event.at <= exchange.started:
            continue
        if event.type != "navigate" or place in effects or event.at - exchange.started > _AFTER:
            return None
        return place if (event.url_after or event.url).partition("#")[0] in urls else None
    return None


def _effects(events: Sequence[Event]) -> set[int]:
    """The navigations that an act before them brought: the first after it, on its tab."""
    effects: set[int] = set()
    acts: dict[str, float] = {}
    for place, event in enumerate(events):
        if event.type != "navigate":
            acts[event.page] = event.at
        elif event.at - acts.pop(event.page, -math.inf) <= _AFTER:
            effects.add(place)
    return effects


def _kind(event: Event) -> tuple[str, str]:
    """What has to be the same in all recordings; links differ by what they lead to, entries of lists by their texts."""
    element = event.element
    if element is not None and element.tag == "a":
        return event.type, "a"
    if element is not None and element.tag in _PLAIN and not element.attributes.keys() & {"name", "id"}:
        return event.type, f"{element.tag} {_NUMBERS.sub('', element.path)}"
    return event.type, identity_of(event)
