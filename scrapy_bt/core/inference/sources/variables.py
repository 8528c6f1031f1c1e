"""Which parameters have the same value in all recordings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....sentences import say
from ...samples.traffic import Recording
from ..answers.requests.shapes import values_of
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told, workflow_of
from ..findings import Step, Variability


class VariablesSource:
    """Compares each parameter of a step between the recordings that have the step."""

    name = "variables"
    watches: tuple[type, ...] = (Step,)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        known = {own.step for _, own in told(knowledge, Variability)}
        workflow = workflow_of(knowledge)
        for step in workflow.numbers():
            if step not in known:
                yield from _compare(workflow, step)


def _compare(workflow: Workflow, step: int) -> Iterable[Post]:
    values = [None if exchange is None else values_of(exchange.sent) for exchange in workflow.exchanges[step]]
    present = [own for own in values if own is not None]
    for key in dict.fromkeys(key for own in present for key in own):
        found = tuple(None if own is None else own.get(key) for own in values)
        different = {own.get(key) for own in present}
        varies = len(different) > 1
        if not varies:
            why = say("the same in {} recordings", len(present)) if len(present) > 1 else say("seen once")
        elif None in different:
            why = say("not in all of the recordings that have the step")
        else:
            why = say("{} values in {} recordings", len(different), len(present))
        yield Post(Variability(step, key, varies, found), say("{} is {}", key, why), (workflow.facts[step],))
