"""A crawl in virtual time: the real interpreter, frontier and ranking; only the servers' answers are made up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count

from benchmarks.mix import Arrival
from scrapy_bt.core.priority.ranking import Ranking
from scrapy_bt.core.priority.weights import Weights
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.events import Arrived, Event, Granted, Joined
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.task import Task, decode_task
from scrapy_bt.crawl.completions import Bookkeeper
from scrapy_bt.crawl.selectors import PageReader
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.protocol import Bucket, Finish, Lease, Queue

Seconds = Callable[[str, str], float]
"""The service time of a visit by node and URL."""


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


class VirtualCrawl:
    """Runs arrivals on so many *servers*, each of which serves one request at a time.

    *is_ranked*: by priority numbers, with weights learnt on the way; otherwise first come, first served.
    """

    def __init__(
        self, programs: Mapping[str, Program], seconds: Seconds, *, servers: int, ageing: float, is_ranked: bool
    ) -> None:
        self._now = 0.0
        self._programs = programs
        self._seconds = seconds
        self._free = servers
        self._is_ranked = is_ranked
        self._interpreters = {kind: Interpreter(program, PageReader()) for kind, program in programs.items()}
        self._books = {kind: Bookkeeper(program) for kind, program in programs.items()}
        self._weights = {kind: Weights.of(program.document) for kind, program in programs.items()}
        self._rankings = {
            kind: Ranking(program, self._weights[kind], frozenset().__contains__) for kind, program in programs.items()
        }
        self._frontier = MemoryFrontier(
            self._number, limits={}, clock=lambda: self._now, lease_seconds=1e12, ageing=ageing if is_ranked else 1.0
        )
        self._ids = count()
        self._events: list[tuple[float, int, int | Visit]] = []
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
            if isinstance(what, Visit):
                self._free += 1
                self._go_on(what.lease, what.task, Arrived("200", now=self._now), {what.node: what.seconds})
            else:
                arrival = arrivals[what]
                entry = self._books[arrival.kind].entry(self._programs[arrival.kind].initial(arrival.arguments))
                self._roots[self._frontier.put([Queue(entry)])[0]] = what
            self._fill()
        assert not self._frontier.counts().unfinished, "every tree comes to its end"
        return self._course

    def _number(self, bucket: Bucket) -> float:
        if not self._is_ranked:
            return 0.0
        number = self._rankings[bucket.tree].number_of_path(bucket.node)
        self._course.heaviest = max(self._course.heaviest, number)
        return number

    def _fill(self) -> None:
        """Send requests while a server is free."""
        while self._free:
            leases = self._frontier.lease()
            if not leases:
                return
            (lease,) = leases
            entry, kind = lease.entry, lease.entry.bucket.tree
            self._course.longest_wait = max(self._course.longest_wait, lease.waited)
            task = decode_task(entry.payload, id=entry.id, join=entry.join, session=entry.session)
            step = self._programs[kind].operation(task.position)
            if isinstance(step, op.Fetch):
                self._free -= 1
                seconds = self._seconds(step.name, self._interpreters[kind].request(task).url)
                heappush(self._events, (self._now + seconds, next(self._ids), Visit(lease, task, step.name, seconds)))
            else:
                event = Joined(lease.failed, self._now) if lease.joined else Granted(self._now)
                self._go_on(lease, task, event, {})

    def _go_on(self, lease: Lease, task: Task, event: Event, measured: dict[str, float]) -> None:
        kind = lease.entry.bucket.tree
        task, effects = self._interpreters[kind].resume(task, event)
        completion = self._books[kind].step(lease, task, effects, {"measured": measured}).completion
        assert completion is not None
        self._frontier.complete(lease, completion)
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
            self._frontier.rerank()
