"""An oracle that knows every service time beforehand: of all trees the one with the least work left goes first (SRPT).

Like the frontier it interrupts no request; it chooses anew at each request.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from benchmarks.mix import Arrival
from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.events import Arrived, Granted
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.reading.selectors import PageReader


@dataclass
class Request:
    """A visit of a tree, and the visits that can begin when it is over."""

    seconds: float
    after: list[Request] = field(default_factory=list)


@dataclass
class Job:
    """A tree as its requests; *work*: seconds of service that are left."""

    first: list[Request] = field(default_factory=list)
    work: float = 0.0
    ready: deque[Request] = field(default_factory=deque)


def foresee(program: Program, arguments: Mapping[str, int], seconds: Callable[[str, str], float]) -> Job:
    """Run a tree by itself to see what it will ask for; its joins must come at its end."""
    interpreter = Interpreter(program, PageReader())
    job = Job()
    under_way = [(program.initial(arguments), job.first)]
    while under_way:
        task, after = under_way.pop()
        step = program.operation(task.position)
        event: Arrived | Granted = Granted()
        if isinstance(step, op.FetchPage):
            request = Request(seconds(step.name, interpreter.request(task).url))
            job.work += request.seconds
            after.append(request)
            after, event = request.after, Arrived("200")
        task, effects = interpreter.resume(task, event)
        under_way += [(effect.task, after) for effect in effects if isinstance(effect, ef.Spawn)]
        if not isinstance(effects[-1], (ef.Finished, ef.Join)):
            under_way.append((task, after))
    return job


def run_oracle(arrivals: Sequence[Arrival], jobs: Sequence[Job], *, servers: int) -> list[float]:
    """Seconds from each arrival to its tree's end; uses *jobs* up."""
    completion = [0.0] * len(jobs)
    left = [job.work for job in jobs]
    open_requests = [0] * len(jobs)
    events: list[tuple[float, int, int, Request | None]] = [
        (arrival.time, number, number, None) for number, arrival in enumerate(arrivals)
    ]
    heapify(events)
    queue: list[tuple[float, int]] = []
    ticket = len(events)
    while events:
        now, _, number, done = heappop(events)
        job = jobs[number]
        if done is not None:
            servers += 1
            left[number] -= done.seconds
            open_requests[number] -= 1
        begun = job.first if done is None else done.after
        open_requests[number] += len(begun)
        job.ready.extend(begun)
        if not open_requests[number]:
            completion[number] = now - arrivals[number].time
        if job.ready:
            heappush(queue, (left[number], number))
        while servers and queue:
            least, number = heappop(queue)
            job = jobs[number]
            if not job.ready or least > left[number]:
                continue  # outdated: a tree is queued anew whenever a request of it is over
            ticket += 1
            servers -= 1
            request = job.ready.popleft()
            heappush(events, (now + request.seconds, ticket, number, request))
            if job.ready:
                heappush(queue, (left[number], number))
    return completion
