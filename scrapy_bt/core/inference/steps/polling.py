"""What a page asks for again and again by itself, such as its state: no act of the person brought that."""

from __future__ import annotations

from collections.abc import Sequence

from ...samples.traffic import Exchange, Recording
from ..answers.pages.contents import content_of
from ..answers.requests.numberedcalls import numbered_call
from ..blackboard.workflow import Workflow
from .alignment import outline_of
from .causes import cause_of

_TIMES = 3
"""How often the same is asked for at least."""
_UNCAUSED = 2
"""How many of these come while nobody does anything."""
_SEVERAL = 2
"""Texts of a page of a list."""


def polled_steps(workflow: Workflow, recordings: Sequence[Recording]) -> frozenset[int]:
    """The steps that are the same request, asked for many times, and at least twice when no act was near."""
    found: set[int] = set()
    for number in range(workflow.recordings):
        asked: dict[tuple[str, str, bytes | None], list[tuple[int, bool]]] = {}
        for step, exchange in workflow.in_order(number):
            is_caused = cause_of(exchange, recordings[number].events) is not None
            asked.setdefault(exchange.sent.identity, []).append((step, is_caused))
        for times in asked.values():
            if len(times) >= _TIMES and sum(not is_caused for _, is_caused in times) >= _UNCAUSED:
                found.update(step for step, _ in times)
    return frozenset(found)


def called_again(recording: Recording) -> frozenset[int]:
    """The indexes of calls that are made again by no act of their own, each with another number, as JSON-RPC counts.

    The first of each call that was answered as the last one stays.
    """
    calls: dict[str, list[Exchange]] = {}
    for exchange in recording.exchanges:
        if call := numbered_call(exchange.sent):
            calls.setdefault(call, []).append(exchange)
    found: set[int] = set()
    for own in calls.values():
        acts = {cause_of(each, recording.events) for each in own} - {None}
        if len(own) in (1, len(acts)) or _say_others(own):
            continue  # a person had each of them made, or has scrolled
        answered = [each for each in own if each.answer is not None]
        kept = next((each for each in answered if _says_as(each, answered[-1])), own[0])
        found.update(each.index for each in own if each is not kept)
    return frozenset(found)


def _say_others(own: Sequence[Exchange]) -> bool:
    """Whether each answer says several words, and none of another one, as pages do whose place the site keeps."""
    said = [
        {text for text in (content_of(each.answer).texts if each.answer else ()) if any(map(str.isalpha, text))}
        for each in own
    ]
    return min(map(len, said)) >= _SEVERAL and sum(map(len, said)) == len(set[str]().union(*said))


def _says_as(one: Exchange, other: Exchange) -> bool:
    return bool(one.answer and other.answer) and outline_of(one.answer) == outline_of(other.answer)
