"""The life of a task as one table: in which state what happens leads where. Every frontier is held to each row of it.

`delayed, held` is a delayed task that somebody has paused; a running one that is `held` or `stopped` goes on until its
step ends.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from scrapy_bt.errors import LeaseLost
from scrapy_bt.frontier.completion import AwaitResume, Completion, Park
from scrapy_bt.frontier.entries import DeadLetter, Lease
from scrapy_bt.frontier.listings import PEEKED, ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import DONE, FAILED, LEASE_SECONDS, Clock, Contract, at, go_on, new, only

TRANSITIONS = {
    "ready": {"lease": "running", "boost": "ready", "pause": "paused", "resume": "ready", "stop": "over"},
    "delayed": {"come due": "ready", "boost": "delayed", "pause": "delayed, held", "stop": "over"},
    "delayed, held": {"come due": "paused", "resume": "delayed", "stop": "over"},
    "running": {
        "go on": "ready",
        "go on later": "delayed",
        "park": "parked",
        "pause itself": "resting",
        "succeed": "over",
        "fail": "over",
        "die": "dead",
        "be buried": "dead",
        "be released": "ready",
        "run out": "ready",
        "boost": "running",
        "pause": "running, held",
        "stop": "running, stopped",
    },
    "running, held": {
        "go on": "paused",
        "go on later": "delayed, held",
        "park": "parked, held",
        "pause itself": "resting",
        "succeed": "over",
        "die": "dead",
        "be buried": "dead",
        "be released": "paused",
        "run out": "paused",
        "resume": "running",
        "stop": "running, stopped",
    },
    "running, stopped": {
        "go on": "over",
        "go on later": "over",
        "park": "over",
        "pause itself": "over",
        "succeed": "over",
        "fail": "over",
        "die": "over",
        "be buried": "over",
        "be released": "over",
        "run out": "over",
    },
    "parked": {"end of parts": "ready", "boost": "parked", "pause": "parked, held", "stop": "over"},
    "parked, held": {"end of parts": "paused", "resume": "parked", "stop": "over"},
    "paused": {"pause": "paused", "resume": "ready", "boost": "paused", "stop": "over"},
    "resting": {"resume": "ready", "stop": "over"},
    "dead": {"be requeued": "ready", "be dropped": "over"},
}
"""By state and by what happens, the state after it. A step that a state does not name is not possible in it."""

SHOWN = {"resting": "paused"}
"""What a list of tasks calls a state, where it has another name there."""


class Life:
    """One task of a frontier, and all that may happen to it."""

    def __init__(self, frontier: Frontier, clock: Clock) -> None:
        self._frontier, self._clock = frontier, clock
        (self._id,) = frontier.put([new(b"task", at("task"))])
        self._lease: Lease | None = None
        self._joins = 0
        self._events: dict[str, Callable[[], object]] = {
            "lease": self._take,
            "go on": lambda: self._step(Completion(go_on(self._own))),
            "go on later": lambda: self._step(Completion(go_on(self._own, delay=5.0))),
            "park": self._park,
            "pause itself": lambda: self._step(Completion(AwaitResume(self._own.entry))),
            "succeed": lambda: self._step(DONE),
            "fail": lambda: self._step(FAILED),
            "die": lambda: self._step(replace(FAILED, dead=DeadLetter(self._own.entry, "it failed"))),
            "be buried": lambda: frontier.bury(self._own, "it broke"),
            "be released": lambda: frontier.release(self._own),
            "run out": self._run_out,
            "come due": lambda: clock.turn(6.0),
            "end of parts": self._end_parts,
            "pause": lambda: frontier.pause(ControlTarget(task=self._id)),
            "resume": lambda: frontier.resume(ControlTarget(task=self._id)),
            "stop": lambda: frontier.stop(ControlTarget(task=self._id)),
            "boost": lambda: frontier.boost(ControlTarget(task=self._id), 2.0),
            "be requeued": lambda: frontier.requeue([self._id]),
            "be dropped": lambda: frontier.drop([self._id]),
        }

    def meet(self, *events: str) -> None:
        for event in events:
            self._events[event]()

    def end(self) -> None:
        """Leave nothing in the frontier that the next one could meet."""
        self._frontier.stop(ControlTarget())
        if self._lease is not None:
            with suppress(LeaseLost):
                self._frontier.complete(self._lease, DONE)
        self._frontier.drop()

    @property
    def state(self) -> str:
        """As people see it."""
        self._frontier.expire()
        found = {
            state
            for state in PEEKED
            if any(line.entry.id == self._id for line in self._frontier.peek(ControlTarget(), state).tasks)
        }
        found |= {"dead" for letter in self._frontier.dead_letters() if letter.entry.id == self._id}
        assert len(found) <= 1, "a task is in one state at a time"
        return next(iter(found), "over")

    @property
    def _own(self) -> Lease:
        assert self._lease is not None
        return self._lease

    def _take(self) -> None:
        self._lease = only(self._frontier.lease(9))
        assert self._lease.entry.id == self._id

    def _step(self, completion: Completion) -> None:
        self._frontier.complete(self._own, completion)

    def _park(self) -> None:
        self._joins += 1
        part = new(b"part", at("part"), join=self._joins)
        self._step(Completion(Park(self._own.entry, self._joins), spawned=[part]))

    def _end_parts(self) -> None:
        self._frontier.complete(only(self._frontier.lease(9)), DONE)

    def _run_out(self) -> None:
        self._clock.turn(LEASE_SECONDS + 1)
        self._frontier.expire()


def shortest_paths() -> dict[str, tuple[str, ...]]:
    """By state, how a new task gets there."""
    paths: dict[str, tuple[str, ...]] = {"ready": ()}
    waiting = deque(paths)
    while waiting:
        state = waiting.popleft()
        for event, after in TRANSITIONS.get(state, {}).items():
            if after not in paths:
                paths[after] = (*paths[state], event)
                waiting.append(after)
    return paths


PATHS = shortest_paths()
ROWS = [(state, event, after) for state, row in TRANSITIONS.items() for event, after in row.items()]


class TransitionContract(Contract):
    @pytest.mark.parametrize(("state", "event", "after"), ROWS, ids=[f"{state}: {event}" for state, event, _ in ROWS])
    def test_each_row_of_the_table_and_each_that_may_follow(
        self, frontier: Frontier, clock: Clock, state: str, event: str, after: str
    ) -> None:
        for following, last in [("", after), *TRANSITIONS.get(after, {}).items()]:
            life = Life(frontier, clock)
            life.meet(*PATHS[state], event, *filter(None, [following]))
            shown = last.partition(",")[0]
            assert life.state == SHOWN.get(shown, shown), (state, event, following)
            life.end()
