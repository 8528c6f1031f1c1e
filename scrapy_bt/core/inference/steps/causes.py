"""Which event caused a request: the last act before it."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence

from ...samples.traffic import Event, Exchange, Recording
from ..answers.requests.acts import identity_of
from ..origins.links import whole

_CAUSES = frozenset({"click", "submit", "change", "input", "keydown", "paste", "navigate", "popstate", "dblclick"})
_PLAIN = frozenset({"div", "span", "li", "td", "th", "tr", "p", "b", "i", "img", "svg", "article", "dt", "dd"})
"""What scripts make clickable; its label is the entry that was chosen."""
_BOXES = frozenset({"checkbox", "radio"})
"""Of which any brings the same step, whatever is beside it."""
_NUMBERS = re.compile(r":nth-[\w-]+\(\d+\)|\[\d+\]")
_SETTLING = 3.0
"""Seconds within which scripts of a new page give it another address; nobody writes one by hand as fast."""
_AFTER, _BEFORE = 10.0, 0.05
"""Seconds after an event within which a request counts as its effect; clocks may differ by the second."""


def cause_of(exchange: Exchange, events: Sequence[Event]) -> int | None:
    """The place of the last event before a request, on the same tab if tabs are known; None if no event caused it."""
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
    """The navigations that an act before them brought: the first after it, on its tab, and what scripts tell anew."""
    effects: set[int] = set()
    acts: dict[str, float] = {}
    before: dict[str, Event] = {}
    been: set[str] = set()
    for place, event in enumerate(events):
        if event.type != "navigate":
            acts[event.page] = event.at
            before.pop(event.page, None)
            continue
        is_brought = event.at - acts.pop(event.page, -math.inf) <= _AFTER
        if is_brought or _is_told_anew(event, before.get(event.page), been):
            effects.add(place)
        before[event.page] = event
        been.add(event.url_after)
    return effects


def _is_told_anew(event: Event, before: Event | None, been: Collection[str]) -> bool:
    """Whether a script gave the page that was just opened another address, as of the tab that it shows first.

    *before*: the navigation that opened it, if nobody did anything since; *been*: addresses of earlier ones, to which
    a person may go back.
    """
    return (
        before is not None
        and event.at - before.at <= _SETTLING
        and event.url == before.url_after != ""
        and event.url_after not in been
        and _path_of(event.url_after) == _path_of(event.url)
    )


def _path_of(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]


def gone_to(events: Sequence[Event]) -> list[str]:
    """The addresses that were given to the browser: no act on a page before brought them."""
    effects = _effects(events)
    opened = [event for place, event in enumerate(events) if event.type == "navigate" and place not in effects]
    return [event.url_after or event.url for event in opened]


def glimpsed_from(url: str, recording: Recording) -> set[str]:
    """The addresses that a script showed from a page, and that were left before any answer told what is there."""
    shown = (event for event in recording.events if event.type == "navigate" and event.url_after)
    asked = {whole(told.url) for each in recording.exchanges for told in (each.sent, each.answer) if told is not None}
    return {whole(event.url_after) for event in shown if event.url and whole(event.url) == whole(url)} - asked


def kind_of_event(event: Event) -> tuple[str, str]:
    """What has to be the same in all recordings; links differ by what they lead to, entries of lists by their texts."""
    element = event.element
    if element is not None and element.tag == "a":
        return event.type, "a"
    if element is not None and element.tag in _PLAIN and not element.attributes.keys() & {"name", "id"}:
        return event.type, f"{element.tag} {place_of_event(event)}"
    if element is not None and element.attributes.get("type", "").lower() in _BOXES:
        return event.type, f"box {place_of_event(event)}"
    return event.type, identity_of(event)


def place_of_event(event: Event) -> str:
    """Where it happened, the same for all rows of a list; empty: nowhere."""
    return _NUMBERS.sub("", event.element.path) if event.element is not None else ""
