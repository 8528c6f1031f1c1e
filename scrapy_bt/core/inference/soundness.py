"""What recordings lack, so that less can be found out from them than the person may think."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..samples.bodies import kind_of
from ..samples.traffic import Exchange, Recording, all_headers
from .answers.shapes import describe_request
from .blackboard.workflow import Workflow

_SHOWN = frozenset({"html", "json", "xml"})
_CREDENTIALS = ("cookie", "authorization")


def doubts(
    recordings: Sequence[Recording], workflow: Workflow, wanted: Collection[int], logins: Collection[int]
) -> Iterator[str]:
    """What is to be said of recordings from which something was inferred.

    *wanted*: the target, with all steps for which it stands; *logins*: the steps that send a password.
    """
    for number, recording in enumerate(recordings):
        if all(workflow.exchanges[step][number] is None for step in wanted):
            yield f"recording {number + 1} ({recording.name}) never asks for the target: is it of another workflow?"
    if logins and not any(_tells_who(exchange) for recording in recordings for exchange in recording.exchanges):
        login = describe_request(workflow.first(min(logins)).sent)
        yield (
            f"the login ({login}) sets no cookie, and nothing that is sent later says who asks: were cookies left out "
            "of the recording? (in the developer tools: export the HAR with sensitive data)"
        )


def nothing_shown(recordings: Sequence[Recording]) -> str:
    """Why there is nothing to be wanted in recordings without a page and without data."""
    answers = [exchange.answer for recording in recordings for exchange in recording.exchanges]
    kinds = [kind_of(answer) for answer in answers if answer is not None]
    if kinds and not _SHOWN.intersection(kinds):
        return (
            f"there is no page and no data among the {len(kinds)} answers of the recordings, only such as styles, "
            "scripts and pictures; begin to record before the page is opened, and record all kinds of requests"
        )
    return (
        "there is no page and no JSON answer in the recordings that could be the target; were the bodies recorded? "
        "(in the developer tools: “save all as HAR with content”)"
    )


def _tells_who(exchange: Exchange) -> bool:
    """Whether cookies or credentials are sent or set."""
    chain = (exchange, *exchange.hops)
    return any(each.sent.header(name) for each in chain for name in _CREDENTIALS) or any(
        all_headers(each.answer.headers, "set-cookie") for each in chain if each.answer is not None
    )
