"""What a page asks for again and again by itself, such as its state: no act of the person brought that."""

from __future__ import annotations

from collections.abc import Sequence

from ...samples.traffic import Recording
from ..blackboard.workflow import Workflow
from .causes import cause_of

_TIMES = 3
"""How often the same is asked for at least."""
_UNCAUSED = 2
"""How many of these come while nobody does anything."""


def polled_steps(workflow: Workflow, recordings: Sequence[Recording]) -> frozenset[int]:
    """The steps that are the same request, asked for many times, and at least twice when no act was near."""
    found: set[int] = set()
    for number in range(workflow.recordings):
        asked: dict[tuple[str, str, bytes | None], list[tuple[int, bool]]] = {}
        for step, exchange in workflow.in_order(number):
            identity = (exchange.sent.method, exchange.sent.url, exchange.sent.body)
            is_caused = cause_of(exchange, recordings[number].events) is not None
            asked.setdefault(identity, []).append((step, is_caused))
        for times in asked.values():
            if len(times) >= _TIMES and sum(not is_caused for _, is_caused in times) >= _UNCAUSED:
                found.update(step for step, _ in times)
    return frozenset(found)
