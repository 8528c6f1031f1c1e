"""Pages and data that recordings lack: a browser keeps no content of what was left soon, or before it was exported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from ....sentences import say
from ...samples.traffic import Exchange
from ..answers.requests.shapes import describe_request
from ..answers.values import arguments_in
from ..blackboard.workflow import Workflow
from ..replay.drafts import Draft
from ..replay.planning import Planner
from ..soundness import is_lost

_OK = range(200, 300)
_TYPED = re.compile(r"[^\W\d_]{4,}|.*\s.*", re.DOTALL)
"""What a person may have typed into a field: a word, or several; not a number, not a short key."""


def unkept(workflow: Workflow, planner: Planner, draft: Draft, *, has_events: bool) -> Iterator[str]:
    """What was asked for with what the person gave, and its content may be what the tree should go by.

    Not what was asked for once more and kept, nor pages of a series and details of a list that are known by others;
    and of pages that are the same for everybody, none where the tree takes only what somebody may have typed.
    """
    known = {planner.canonical(step) for step in draft.steps}
    takes_keys = _takes_keys(planner, draft, has_events=has_events)
    for step in workflow.numbers():
        lost = {number: each for number, each in workflow.present(step) if _is_lost(each)}
        is_known = planner.canonical(step) in known and len(_alike(workflow, planner, step)) > len(lost)
        if not lost or is_known or not (takes_keys or _is_given(workflow, step)):
            continue
        for number, exchange in lost.items():
            if not _is_kept_elsewhere(workflow, number, exchange):
                yield say(
                    "recording {} has no content of {}, so what it leads to is not known: save the HAR with content,"
                    " before other pages are opened, or record it by `scrapy bt record`",
                    number + 1,
                    describe_request(exchange.sent),
                )
                return


def _is_lost(exchange: Exchange) -> bool:
    answer = exchange.answer
    return answer is not None and answer.status in _OK and exchange.sent.method != "HEAD" and is_lost(answer)


def _alike(workflow: Workflow, planner: Planner, step: int) -> Sequence[Exchange]:
    """All that stands for the same step: its repeats, in each recording."""
    stands_for = planner.canonical(step)
    same = [each for each in workflow.numbers() if planner.canonical(each) == stands_for]
    return [exchange for each in same for _, exchange in workflow.present(each)]


def _is_given(workflow: Workflow, step: int) -> bool:
    """Whether recordings ask differently for it, or not all of them do."""
    sent = {(each.sent.method, each.sent.url, each.sent.body) for _, each in workflow.present(step)}
    return len(sent) > 1 or None in workflow.exchanges[step] or workflow.recordings == 1


def _is_kept_elsewhere(workflow: Workflow, recording: int, exchange: Exchange) -> bool:
    sent = exchange.sent
    others = (each for _, each in workflow.in_order(recording) if each.answer is not None and each.answer.body)
    return any(
        (each.sent.method, each.sent.url, each.sent.body) == (sent.method, sent.url, sent.body) for each in others
    )


def _takes_keys(planner: Planner, draft: Draft, *, has_events: bool) -> bool:
    """Whether an argument is no secret, was typed into no field, and is sent as nothing that could have been."""
    typed = {each.argument for each in planner.typed_places().values()} if has_events else set()
    hidden = planner.secrets()
    for place in chain.from_iterable(map(planner.places, draft.steps)):
        value = None if place in draft.dropped else planner.value(place, draft)
        for name in (
            each.name for each in (arguments_in(value) if value is not None else ()) if each.name not in typed
        ):
            text = planner.argument_value(name, 0) or ""
            if text not in hidden and (place[1].where == "path" or not _TYPED.fullmatch(text)):
                return True
    return False
