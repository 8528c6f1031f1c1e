"""Runs a program's tasks in a crawl: leases become requests, and their answers the next steps."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from scrapy import Request, signals
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.utils.asyncio import is_asyncio_available

from ...core.rules.visits import find_visits
from ...core.tree import events as ev
from ...core.tree import operations as op
from ...core.tree.nodes import Item
from ...errors import BTError, FrontierDamaged, NodeError
from ...frontier.completion import Requeue
from ...frontier.messages import MESSAGES
from ...frontier.records import RECORDS
from ...sentences import say
from ..downloader import note_return
from ..summaries import pack_extractions
from ..visits.requests import FLIGHT, LEAST_TIMEOUT, REQUESTS, build_request
from .dead_letters import RecordDeadLetters
from .frontiers import check_counts, open_frontier
from .leases import Leases
from .messages import Messages
from .priorities import Priorities
from .step_completion import StepCompletion
from .steps import Stepper, event_of
from .task_group import TaskGroup, gather
from .visit_answers import PendingVisit, VisitAnswers

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

    from ...core.tree.actions import VisitRequest
    from ...core.tree.extractions import Extractions
    from ...core.tree.program import Program
    from ...core.tree.task import Task
    from ...frontier.entries import Entry, Lease
    from ..redis.downstream_queues import DownstreamQueues
    from ..visits.sessions import SessionJars
    from .frontiers import CrawlFrontier

logger = logging.getLogger(__name__)

_TURN = 0.02
"""Seconds of steps without a request, after which the reactor gets its turn; a step that makes very many tasks is one
of several."""

_LOOK_AGAIN = 0.5
"""Seconds after which a crawl that was paused from outside looks whether it may go on."""

_FAILURES = range(400, 1000)
"""Statuses that Scrapy's middlewares leave to the tree; redirects are followed as ever."""

_ALL_BUT_SUCCESSES = range(300, 1000)


class TreeRunner:
    """Leases tasks from a connected frontier, sends their requests and completes their steps."""

    def __init__(
        self,
        crawler: Crawler,
        program: Program,
        jars: SessionJars | None,
        *,
        frontier: CrawlFrontier,
        priorities: Priorities,
    ) -> None:
        self._crawler, self._stats = crawler, crawler.stats
        self.program, self.frontier, self.priorities = program, frontier, priorities
        self._steps = Stepper(crawler, program, jars, weight=priorities.weights.weight)
        self._of_rules = find_visits(program) if program.rules else {}
        """What stands in the `meta` of visits whose pages a rule reads."""
        self.leases = Leases(crawler, frontier, priorities)
        self._letters = RecordDeadLetters(crawler, self.leases, add=frontier.add, outlasts=frontier.outlasts)
        self.messages = Messages(crawler, program, self.leases, first_entry=self.first_entry)
        self.begin_other: Callable[[Lease], Request | None] | None = None
        """Makes requests of leases that are no tasks of the tree, where there are such."""
        self._task_group = TaskGroup(on_end=self.leases.alarm.ring)
        self._timeout = crawler.settings.getfloat("DOWNLOAD_TIMEOUT")
        self._step_completion = StepCompletion(crawler, self._steps, self.leases, self._task_group)
        self._answers = VisitAnswers(crawler, self._steps, self.leases, self._step_completion)
        self._steps.go_on_held = self._go_on_held
        self._steps.queue = self._queue
        crawler.signals.connect(self._note_answer, signals.request_left_downloader)
        self._again: deque[Request] = deque()
        """Requests of leased tasks that came back: retries, redirects, and those that a coroutine made."""

    @classmethod
    async def open(
        cls,
        crawler: Crawler,
        program: Program,
        jars: SessionJars | None,
        *,
        recorded: Mapping[str, float] | None = None,
    ) -> Self:
        """A runner on the frontier that the settings name; raises `BTError` when that cannot be opened.

        *recorded*: seconds by node before its first execution.
        """
        if not is_asyncio_available():
            raise BTError(say("trees need asyncio: keep Scrapy's default TWISTED_REACTOR"))
        priorities = Priorities(program, crawler.settings, recorded=recorded)
        frontier = open_frontier(crawler, priorities.number, program.limits)
        await priorities.open(frontier)
        return cls(crawler, program, jars, frontier=frontier, priorities=priorities)

    @property
    def failure(self) -> BTError | None:
        """Why the frontier could not be used any more, where the crawl ended for that."""
        return self.leases.failure

    def first_entry(self, arguments: Mapping[str, Any]) -> Entry:
        """A task of `main` that has not begun."""
        return self._steps.first_entry(arguments)

    @property
    def extractions(self) -> Extractions:
        """What every extraction of this process has come to."""
        return self._steps.extractions

    @property
    def refused_logins(self) -> Mapping[str, tuple[int, str]]:
        """How often the site refused the login of each visit, and where first."""
        return self._steps.logins.refused

    @property
    def item_nodes(self) -> Collection[str]:
        """The nodes whose records are records of the crawl, and no tasks of others."""
        items = (node.name for node in self.program.document.declarations.values() if isinstance(node, Item))
        return [name for name in items if name not in self._steps.reports.uncounted]

    @property
    def has_downstream_queues(self) -> bool:
        """Records of this tree are tasks of others."""
        return self._step_completion.downstream_queues is not None

    def connect(self, downstream_queues: DownstreamQueues) -> None:
        """From now on the records of some item nodes are tasks of other trees."""
        self._step_completion.downstream_queues = downstream_queues
        self._steps.reports.uncounted = downstream_queues.nodes

    # What the scheduler asks

    def next_request(self) -> Request | None:
        """The request of the next task that comes to a visit; steps without one are taken on the way."""
        self.leases.complete_finished()
        if self._again:
            return self._again.popleft()
        end = time.monotonic() + _TURN
        while True:
            lease = self.leases.take() if self._task_group.has_room else None
            if lease is None:
                return None
            request = self._begin(lease)
            if request is not None:
                return request
            if time.monotonic() >= end:
                self.leases.alarm.ring()
                return None

    def has_pending_requests(self) -> bool:
        """Some task will go on without anybody's help."""
        self.leases.complete_finished()
        if self.leases.failure is not None:
            return False
        return bool(self._again or self._task_group) or self.frontier.has_work

    def take_back(self, request: Request) -> None:
        """A request of a leased task that Scrapy wants to send again (a retry, a redirect)."""
        note_return(request)
        self.leases.slots.begin(request.meta[FLIGHT].lease)
        self._again.append(request)

    def _note_answer(self, request: Request) -> None:
        """Its slot is free before the engine asks for the next request."""
        flight = request.meta.get(FLIGHT)
        if flight is not None:
            self.leases.slots.end(flight.lease)

    async def close(self) -> None:
        """Hand in what is done, and let go of the rest."""
        self._task_group.cancel()
        if self._step_completion.downstream_queues is not None:
            await self._step_completion.downstream_queues.close()
        self.frontier.summary = pack_extractions(self.extractions)
        await self.leases.close()

    # From a lease to a request

    def _begin(self, lease: Lease) -> Request | None:
        if self.begin_other is not None and lease.entry.bucket.node == REQUESTS:
            return self.begin_other(lease)
        if lease.entry.bucket.node == RECORDS:
            offer = self._letters.begin(lease)
            if offer is not None:
                self._task_group.start(offer)
            return None
        if lease.entry.bucket.node == MESSAGES:
            self.messages.begin(lease)
            return None
        with self.leases.answering_for(lease):
            task = self._steps.read(lease, self.frontier.cookies)
            step = self.program.operation(task.position)
            if isinstance(step, op.FetchPage):
                return self._send(lease, task, step)
            self._step_completion.go_on(lease, task, event_of(lease))
        return None

    def _send(self, lease: Lease, task: Task, step: op.FetchPage) -> Request | None:
        try:
            visit = self._steps.request(task)
            if isawaitable(visit.made):
                self._task_group.start(self._send_later(lease, task, step, visit))
                return None
            return self._request(lease, task, step, visit)
        except NodeError as error:
            self._step_completion.go_on(lease, task, ev.Arrived("error", now=time.time(), message=str(error)))
        return None

    async def _send_later(self, lease: Lease, task: Task, step: op.FetchPage, visit: VisitRequest) -> None:
        with self.leases.answering_for(lease):
            (made,) = await gather([visit.made])
            try:
                if isinstance(made, NodeError):
                    raise made
                self._again.append(self._request(lease, task, step, replace(visit, made=made)))
            except NodeError as error:
                self._step_completion.go_on(lease, task, ev.Arrived("error", now=time.time(), message=str(error)))

    def _request(self, lease: Lease, task: Task, step: op.FetchPage, visit: VisitRequest) -> Request:
        request = build_request(visit)
        request.callback, request.errback = self._answers.on_response, self._answers.on_error
        meta = request.meta
        left = visit.seconds_left
        meta[FLIGHT] = PendingVisit(lease, task, step, None if left is None else time.time() + left)
        for key, value in self._of_rules.get(step.id, {}).items():
            meta.setdefault(key, value)
        meta["handle_httpstatus_list"] = _ALL_BUT_SUCCESSES if meta.get("dont_redirect") else _FAILURES
        meta["cookiejar"] = task.own_session
        if left is not None:
            usual = meta.get("download_timeout", self._timeout) or left
            meta["download_timeout"] = max(LEAST_TIMEOUT, min(usual, left))
        return request

    # What steps ask for

    def _queue(self, entry: Entry) -> None:
        """A new task, beside those that the tree has made."""
        self.frontier.add(Requeue(entry))
        self.leases.alarm.ring()

    def _go_on_held(self, lease: Lease, event: ev.Event) -> None:
        """A page that had to wait is read once more."""
        with self.leases.answering_for(lease):
            task = self._steps.read(lease, self.frontier.cookies)
            self._step_completion.go_on(lease, task, event, again=True)

    def on_idle(self) -> None:
        """Handler of `spider_idle`: says why the crawl ends when tasks are left; a pause from outside is waited out."""
        counts = self.frontier.counts()
        try:
            check_counts(counts, self.frontier.place)
        except FrontierDamaged as error:
            self.leases.give_up(error)
        if self.leases.failure is None and self.frontier.is_held_back:
            self.leases.alarm.set(time.time() + _LOOK_AGAIN)
            raise DontCloseSpider
        if counts.unfinished and self.leases.failure is None:
            logger.warning(
                "%d tasks are left, %d of them paused; in a JOBDIR or in Redis they stay, and -s BT_RESUME_PAUSED=True"
                " lets the paused ones go on",
                counts.unfinished,
                counts.paused,
                extra={"spider": self._crawler.spider},
            )
            raise CloseSpider("paused")
