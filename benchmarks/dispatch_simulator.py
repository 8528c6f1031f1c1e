"""Workers on one queue, simulated: places, latencies by worker and kind, rate limits, bans that come and go, lanes.

Times are virtual. Workers tell their state once a second, each at another moment, as real ones do; who has a place free
takes the oldest task that is not kept for another worker.
"""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from typing import Any

from scrapy_bt.core.dispatch.policies import DispatchSituation, Policy
from scrapy_bt.core.dispatch.rewards import LONGEST, reward
from scrapy_bt.core.dispatch.states import URLKind, WorkerRecords, WorkerState, features_of, with_usual_queues

_EVERY = 1.0
_MOST_TRIES = 10


@dataclass(frozen=True)
class World:
    """A situation of the benchmark."""

    name: str
    kinds: tuple[URLKind, ...]
    latency: Callable[[int, URLKind, float], float]
    """The median in seconds, of a worker, a kind and a time."""
    is_banned: Callable[[int, URLKind, float], bool] = lambda _worker, _kind, _time: False
    rate: Callable[[float], float] = lambda _: 16.0
    """New tasks a second."""
    arrivals: tuple[float, ...] = ()
    """When tasks come, in place of the rate."""
    joins: Callable[[int], float] = lambda _: 0.0
    """When a worker comes."""
    workers: int = 4
    places: int = 8
    seconds: float = 120.0
    spacing: float = 0.0
    """Seconds between two requests of a worker to a host."""
    spread: float = 0.4
    """The deviation of the logarithm of latencies."""
    ban_seconds: float = 0.3
    """Until a banned worker is told so."""
    back_off: float = 1.0
    """Until a banned task is queued again."""


@dataclass
class Outcome:
    """What a run came to."""

    delays: list[float] = field(default_factory=list)
    bans: int = 0
    seconds: float = 0.0
    laned: Counter[int] = field(default_factory=Counter)
    least: list[float] = field(default_factory=list)
    """Seconds that each task would have taken at the best worker of the moment, had it been alone."""


@dataclass
class _Task:
    kind: URLKind
    born: float
    queued: float = 0.0
    tries: int = 0
    tried: set[str] = field(default_factory=set)
    """Workers that it failed at."""
    decisions: list[tuple[list[list[float]], int, float]] = field(default_factory=list)
    """What was seen of all workers, who had it, and when that was decided."""
    seen: list[list[float]] = field(default_factory=list)


@dataclass
class _Worker:
    number: int
    here_from: float
    lane: deque[_Task] = field(default_factory=deque)
    busy: int = 0
    records: WorkerRecords = field(default_factory=WorkerRecords)
    next_free: dict[str, float] = field(default_factory=dict)
    wakes_at: float = math.inf


class Simulation:
    """One run; *learn* gets the rows of features and the rewards of a task that has ended, and the time."""

    def __init__(
        self,
        world: World,
        policy: Policy | None,
        seed: int,
        *,
        timeout: float = 5.0,
        learn: Callable[[list[tuple[list[list[float]], int, float]]], None] | None = None,
    ) -> None:
        self._world, self._policy, self._timeout, self._learn = world, policy, timeout, learn
        self._chance = random.Random(seed)
        self._workers = [_Worker(number, world.joins(number)) for number in range(world.workers)]
        self._common: deque[_Task] = deque()
        self._events: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._numbers = count()
        self._told: dict[int, WorkerState] = {}
        self._states: list[WorkerState] = []
        self._more: Counter[str] = Counter()
        self._kept: set[int] = set()
        self._open = 0
        self.now = 0.0
        self.outcome = Outcome()

    def run(self) -> Outcome:
        """Until all tasks have ended."""
        for time in self._world.arrivals or self._drawn():
            self._at(time, self._arrive, _Task(self._chance.choice(self._world.kinds), time))
            self._open += 1
        for worker in self._workers:
            self._at(worker.here_from, self._pull, worker)
            self._at(worker.here_from + _EVERY * worker.number / self._world.workers, self._tell, worker)
        self._at(0.0, self._hear)
        while self._open:
            self.now, _, act, arguments = heappop(self._events)
            act(*arguments)
        self.outcome.seconds = self.now
        return self.outcome

    def true_delay(self, worker: int, kind: URLKind) -> float:
        """What an oracle knows: seconds until a task would be done there, endless where it is banned."""
        there, world = self._workers[worker], self._world
        if there.here_from > self.now or world.is_banned(worker, kind, self.now):
            return math.inf
        usual = sum(world.latency(worker, each, self.now) for each in world.kinds) / len(world.kinds)
        ahead = max(0, there.busy + len(there.lane) - world.places + 1)
        return ahead * usual / world.places + world.latency(worker, kind, self.now)

    def _least(self, kind: URLKind) -> float:
        world = self._world
        free = [
            world.latency(worker.number, kind, self.now)
            for worker in self._workers
            if worker.here_from <= self.now and not world.is_banned(worker.number, kind, self.now)
        ]
        return min(free, default=0.0) * math.exp(world.spread**2 / 2)

    def _drawn(self) -> Iterator[float]:
        time = 0.0
        while time < self._world.seconds:
            time += self._chance.expovariate(self._world.rate(time))
            yield time

    def _at(self, time: float, act: Callable[..., None], *arguments: Any) -> None:
        heappush(self._events, (time, next(self._numbers), act, arguments))

    def _tell(self, worker: _Worker) -> None:
        """A worker tells its state; all do so once a second, each at a moment of its own."""
        self._told[worker.number] = WorkerState(
            str(worker.number),
            self.now,
            cpu=worker.busy / self._world.places / 2,
            queue=worker.busy,
            places=self._world.places,
            records={name: replace(record) for name, record in worker.records.snapshot(self.now).items()},
            counted=self.now,
        )
        if self._open:
            self._at(self.now + _EVERY, self._tell, worker)

    def _hear(self) -> None:
        """Who sends tasks hears of all workers, and counts what waits in their lanes."""
        waiting = {number: len(self._workers[number].lane) for number in self._told}
        self._states = with_usual_queues(
            [
                replace(state, queue=state.queue + waiting[number], is_open=waiting[number] < self._world.places)
                for number, state in sorted(self._told.items())
            ]
        )
        self._kept = {int(state.name) for state in self._states if state.is_open}
        self._more.clear()
        if self._open:
            self._at(self.now + _EVERY, self._hear)
        for worker in self._workers:
            self._pull(worker)

    def _arrive(self, task: _Task) -> None:
        task.queued = self.now
        if not task.tries:
            self.outcome.least.append(self._least(task.kind))
        workers = [state for state in self._states if state.is_open]
        lane = None
        workers = [state for state in workers if state.name not in task.tried] or workers
        if self._policy is not None and workers:
            situation = DispatchSituation(workers, task.kind, self.now, more=self._more)
            chosen = self._policy.choose(situation, self._chance.random())
            lane = None if chosen is None else int(workers[chosen].name)
        if self._learn is not None:
            task.seen = features_of(self._states, task.kind, now=self.now, more=self._more)
        if lane is None:
            self._common.append(task)
        else:
            self._more[str(lane)] += 1
            self.outcome.laned[lane] += 1
            self._workers[lane].lane.append(task)
        # Nobody is asked first.
        for worker in self._chance.sample(self._workers, len(self._workers)):
            self._pull(worker)

    def _pull(self, worker: _Worker) -> None:
        while worker.busy < self._world.places and worker.here_from <= self.now:
            lines = [self._common, worker.lane]
            wake = math.inf
            for other in self._workers:
                if other is worker or not other.lane:
                    continue
                opens = other.lane[0].queued + self._timeout if other.number in self._kept else 0.0
                if opens <= self.now:
                    lines.append(other.lane)
                wake = min(wake, opens)
            ready = [line for line in lines if line]
            if not ready:
                if self.now < wake < worker.wakes_at:
                    worker.wakes_at = wake
                    self._at(wake, self._wake, worker)
                return
            self._fetch(worker, min(ready, key=lambda line: line[0].queued).popleft())

    def _wake(self, worker: _Worker) -> None:
        worker.wakes_at = math.inf
        self._pull(worker)

    def _fetch(self, worker: _Worker, task: _Task) -> None:
        worker.busy += 1
        task.tries += 1
        if task.seen and worker.number < len(task.seen):
            task.decisions.append((task.seen, worker.number, task.queued))
        begin = max(self.now, worker.next_free.get(task.kind.host, 0.0))
        worker.next_free[task.kind.host] = begin + self._world.spacing
        if self._world.is_banned(worker.number, task.kind, begin):
            self._at(begin + self._world.ban_seconds, self._fail, worker, task)
            return
        latency = math.log(self._world.latency(worker.number, task.kind, begin))
        taken = self._chance.lognormvariate(latency, self._world.spread)
        self._at(begin + taken, self._succeed, worker, task, begin + taken - self.now)

    def _fail(self, worker: _Worker, task: _Task) -> None:
        worker.busy -= 1
        self.outcome.bans += 1
        worker.records.add(task.kind, self._world.ban_seconds, failed=True, now=self.now)
        task.tried.add(str(worker.number))
        if task.tries < _MOST_TRIES:
            self._at(self.now + self._world.back_off, self._arrive, task)
        else:
            self._end(task, LONGEST)
        self._pull(worker)

    def _succeed(self, worker: _Worker, task: _Task, seconds: float) -> None:
        worker.busy -= 1
        worker.records.add(task.kind, seconds, failed=False, now=self.now)
        self._end(task, 0.0)
        self._pull(worker)

    def _end(self, task: _Task, more: float) -> None:
        self._open -= 1
        self.outcome.delays.append(self.now - task.born + more)
        if self._learn is not None and task.decisions:
            self._learn([(seen, who, reward(self.now - when + more)) for seen, who, when in task.decisions])


class Oracle:
    """Knows latencies, bans and queues as they are."""

    def __init__(self) -> None:
        self.simulation: Simulation | None = None

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:  # noqa: ARG002 - a policy's
        """The worker where the task will be done first."""
        assert self.simulation is not None, "set when the run begins"
        known = [self.simulation.true_delay(int(worker.name), situation.kind) for worker in situation.workers]
        return min(range(len(known)), key=known.__getitem__)
