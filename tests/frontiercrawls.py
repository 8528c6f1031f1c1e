"""Crawls of random programs on a frontier, one step after another, against a site that answers by what it is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.run import Limits
from scrapy_bt.core.tree.task import Task, decode_task
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.crawl.runtime.completions import Bookkeeper, StepResult
from scrapy_bt.crawl.runtime.steps import event_of
from scrapy_bt.crawl.visits.requests import build_request
from scrapy_bt.errors import NodeError, TaskError
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Lease
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from scrapy_bt.testing.answers import VisitAnswer
from tests.contracts.workshop import Clock
from tests.programs import FUNCTIONS

_TURNS = 200


@dataclass
class FrontierCrawl:
    """*open_*: the frontier as whoever comes next sees it; it is opened anew before every step."""

    program: Program
    answers: list[VisitAnswer]
    open_: Callable[[], Frontier]
    clock: Clock
    arguments: Mapping[str, Any] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)

    def run(self) -> list[str]:
        """What the outside sees: visits, records, what is printed and how tasks end, in their order."""
        reader = PageReader(FUNCTIONS.__getitem__)
        self._interpreter = Interpreter(self.program, reader, Limits(step_budget=20, wait_times=1))
        self._bookkeeper = Bookkeeper(self.program)
        frontier = self.open_()
        frontier.put([Requeue(self._bookkeeper.entry(self.program.initial(self.arguments)))])
        for _ in range(_TURNS):
            frontier = self.open_()
            leases = frontier.lease(1)
            if leases:
                self._step(frontier, leases[0])
            elif not self._wait(frontier):
                break
        letters = sorted(f"dead {letter.entry.bucket.node}: {letter.reason}" for letter in self.open_().dead_letters())
        return [*self.log, *letters]

    def _wait(self, frontier: Frontier) -> bool:
        """Let the time pass, or wake who is paused; whether anybody may go on."""
        due = frontier.next_due()
        if due is not None:
            self.clock.turn(max(0.0, due - self.clock.now) + 0.001)
            return True
        return frontier.counts().paused > 0 and frontier.resume(ControlTarget()) > 0

    def _step(self, frontier: Frontier, lease: Lease) -> None:
        entry = lease.entry
        try:
            task = decode_task(entry.payload, id=entry.id, join=entry.join, session=entry.session)
            if lease.requeued:
                task.renew_tries()
            step = self._take(lease, task, self._event(lease, task))
            while isinstance(step.ending, ef.Await):
                results = asyncio.run(_gather(step.ending))
                step = self._take(lease, task, ev.Answered(results))
        except TaskError as error:
            self.log.append(f"task error {error}")
            frontier.bury(lease, str(error))
            return
        assert step.completion is not None, "nothing is awaited"
        completion = step.completion
        if completion.dead is not None:
            completion = replace(completion, dead=replace(completion.dead, when=self.clock.now))
        frontier.complete(lease, completion)

    def _event(self, lease: Lease, task: Task) -> ev.Event:
        step = self.program.operation(task.position)
        if not isinstance(step, op.FetchPage):
            return event_of(lease)
        try:
            visit = self._interpreter.request(task, self.clock.now)
            request = build_request(visit)
        except NodeError as error:
            return ev.Arrived("error", message=str(error))
        answer = self._answer(f"{step.name} {request.method} {request.url}")
        self.log.append(f"visit {step.name} {request.method} {request.url}: {answer.outcome}")
        response = answer.respond(request)
        page = None if response is None else ResponsePage(response)
        return ev.Arrived(answer.outcome, page, message=answer.message, url=request.url)

    def _answer(self, asked: str) -> VisitAnswer:
        times = sum(line.startswith(f"visit {asked}:") for line in self.log)
        number = blake2b(f"{asked} {times}".encode(), digest_size=4).digest()
        return self.answers[int.from_bytes(number, "big") % len(self.answers)]

    def _take(self, lease: Lease, task: Task, event: ev.Event) -> StepResult:
        event = replace(event, now=self.clock.now)
        task, effects = self._interpreter.resume(task, event, stored=lease.entry.payload)
        for effect in effects:
            if isinstance(effect, ef.Emit):
                self.log.append(f"emit {effect.node} {effect.record!r}")
            elif isinstance(effect, ef.LogMessage):
                self.log.append(f"print {effect.text}")
            elif isinstance(effect, (ef.Finished, ef.Stopped)):
                self.log.append(f"end {getattr(effect, 'success', None)} {effect.reason}")
        return self._bookkeeper.step(lease, task, effects, {})


async def _gather(awaited: ef.Await) -> list[Any]:
    return list(await asyncio.gather(*awaited.coroutines, return_exceptions=True))
