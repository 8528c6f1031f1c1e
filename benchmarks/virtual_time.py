"""A crawl in virtual time: the real interpreter, frontier and ranking; only the servers' answers are made up."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count

from redis import Redis

from benchmarks.mix import Arrival
from scrapy_bt.core.priority.ranking import Ranking
from scrapy_bt.core.priority.weights import Weights
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.events import Arrived, Event, Granted, JoinEnded
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.task import Task, decode_task
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.crawl.redis.pace import Pace
from scrapy_bt.crawl.runtime.completions import Bookkeeper
from scrapy_bt.frontier.completion import Finish, Requeue
from scrapy_bt.frontier.entries import Bucket, Lease
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.protocol import Frontier
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.settings import DEFAULTS

Seconds = Callable[[str, str], float]
"""The service time of a visit by node and URL."""

_ABSENCE = 0.005
"""Seconds until the next leases are there, the turns of the worker's own loop included."""

_MOST = 250
"""Leases that wait at a worker at most."""

_NEVER = 1e12
"""Seconds of a lease: nobody is killed here."""


@dataclass
class Course:
    """How it went: seconds from each arrival to its tree's end, and the longest that a task waited in the queue."""

    completion: list[float]
    longest_wait: float = 0.0
    heaviest: float = 0.0
    """The highest priority number that was asked for."""


@dataclass
class Visit:
    """A request on its way."""

    lease: Lease
    task: Task
    node: str
    seconds: float


@dataclass
class Worker:
    """One who takes tasks for *free* servers of its own, and at a *pace* tasks ahead of need, which wait here."""

    frontier: Frontier
    free: int
    clock: Callable[[], float]
    pace: Pace | None = None
    ahead: int = 0
    waiting: deque[Lease] = field(default_factory=deque)

    def take(self) -> tuple[Lease, float] | None:
        """The next task for a free server, and how many seconds it comes late."""
        was_late = self.pace is not None and not self.waiting
        # As the prefetcher of a real worker does: a new look when half of what is kept ahead is gone.
        if len(self.waiting) <= self.free + self.ahead // 2:
            if self.pace is not None:
                self.ahead = self.pace.look(now=self.clock(), absence=_ABSENCE)
            self.waiting.extend(self.frontier.lease(max(0, self.free + self.ahead - len(self.waiting))))
        if not self.waiting:
            return None
        if self.pace is not None:
            self.pace.note_taken()
        return self.waiting.popleft(), _ABSENCE if was_late else 0.0


class VirtualCrawl:
    """Runs arrivals on so many *servers*, each of which serves one request at a time.

    *is_ranked*: by priority numbers, with weights learnt on the way; otherwise first come, first served. With a
    *client* the frontier is in Redis, and the servers belong in equal parts to *workers*; where *ahead*, each of them
    leases tasks before they are needed, as many as its real prefetcher would.
    """

    def __init__(
        self,
        programs: Mapping[str, Program],
        seconds: Seconds,
        *,
        servers: int,
        ageing: float,
        is_ranked: bool,
        client: Redis | None = None,
        workers: int = 1,
        ahead: bool = False,
    ) -> None:
        self._now = 0.0
        self._programs = programs
        self._seconds = seconds
        self._is_ranked = is_ranked
        self._interpreters = {kind: Interpreter(program, PageReader()) for kind, program in programs.items()}
        self._books = {kind: Bookkeeper(program) for kind, program in programs.items()}
        self._weights = {kind: Weights.of(program.document) for kind, program in programs.items()}
        self._rankings = {
            kind: Ranking(program, self._weights[kind], frozenset().__contains__) for kind, program in programs.items()
        }
        ageing = ageing if is_ranked else 1.0

        def clock() -> float:
            return self._now

        if client is None:
            frontier: Frontier = MemoryFrontier(
                self._number, limits={}, clock=clock, lease_seconds=_NEVER, ageing=ageing
            )
            self._workers = [Worker(frontier, servers, clock)]
        else:
            client.flushall()
            share = servers // workers
            self._workers = [
                Worker(
                    self._open(client, f"worker {number}", ageing),
                    share,
                    clock,
                    Pace(places=share, most=_MOST, linger=DEFAULTS["BT_LINGER"], now=0.0) if ahead else None,
                )
                for number in range(workers)
            ]
        self._frontier = self._workers[0].frontier
        self._ids = count()
        self._events: list[tuple[float, int, int | tuple[Worker, Visit]]] = []
        """What happens when: an arrival's number, or the answer to a visit."""
        self._roots: dict[int, int] = {}
        """Numbers of arrivals by the task of their tree."""

    def run(self, arrivals: Sequence[Arrival]) -> Course:
        self._course = Course([0.0] * len(arrivals))
        self._arrivals = arrivals
        self._events = [(arrival.time, next(self._ids), number) for number, arrival in enumerate(arrivals)]
        heapify(self._events)
        while self._events:
            self._now, _, what = heappop(self._events)
            if isinstance(what, tuple):
                worker, visit = what
                worker.free += 1
                self._go_on(worker, visit.lease, visit.task, Arrived("200", now=self._now), {visit.node: visit.seconds})
            else:
                arrival = arrivals[what]
                entry = self._books[arrival.kind].entry(self._programs[arrival.kind].initial(arrival.arguments))
                self._roots[self._frontier.put([Requeue(entry)])[0]] = what
            self._fill()
        assert not self._frontier.counts().unfinished, "every tree comes to its end"
        return self._course

    def _open(self, client: Redis, worker: str, ageing: float) -> RedisFrontier:
        return RedisFrontier(
            client,
            "mix:requests",
            number=self._number,
            limits={},
            ageing=ageing,
            lease_seconds=_NEVER,
            clock=lambda: self._now,
            worker=worker,
        )

    def _number(self, bucket: Bucket) -> float:
        if not self._is_ranked:
            return 0.0
        number = self._rankings[bucket.tree].number_of_path(bucket.node)
        self._course.heaviest = max(self._course.heaviest, number)
        return number

    def _fill(self) -> None:
        """Send requests while a server is free and there is work."""
        has_gone_on = True
        while has_gone_on:
            has_gone_on = False
            for worker in self._workers:
                while worker.free and (taken := worker.take()) is not None:
                    has_gone_on |= self._begin(worker, *taken)

    def _begin(self, worker: Worker, lease: Lease, late: float) -> bool:
        """Go on with a leased task; true if it needed no server, and others may be ready by it."""
        entry, kind = lease.entry, lease.entry.bucket.tree
        self._course.longest_wait = max(self._course.longest_wait, lease.waited)
        task = decode_task(entry.payload, id=entry.id, join=entry.join, session=entry.session)
        step = self._programs[kind].operation(task.position)
        if isinstance(step, op.FetchPage):
            worker.free -= 1
            seconds = self._seconds(step.name, self._interpreters[kind].request(task).url)
            visit = Visit(lease, task, step.name, seconds)
            heappush(self._events, (self._now + late + seconds, next(self._ids), (worker, visit)))
            return False
        event = JoinEnded(lease.failed, self._now) if lease.joined else Granted(self._now)
        self._go_on(worker, lease, task, event, {})
        return True

    def _go_on(self, worker: Worker, lease: Lease, task: Task, event: Event, measured: dict[str, float]) -> None:
        kind = lease.entry.bucket.tree
        task, effects = self._interpreters[kind].resume(task, event)
        completion = self._books[kind].step(lease, task, effects, {"measured": measured}).completion
        assert completion is not None
        worker.frontier.complete(lease, completion)
        if isinstance(completion.next, Finish) and lease.entry.id in self._roots:
            number = self._roots.pop(lease.entry.id)
            self._course.completion[number] = self._now - self._arrivals[number].time
        weights = self._weights[kind]
        for node, seconds in measured.items():
            weights.add(node, seconds)
        for loop, rounds in completion.rounds.items():
            weights.add_rounds(loop, rounds)
        if weights.has_moved and self._is_ranked:
            self._rankings[kind].refresh()
            worker.frontier.rerank()
