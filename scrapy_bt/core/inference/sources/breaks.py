"""Where the person paused: what comes after is another part of the workflow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from ....sentences import say
from ...samples.traffic import Recording
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, workflow_of
from ..findings import LongPause, Step

_HUMAN = 0.5
"""Seconds from which a gap between requests is a person's, not a program's."""
_LEAST, _LONG, _TIMES = 5.0, 60.0, 3.0
"""Seconds that a pause needs at least; those that are a pause anyhow; how many times the usual gap it has to be."""


class BreaksSource:
    """Compares the gaps between requests; without events this is all that tells parts of a workflow from each other."""

    name = "breaks"
    watches: tuple[type, ...] = (Step,)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return any(exchange.started > 0 for recording in recordings for exchange in recording.exchanges)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        gaps = [_gaps(workflow, number) for number in range(workflow.recordings)]
        usual = [_usual(own) for own in gaps]
        for step in workflow.numbers():
            own = [(gaps[number].get(step, 0.0), usual[number]) for number, _ in workflow.present(step)]
            if own and all(_is_pause(gap, rate) for gap, rate in own):
                seconds = round(min(gap for gap, _ in own), 3)
                why = say("at least {:g} s without a request before it, in {} recordings", seconds, len(own))
                yield Post(LongPause(step, seconds), why, (workflow.facts[step],))


def _gaps(workflow: Workflow, recording: int) -> dict[int, float]:
    """The seconds between the end of all that came before and the beginning of a step."""
    gaps: dict[int, float] = {}
    end: float | None = None
    for step, exchange in workflow.in_order(recording):
        if end is not None:
            gaps[step] = max(exchange.started - end, 0.0)
        end = max(end or 0.0, exchange.started + exchange.seconds)
    return gaps


def _usual(gaps: dict[int, float]) -> float:
    human = [gap for gap in gaps.values() if gap >= _HUMAN]
    return median(human) if len(human) > 2 else 0.0


def _is_pause(gap: float, usual: float) -> bool:
    return gap >= _LONG or (gap >= _LEAST and 0 < usual * _TIMES <= gap)
