"""What is known of workers: how they do, as a whole and for each kind of URL, by sums that fade.

A worker's record for a kind of task is drawn to that for the host, this to the worker's as a whole, this to what is
usual: what was learned about one URL serves the others, and who was banned once is tried again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from .rewards import reward

HALF_LIFE = 60.0
"""Seconds after which what was seen counts half."""
_FADES_EVERY = 0.25
"""Seconds within which what was seen counts the same, so that a task costs little."""
_KEPT_OF_FAILURES, _KEPT_OF_DELAYS = 0.8, 0.95
"""What is left of earlier tasks after each: the last five tell of a ban, the last twenty how long it takes."""
_PRIOR = 2.0
"""Tasks as which the coarser record counts in the finer one."""
_USUAL = (1.0, 0.02)
"""Seconds of delay, and share of failures, of whom nothing is known."""
_OF_UNKNOWN = math.log1p(_USUAL[0]), _USUAL[1]
_SHORTEST = 0.01
"""Seconds of a task at least."""
_AGAIN = 2.0
"""Seconds that a task loses by a failure beside its delay, until it is tried again."""
MOST_KINDS = 200
"""Kinds of tasks that a worker tells of: those with the most tasks lately."""
ALL = ""
"""The kind of all tasks together."""


@dataclass
class WorkerRecord:
    """Tasks of one kind that one worker has handled: sums that fade with time, and with each task."""

    weight: float = 0.0
    delays: float = 0.0
    """Of the logarithms of 1 + seconds, of those that succeeded."""
    successes: float = 0.0
    failures: float = 0.0
    at: float = 0.0
    """When it was faded last, in seconds since the epoch."""

    def fade(self, now: float) -> None:
        """Let what was seen count less."""
        if 0.0 <= now - self.at < _FADES_EVERY:
            return
        factor = 0.5 ** (max(0.0, now - self.at) / HALF_LIFE)
        self.weight *= factor
        self.delays *= factor
        self.successes *= factor
        self.failures *= factor
        self.at = max(self.at, now)

    def add(self, seconds: float, *, failed: bool, now: float) -> None:
        """Note a task."""
        self.fade(now)
        self.weight = self.weight * _KEPT_OF_FAILURES + 1.0
        self.failures = self.failures * _KEPT_OF_FAILURES + failed
        if not failed:
            self.delays = self.delays * _KEPT_OF_DELAYS + math.log1p(max(0.0, seconds))
            self.successes = self.successes * _KEPT_OF_DELAYS + 1.0


@dataclass(frozen=True)
class URLKind:
    """What tasks of a kind have in common, the finer first: the kind of their URL, and their host."""

    route: str
    """Its name, which begins with its host: two kinds have two."""
    host: str
    z: float = field(default=0.0, compare=False)
    """The distilled URL, from −1 to 1; 0 where it is not known."""

    @cached_property
    def records(self) -> tuple[str, ...]:
        """The names of the records that a task of the kind counts in, each once."""
        return tuple(dict.fromkeys((ALL, self.route, self.host)))


_ANY = URLKind(ALL, ALL)


class WorkerExpectation(NamedTuple):
    """What a task of a kind is expected to come to at a worker."""

    seconds: float
    failures: float
    """Their share, 0 to 1."""
    whole: float
    """Seconds until it has succeeded somewhere, beside what it waits for a place."""
    waits: float
    """Times that it waits for one until then."""


@dataclass(frozen=True)
class WorkerState:
    """What a worker says of itself; others see it some seconds later."""

    name: str
    at: float
    """Seconds since the epoch."""
    cpu: float = 0.0
    """Share in use of its machine, 0 to 1; so is *memory*."""
    memory: float = 0.0
    queue: int = 0
    """Tasks that it has leased or that are in its lane."""
    places: int = 16
    """Requests that it has under way at most."""
    is_open: bool = True
    """It takes tasks: it is not paused, and has room."""
    records: Mapping[str, WorkerRecord] = field(default_factory=dict)
    """By route, by host, and of all (`ALL`)."""
    counted: float = 0.0
    """When the queue was, as far as clocks agree; for `usual` only."""
    usual: float | None = None
    """Tasks that it has as a rule, which the queue comes to again; None if it stays as it is told."""

    _known: dict[str, WorkerExpectation] = field(init=False, default_factory=dict, repr=False, compare=False)
    """What was expected of kinds by their routes, at the moment that this state was asked for first."""
    _hosts: dict[str, tuple[float, float]] = field(init=False, default_factory=dict, repr=False, compare=False)
    """The same of hosts: the logarithm of the delay, and the failures."""

    def expect(self, kind: URLKind, now: float) -> WorkerExpectation:
        """What a task of the kind is expected to come to here.

        A state is told anew so often that its first answers hold as long as itself.
        """
        found = self._known.get(kind.route)
        if found is None:
            found = self._known[kind.route] = self._expect(kind, now)
        return found

    def _expect(self, kind: URLKind, now: float) -> WorkerExpectation:
        of_host = self._hosts.get(kind.host)
        if of_host is None:
            of_host = self._hosts[kind.host] = self._draw(kind.host, self._draw(ALL, _OF_UNKNOWN, now), now)
        seconds, failures = self._draw(kind.route, of_host, now)
        delay, odds = math.expm1(seconds), min(0.95, failures) / (1 - min(0.95, failures))
        return WorkerExpectation(delay, failures, delay + odds * (_AGAIN + _USUAL[0]), 1 + odds)

    def _draw(self, name: str, coarser: tuple[float, float], now: float) -> tuple[float, float]:
        """What was seen of a kind, drawn to what is expected of a *coarser* one."""
        record = self.records.get(name)
        if record is None:
            return coarser
        seconds, failures = coarser
        factor = 0.5 ** (max(0.0, now - record.at) / HALF_LIFE)
        return (
            (factor * record.delays + _PRIOR * seconds) / (factor * record.successes + _PRIOR),
            (factor * record.failures + _PRIOR * failures) / (factor * record.weight + _PRIOR),
        )

    def tell(self, name: str) -> tuple[float | None, float | None]:
        """The delay in seconds and the share of failures that were seen lately of a kind; none where nothing was."""
        record = self.records.get(name, WorkerRecord())
        delay = math.expm1(record.delays / record.successes) if record.successes > 0 else None
        return delay, record.failures / record.weight if record.weight > 0 else None

    def ahead(self, now: float, more: int = 0) -> float:
        """Tasks that have to end before the next one finds a place, with *more* than it knows of; below 1: none."""
        queue = float(self.queue)
        if self.usual is not None:  # a burst of links is done while its state is still the last one that is known
            left = math.exp(-max(0.0, now - self.counted) / max(self.expect(_ANY, now).seconds, _SHORTEST))
            queue = self.usual + (queue - self.usual) * left
        return queue + more - self.places + 1

    def wait(self, now: float, more: int = 0) -> float:
        """Seconds until a place is free, with *more* tasks than it knows of."""
        ahead = self.ahead(now, more)
        return ahead / self.places * self.expect(_ANY, now).seconds if ahead > 0 else 0.0

    def cost(self, kind: URLKind, now: float, more: int = 0) -> float:
        """Seconds that a task of the kind is expected to take here: wait and delay, and both again after a failure."""
        expected = self.expect(kind, now)
        return expected.whole + expected.waits * self.wait(now, more)


class WorkerRecords:
    """What this worker has seen, to be told to the others."""

    def __init__(self) -> None:
        self._records: dict[str, WorkerRecord] = {}

    def add(self, kind: URLKind, seconds: float, *, failed: bool, now: float) -> None:
        """Note a task that has ended."""
        for name in kind.records:
            self._records.setdefault(name, WorkerRecord(at=now)).add(seconds, failed=failed, now=now)
        if len(self._records) > 4 * MOST_KINDS:
            self._records = self.snapshot(now)

    def snapshot(self, now: float) -> dict[str, WorkerRecord]:
        """The records that say most."""
        for record in self._records.values():
            record.fade(now)
        chosen = sorted(self._records, key=lambda name: -self._records[name].weight)[:MOST_KINDS]
        return {name: self._records[name] for name in chosen if self._records[name].weight > 0.01}


FEATURES = (
    "one",
    "cpu",
    "memory",
    "queue",
    "delay",
    "expected",
    "failures",
    "host failures",
    "worth",
    "others' worth",
    "others' queue",
    "z",
    "weight",
)
"""What a policy that learns sees of a worker and a task, in this order."""


def features_of(
    workers: Sequence[WorkerState],
    kind: URLKind,
    *,
    now: float,
    weight: float = 0.0,
    more: Mapping[str, int] | None = None,
) -> list[list[float]]:
    """A row for each worker: its own state, the mean of the others and the task; *more*: sent there since it told."""
    rows, worths, queues = [], [], []
    of_host, sent = URLKind(kind.host, kind.host), more or {}
    for worker in workers:
        extra = sent.get(worker.name, 0)
        expected = worker.expect(kind, now)
        queue, worth = (worker.queue + extra) / worker.places, reward(worker.cost(kind, now, extra))
        delays = (-reward(worker.expect(_ANY, now).seconds), -reward(expected.seconds))
        failures = (expected.failures, worker.expect(of_host, now).failures)
        rows.append([1.0, worker.cpu, worker.memory, queue, *delays, *failures])
        worths.append(worth)
        queues.append(queue)
    count, seconds_of_node = max(1, len(rows) - 1), math.log1p(max(0.0, weight))
    total, all_queues = sum(worths), sum(queues)
    for row, worth, queue in zip(rows, worths, queues, strict=True):
        row += [worth, (total - worth) / count, (all_queues - queue) / count, kind.z, seconds_of_node]
    return rows


def with_usual_queues(workers: Sequence[WorkerState]) -> list[WorkerState]:
    """The same, each with its share of the tasks that all have as what it has as a rule."""
    load = sum(worker.queue for worker in workers) / max(1, sum(worker.places for worker in workers))
    return [replace(worker, usual=load * worker.places) for worker in workers]


def open_ones(workers: Iterable[WorkerState], now: float, oldest: float) -> list[WorkerState]:
    """Those who take tasks, and have told so within *oldest* seconds, by their names."""
    found = [worker for worker in workers if worker.is_open and now - worker.at <= oldest]
    return sorted(found, key=lambda worker: worker.name)
