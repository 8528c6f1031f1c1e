"""Pages and data that recordings lack: a browser keeps no content of what was left soon, or before it was exported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ....sentences import say
from ...documents.lettering import EASTERN
from ...samples.traffic import Exchange
from ..answers.requests.shapes import describe_request
from ..answers.values import arguments_in
from ..blackboard.workflow import Workflow
from ..replay.drafts import Draft
from ..replay.planning import Planner
from ..soundness import FULL, is_lost

_TYPED = re.compile(rf"[{EASTERN}]{{2,}}|[^\W\d_]{{4,}}|.*\s.*", re.DOTALL)
"""What a person may have typed into a field: a word, or several; not a number, not a short key."""


def unkept(
    workflow: Workflow, planner: Planner, draft: Draft, *, has_events: bool, has_failed: bool = False
) -> Iterator[str]:
    """Which recording lacks the content of which page or data that the tree may have to go by; the first one.

    - What was asked for in all recordings alike is missed only where the tree takes a key, which it may have told.
    - What the same recording asked for once more, and has, is not missed.
    - Nor is a page of a series, or a detail of a list, of which the recording has others.

    *has_failed*: the tree did not bring what was recorded, for which any of them may be why.
    """
    lost = [
        (step, number, each) for step in workflow.numbers() for number, each in workflow.present(step) if _is_lost(each)
    ]
    if not lost:
        return
    path = {planner.canonical(step) for step in draft.steps}
    kept = {
        (planner.canonical(step), number)
        for step in workflow.numbers()
        for number, each in workflow.present(step)
        if each.answer is not None and each.answer.body
    }
    takes_keys = _takes_keys(planner, draft, workflow.recordings, has_events=has_events)
    takes_token = _takes_token(planner, draft)
    for step, number, exchange in lost:
        stands_for = planner.canonical(step)
        is_known = stands_for in path and (stands_for, number) in kept
        may_matter = has_failed or (not is_known and (takes_keys or _is_given(workflow, step)))
        may_matter = may_matter or (takes_token and planner.is_login(step))
        if not may_matter or _is_had(workflow, number, exchange):
            continue
        yield say(
            "recording {} has no content of {}, so what it leads to is not known: save the HAR with content,"
            " before other pages are opened, or record it by `scrapy bt record`",
            number + 1,
            describe_request(exchange.sent),
        )
        return


def _is_lost(exchange: Exchange) -> bool:
    answer = exchange.answer
    return answer is not None and answer.status in FULL and exchange.sent.method != "HEAD" and is_lost(answer)


def _is_given(workflow: Workflow, step: int) -> bool:
    """Whether recordings ask differently for it, or not all of them do."""
    sent = {each.sent.identity for _, each in workflow.present(step)}
    return len(sent) > 1 or None in workflow.exchanges[step] or workflow.recordings == 1


def _is_had(workflow: Workflow, recording: int, exchange: Exchange) -> bool:
    """Whether the recording has the same from another time."""
    others = (each for _, each in workflow.in_order(recording) if each.answer is not None and each.answer.body)
    return any(each.sent.identity == exchange.sent.identity for each in others)


def _takes_keys(planner: Planner, draft: Draft, recordings: int, *, has_events: bool) -> bool:
    """Whether an argument is no secret, was typed into no field, and is sent as nothing that could have been."""
    typed = {each.argument for each in planner.typed_places().values()} if has_events else set()
    hidden = planner.secrets()
    for place in chain.from_iterable(map(planner.places, draft.steps)):
        value = None if place in draft.dropped else planner.value(place, draft)
        names = {each.name for each in arguments_in(value)} - typed if value is not None else set()
        texts = {planner.argument_value(name, number) for name in names for number in range(recordings)} - hidden
        if any(text and (place[1].where == "path" or not _TYPED.fullmatch(text)) for text in texts):
            return True
    return False


def _takes_token(planner: Planner, draft: Draft) -> bool:
    """Whether a secret is sent in a header with each request that no login sent: it may have been told there."""
    sent = {own.argument for (step, _), own in planner.typed_places().items() if planner.is_login(step)}
    places = chain.from_iterable(map(planner.places, draft.steps))
    values = (planner.value(place, draft) for place in places if place[1].where == "header")
    return any(each.is_secret and each.name not in sent for value in values if value for each in arguments_in(value))
