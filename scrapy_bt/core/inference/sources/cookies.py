"""Cookies that answers set and later requests send back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....sentences import say
from ...samples.traffic import Exchange, Recording
from ..answers.requests.cookies import cookies_sent, cookies_set
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told
from ..findings import SessionCookie, Step


class CookiesSource:
    """Follows each cookie from the answer that sets it to the requests that send it back, as a cookie jar does."""

    name = "cookies"
    watches: tuple[type, ...] = (Step,)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return any(cookies_set(exchange) for recording in recordings for exchange in recording.exchanges)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        returned = [_returned(recording.exchanges) for recording in knowledge.recordings]
        for fact, step in told(knowledge, Step):
            having = [(number, index) for number, index in enumerate(step.exchanges) if index is not None]
            names = [returned[number].get(index, {}) for number, index in having]
            for name in dict.fromkeys(name for own in names for name in own):
                count = sum(own.get(name, 0) for own in names)
                if all(name in own for own in names):
                    why = say("the answer sets the cookie {}, and {} later requests send it back", name, count)
                    yield Post(SessionCookie(step.number, name), why, (fact,))


def _returned(exchanges: Sequence[Exchange]) -> dict[int, dict[str, int]]:
    """By the exchange that set it and the cookie's name, how many later requests send back what it set."""
    returned: dict[int, dict[str, int]] = {}
    held: dict[tuple[str, str], int] = {}
    for exchange in exchanges:
        for name, value in cookies_sent(exchange).items():
            setter = held.get((name, value))
            if setter is not None:
                own = returned.setdefault(setter, {})
                own[name] = own.get(name, 0) + 1
        for name, value in cookies_set(exchange):
            for other in [pair for pair in held if pair[0] == name and pair[1] != value]:
                del held[other]
            if value:
                held.setdefault((name, value), exchange.index)
    return returned


def jar_cookies(workflow: Workflow, recording: int) -> set[tuple[int, str]]:
    """The requests, and the names of cookies in them, that a cookie jar would send with this very value."""
    held: dict[str, str] = {}
    found = set()
    for _, exchange in workflow.in_order(recording):
        sent = cookies_sent(exchange)
        found |= {(exchange.index, name) for name, value in sent.items() if held.get(name) == value}
        held.update(cookies_set(exchange))
    return found
