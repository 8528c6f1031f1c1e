"""Steps of which two at once may fail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ....sentences import say
from ...samples.traffic import Exchange, Recording
from ..answers.extraction import page_of
from ..answers.requests.shapes import Shape, shape_of
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told, workflow_of
from ..findings import Contended, ListOf, Step, Target

_REFUSED = frozenset({409, 423, 429, 503})
_BUSY = re.compile(
    r"one (?:at a time|request at)|too many (?:requests|connections)|already (?:running|in use|locked)|is busy|"
    r"resource (?:is )?(?:locked|busy)|try again (?:later|shortly)|concurrent",
    re.IGNORECASE,
)


class ContentionSource:
    """Posts what may be contended: what was refused while another was on its way, and what would run at once.

    Only replays of two at once can tell, so all of it waits for them.
    """

    name = "contention"
    watches: tuple[type, ...] = (Step, Target, ListOf)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        refused = _refused(knowledge.recordings)
        for step in workflow.numbers():
            shape = shape_of(workflow.first(step).sent)
            if shape in refused and not _is_refusal(workflow.first(step)):
                why = say("such a request was refused while another was on its way ({})", refused[shape])
                yield Post(Contended(step), why, (workflow.facts[step],))
        candidates = [(fact, listed.detail) for fact, listed in told(knowledge, ListOf)]
        candidates += [(fact, target.step) for fact, target in told(knowledge, Target)]
        for fact, step in candidates:
            if step in workflow.exchanges and not _ran_at_once(workflow, step):
                yield Post(Contended(step), say("many of it would run at once; only replays of two can tell"), (fact,))


def _refused(recordings: Sequence[Recording]) -> dict[Shape, str]:
    """The shapes of requests that were refused while another of the same host was on its way."""
    found: dict[Shape, str] = {}
    for recording in recordings:
        for exchange in recording.exchanges:
            if _is_refusal(exchange) and any(_overlap(exchange, other) for other in recording.exchanges):
                assert exchange.answer is not None
                found[shape_of(exchange.sent)] = say("status {}", exchange.answer.status)
    return found


def _is_refusal(exchange: Exchange) -> bool:
    answer = exchange.answer
    if answer is None or answer.status not in _REFUSED:
        return False
    return answer.status in (409, 423, 429) or bool(_BUSY.search(page_of(answer).text))


def _overlap(one: Exchange, other: Exchange) -> bool:
    if one.index == other.index or shape_of(one.sent).host != shape_of(other.sent).host:
        return False
    return one.started < other.started + other.seconds and other.started < one.started + one.seconds


def _ran_at_once(workflow: Workflow, step: int) -> bool:
    """Whether two of its kind were on their way at once in a recording, and both were served."""
    for recording, exchange in workflow.present(step):
        for other_step, other in workflow.in_order(recording):
            if other_step != step and shape_of(other.sent) == shape_of(exchange.sent) and _overlap(exchange, other):
                served = [each.answer is not None and each.answer.status < 400 for each in (exchange, other)]
                if all(served):
                    return True
    return False
