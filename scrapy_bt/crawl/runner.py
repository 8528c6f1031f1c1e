"""Runs a program's tasks in a crawl: the one place where effects become requests and responses become events."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from inspect import isawaitable
from time import perf_counter
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.misc import load_object
from twisted.python.failure import Failure

from ..core.tree import effects as ef
from ..core.tree import events as ev
from ..core.tree import operations as op
from ..core.tree.actions import VisitRequest
from ..core.tree.interpreter import Interpreter
from ..core.tree.program import Program
from ..core.tree.run import Limits
from ..core.tree.task import Task, decode_task
from ..errors import NodeError, TaskError
from ..frontier.protocol import Completion, Entry, Frontier, Lease
from .completions import Bookkeeper, Step
from .downloader import SENT
from .outcomes import outcome_of_error, retry_after
from .priorities import Priorities
from .requests import FLIGHT, build_request
from .selectors import PageReader, ResponsePage
from .sessions import SessionJars

logger = logging.getLogger(__name__)

_STEPS_AT_ONCE = 200
"""Steps without a request that are taken before the reactor gets its turn."""

_FAILURES = range(400, 1000)
"""Statuses that Scrapy's middlewares leave to the tree; redirects are followed as ever."""


@dataclass(frozen=True, eq=False)
class Flight:
    """A visit under way."""

    lease: Lease
    task: Task
    step: op.Fetch


class TreeRunner:
    """Leases tasks from the frontier, sends their requests and completes their steps."""

    def __init__(self, crawler: Crawler, program: Program, jars: SessionJars | None) -> None:
        self._crawler = crawler
        self._settings = crawler.settings
        self._stats = crawler.stats
        self.program = program
        self._reader = PageReader()
        self._interpreter = Interpreter(program, self._reader, limits_of(crawler))
        self._bookkeeper = Bookkeeper(program)
        self._jars = jars
        self.priorities = Priorities(program, self._settings)
        open_frontier = load_object(self._settings["BT_FRONTIER"])
        self.frontier: Frontier = open_frontier(crawler, self.priorities.number, program.limits)
        self.priorities.open(self.frontier)
        self._again: deque[Request] = deque()
        """Requests of leased tasks that came back: retries, redirects, and those that a coroutine made."""
        self._leases: dict[int, Lease] = {}
        self._finishing: deque[tuple[Request, Lease, Completion]] = deque()
        """Steps whose items are still in the pipelines."""
        self._working: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._closing = False

    def first_entry(self, arguments: Mapping[str, Any]) -> Entry:
        """A task of `main` that has not begun."""
        return self._bookkeeper.entry(self.program.initial(arguments))

    # What the scheduler asks

    def next_request(self) -> Request | None:
        self._complete_finished()
        if self._again:
            return self._again.popleft()
        for _ in range(_STEPS_AT_ONCE):
            leases = self.frontier.lease(1)
            if not leases:
                self._set_timer()
                return None
            request = self._begin(leases[0])
            if request is not None:
                return request
        self._wake()
        return None

    def has_pending_requests(self) -> bool:
        self._complete_finished()
        counts = self.frontier.counts()
        if self._again or self._working or counts.running or counts.delayed:
            return True
        if not counts.ready:
            return False
        status = self.frontier.status()
        return any(line.ready and (line.paused or not line.exhausted) for line in status)

    def take_back(self, request: Request) -> None:
        """A request of a leased task that Scrapy wants to send again (a retry, a redirect)."""
        self._again.append(request)

    def close(self) -> None:
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
        for work in self._working:
            work.cancel()
        while self._finishing:
            _, lease, completion = self._finishing.popleft()
            self._complete(lease, completion)
        self.frontier.close()

    # From a lease to a request

    def _begin(self, lease: Lease) -> Request | None:
        entry = lease.entry
        self._leases[lease.token] = lease
        try:
            task = decode_task(entry.payload, id=entry.id, join=entry.join, session=entry.session)
            step = self.program.operation(task.position)
            if isinstance(step, op.Fetch):
                return self._send(lease, task, step)
            self._go_on(lease, task, self._event_of(lease))
        except TaskError as error:
            self._bury(lease, str(error))
        return None

    def _event_of(self, lease: Lease) -> ev.Event:
        now = time.time()
        if lease.shared is not None:
            shared = lease.shared
            return ev.Shared(shared.value, shared.session, shared.version, now)
        if lease.make:
            return ev.Make(lease.version, now)
        if lease.circular:
            return ev.Denied("it is being made by a task that waits for this one", now)
        return ev.Joined(lease.failed, now) if lease.joined else ev.Granted(now)

    def _send(self, lease: Lease, task: Task, step: op.Fetch) -> Request | None:
        try:
            visit = self._interpreter.request(task, time.time())
            if isawaitable(visit.made):
                self._start_work(self._send_later(lease, task, step, visit))
                return None
            return self._request(lease, task, step, visit)
        except NodeError as error:
            message = str(error)
        except Exception as error:  # whatever a user's function raises fails its node, not the crawl
            message = f"{type(error).__name__}: {error}"
        self._go_on(lease, task, ev.Arrived("error", now=time.time(), message=message))
        return None

    async def _send_later(self, lease: Lease, task: Task, step: op.Fetch, visit: VisitRequest) -> None:
        try:
            made = await visit.made
            plain = VisitRequest(visit.node, visit.method, visit.url, visit.attributes, visit.base, made)
            self._again.append(self._request(lease, task, step, plain))
        except Exception as error:  # whatever a user's function raises fails its node, not the crawl
            message = str(error) if isinstance(error, NodeError) else f"{type(error).__name__}: {error}"
            self._go_on(lease, task, ev.Arrived("error", now=time.time(), message=message))

    def _request(self, lease: Lease, task: Task, step: op.Fetch, visit: VisitRequest) -> Request:
        request = build_request(visit)
        request.callback, request.errback = self.on_response, self.on_error
        meta = request.meta
        meta[FLIGHT] = Flight(lease, task, step)
        meta["handle_httpstatus_list"] = _FAILURES
        meta["cookiejar"] = task.own_session
        return request

    # From a response to the next step

    def on_response(self, response: Response) -> Iterable[Any] | AsyncIterator[Any]:
        request = response.request
        assert request is not None, "the engine sets it"
        status = response.status
        asked = retry_after(response) if status in (429, 503) else None
        event = ev.Arrived(str(status), ResponsePage(response), time.time(), retry_after=asked)
        return self._arrive(request, event)

    def on_error(self, failure: Failure) -> Iterable[Any] | AsyncIterator[Any]:
        if isinstance(failure.value, HttpError):  # a redirect that was not followed
            return self.on_response(failure.value.response)
        outcome, message = outcome_of_error(failure.value)
        return self._arrive(failure.request, ev.Arrived(outcome, now=time.time(), message=message))  # type: ignore[attr-defined]  # set by Scrapy

    def _arrive(self, request: Request, event: ev.Arrived) -> Iterable[Any] | AsyncIterator[Any]:
        flight: Flight = request.meta[FLIGHT]
        lease, task = flight.lease, flight.task
        measured = {}
        sent = request.meta.get(SENT)
        seconds = perf_counter() - sent if sent is not None else request.meta.get("download_latency")
        if seconds is not None:
            measured[flight.step.name] = seconds
        self._stats.inc_value("bt/visits")
        self._stats.inc_value(f"bt/outcome/{event.outcome}")
        try:
            step = self._take_step(lease, task, event, measured)
        except TaskError as error:
            self._bury(lease, str(error))
            return ()
        if isinstance(step.ending, ef.Await):
            return self._answer(lease, task, step, request)
        return self._hand_over(lease, step, request)

    def _hand_over(self, lease: Lease, step: Step, request: Request) -> Iterable[Any]:
        """The records go to the pipelines; when they are through, the step is complete."""
        assert step.completion is not None
        if not step.items:
            self._complete(lease, step.completion)
            return ()
        self._finishing.append((request, lease, step.completion))
        return [record for _, record in step.items]

    async def _answer(self, lease: Lease, task: Task, step: Step, request: Request) -> AsyncIterator[Any]:
        items = list(step.items)
        try:
            step = await self._await(lease, task, step)
        except TaskError as error:
            self._bury(lease, str(error))
            return
        step.items = items + step.items
        for record in self._hand_over(lease, step, request):
            yield record

    async def _await(self, lease: Lease, task: Task, step: Step) -> Step:
        """Await coroutines of Python nodes until the task waits for something else."""
        items: list[tuple[str, dict[str, Any]]] = []
        while isinstance(step.ending, ef.Await):
            results = await asyncio.gather(*step.ending.coroutines, return_exceptions=True)
            step = self._take_step(lease, task, ev.Answered(results, time.time()), {})
            items += step.items
        step.items = items
        return step

    # Steps without a request

    def _go_on(self, lease: Lease, task: Task, event: ev.Event) -> None:
        step = self._take_step(lease, task, event, {})
        if step.completion is not None and not step.items:
            self._complete(lease, step.completion)
        else:
            self._start_work(self._finish_apart(lease, task, step))

    async def _finish_apart(self, lease: Lease, task: Task, step: Step) -> None:
        items = list(step.items)
        if isinstance(step.ending, ef.Await):
            try:
                step = await self._await(lease, task, step)
            except TaskError as error:
                self._bury(lease, str(error))
                return
            items += step.items
        scraper = self._crawler.engine.scraper
        for _, record in items:
            await scraper.start_itemproc_async(record, response=None)
        assert step.completion is not None
        self._complete(lease, step.completion)

    def _start_work(self, coroutine: Any) -> None:
        work = asyncio.get_running_loop().create_task(coroutine)
        self._working.add(work)
        work.add_done_callback(self._end_work)

    def _end_work(self, work: asyncio.Task[None]) -> None:
        self._working.discard(work)
        if not work.cancelled() and work.exception() is not None:
            logger.error("A step failed", exc_info=work.exception(), extra={"spider": self._crawler.spider})
        self._wake()

    # Steps

    def _take_step(self, lease: Lease, task: Task, event: ev.Event, measured: dict[str, float]) -> Step:
        task, effects = self._interpreter.resume(task, event)
        measured = {**measured, **self._reader.measured()}
        facts: dict[str, Any] = {"measured": measured}
        if self._jars is not None and (cookies := self._jars.take_changed(task.own_session)) is not None:
            facts["cookies"] = {task.own_session: cookies}
        step = self._bookkeeper.step(lease, task, effects, facts)
        for trouble in step.troubles:
            self._report(trouble)
        for node, _ in step.items:
            self._stats.inc_value(f"bt/items/{node}")
        return step

    def _report(self, trouble: ef.Trouble) -> None:
        self._stats.inc_value(f"bt/failed/{trouble.node}/{trouble.outcome}")
        level = logging.INFO if trouble.outcome == "empty" else logging.WARNING
        logger.log(level, "Node %s", trouble, extra={"spider": self._crawler.spider})

    def _complete(self, lease: Lease, completion: Completion) -> None:
        self._leases.pop(lease.token, None)
        self.frontier.complete(lease, completion)
        if completion.dead is not None:
            self._stats.inc_value("bt/dead")
        if self.priorities.learn(completion):
            self.frontier.rerank()
        if not self._closing:
            self._wake()

    def _complete_finished(self) -> None:
        """Complete the steps whose requests the engine is done with, pipelines included."""
        if not self._finishing:
            return
        slot = getattr(self._crawler.engine, "_slot", None)
        in_progress = slot.inprogress if slot is not None else ()
        for _ in range(len(self._finishing)):
            request, lease, completion = self._finishing.popleft()
            if request in in_progress:
                self._finishing.append((request, lease, completion))
            else:
                self._complete(lease, completion)

    def _bury(self, lease: Lease, reason: str) -> None:
        self._leases.pop(lease.token, None)
        self._stats.inc_value("bt/dead")
        where = lease.entry.bucket.node
        logger.error("Task %d at %s is dead: %s", lease.entry.id, where, reason, extra={"spider": self._crawler.spider})
        self.frontier.bury(lease, reason)

    # Waking the engine

    def _wake(self) -> None:
        slot = getattr(self._crawler.engine, "_slot", None)
        if slot is not None:
            slot.nextcall.schedule()

    def _set_timer(self) -> None:
        due = self.frontier.next_due()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None and not self._closing:
            delay = max(0.001, due - time.time())
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = time.time()
        overdue = [lease for lease in self._leases.values() if lease.deadline <= now]
        for lease in self.frontier.extend(overdue):
            self._leases[lease.token] = lease
        self._wake()

    def on_idle(self) -> None:
        """Handler of `spider_idle`: says why the crawl ends when tasks are left."""
        counts = self.frontier.counts()
        if counts.unfinished:
            logger.warning(
                "%d tasks are left, %d of them paused; with a JOBDIR they stay there, and -s BT_RESUME_PAUSED=True lets"
                " the paused ones go on",
                counts.unfinished,
                counts.paused,
                extra={"spider": self._crawler.spider},
            )
            raise CloseSpider("paused")


def limits_of(crawler: Crawler) -> Limits:
    settings = crawler.settings
    return Limits(
        step_budget=settings.getint("BT_STEP_BUDGET"),
        page_limit=settings.getint("BT_PAGE_LIMIT"),
        stack_limit=settings.getint("BT_STACK_LIMIT"),
        wait_times=settings.getint("BT_WAIT_TIMES"),
        wait_delay=settings.getfloat("BT_WAIT_DELAY"),
        wait_delay_max=settings.getfloat("BT_WAIT_DELAY_MAX"),
    )
