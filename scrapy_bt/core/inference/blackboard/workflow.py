"""The steps with their exchanges, as sources read them from the blackboard in one go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from ...samples.traffic import Answer, Exchange
from ..answers.requests.cookies import cookies_set, set_by
from ..findings import AnyFinding, Step
from .source import Knowledge


@dataclass(frozen=True, eq=False)
class Workflow:
    """The steps by their numbers; *exchanges*: of each recording, none where it lacks the step.

    Two are never the same, so that what is found out about one can be kept.
    """

    exchanges: Mapping[int, tuple[Exchange | None, ...]]
    facts: Mapping[int, int]
    """The ids of the facts that tell of the steps."""
    recordings: int

    def numbers(self) -> Sequence[int]:
        """The steps in their order."""
        return list(self.exchanges)

    def present(self, step: int) -> Iterator[tuple[int, Exchange]]:
        """The recordings that have a step, each with its exchange."""
        return ((number, exchange) for number, exchange in enumerate(self.exchanges[step]) if exchange is not None)

    def first(self, step: int) -> Exchange:
        """The exchange of the first recording that has the step."""
        return next(exchange for _, exchange in self.present(step))

    def answer(self, step: int, recording: int) -> Answer | None:
        """What was answered, with the cookies that redirects on the way set, as far as they still hold."""
        exchange = self.exchanges[step][recording] if step in self.exchanges else None
        if exchange is None or exchange.answer is None or not exchange.hops:
            return None if exchange is None else exchange.answer
        return _with_cookies_of_hops(exchange)

    def answers(self, step: int) -> list[Answer]:
        """What the recordings that have a step were answered."""
        return [exchange.answer for _, exchange in self.present(step) if exchange.answer is not None]

    def in_order(self, recording: int) -> list[tuple[int, Exchange]]:
        """The steps of a recording in the order in which it sent them."""
        return self._orders[recording]

    @cached_property
    def _orders(self) -> list[list[tuple[int, Exchange]]]:
        orders = []
        for recording in range(self.recordings):
            own = [(step, exchanges[recording]) for step, exchanges in self.exchanges.items()]
            there = [(step, exchange) for step, exchange in own if exchange is not None]
            orders.append(sorted(there, key=lambda pair: pair[1].index))
        return orders


@lru_cache(1024)
def _with_cookies_of_hops(exchange: Exchange) -> Answer:
    answer = exchange.answer
    assert answer is not None
    own = {name for name, _ in set_by(answer)}
    held = {name: value for name, value in cookies_set(exchange) if value and name not in own}
    earlier = tuple(("Set-Cookie", f"{name}={value}") for name, value in held.items())
    return replace(answer, headers=(*earlier, *answer.headers)) if earlier else answer


def workflow_of(knowledge: Knowledge) -> Workflow:
    """The steps that the blackboard knows."""
    recordings = knowledge.recordings
    exchanges, facts = {}, {}
    for fact, step in told(knowledge, Step):
        exchanges[step.number] = tuple(
            None if index is None else recordings[number].exchanges[index]
            for number, index in enumerate(step.exchanges)
        )
        facts[step.number] = fact
    return Workflow(dict(sorted(exchanges.items())), facts, len(recordings))


def told(knowledge: Knowledge, kind: type[AnyFinding]) -> list[tuple[int, AnyFinding]]:
    """The findings of a kind, each with the id of its fact."""
    ids = [fact.id for fact in knowledge.facts(kind)]
    return list(zip(ids, knowledge.findings(kind), strict=True))
