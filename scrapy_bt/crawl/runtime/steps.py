"""Takes the steps of a program's tasks: interpreted, written down, and what failed is told."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler
from scrapy.http.cookies import CookieJar
from scrapy.settings import BaseSettings

from ...core.tree import effects as ef
from ...core.tree import events as ev
from ...core.tree import operations as op
from ...core.tree.actions import VisitRequest
from ...core.tree.extractions import Extractions
from ...core.tree.interpreter import Interpreter
from ...core.tree.program import Program
from ...core.tree.run import Limits
from ...core.tree.task import Task, decode_task
from ...errors import NodeError, TaskError
from ...frontier.entries import Entry, Lease
from ...settings import BTSettings
from ..dispatch.finding import find_dispatching
from ..reading.pages import ResponsePage
from ..reading.selectors import PageReader
from ..reading.sizes import largest_page
from ..visits.sessions import SessionJars
from .completions import Bookkeeper, StepResult
from .logins import Logins
from .records import Record
from .step_reports import StepReports

if TYPE_CHECKING:
    from ..healing.trees import TreeWitness
    from ..preference.preferring import Preferring
    from ..reading.rulebooks import RuleBook

logger = logging.getLogger(__name__)


class Stepper:
    """Goes on with leased tasks; *jars*: the cookies of their sessions; None if cookies are switched off.

    *weight*: seconds that a node takes as a rule.
    """

    def __init__(
        self,
        crawler: Crawler,
        program: Program,
        jars: SessionJars | None,
        *,
        weight: Callable[[str], float] = lambda _node: 0.0,
    ) -> None:
        self._crawler, self._stats = crawler, crawler.stats
        self._program, self._jars = program, jars
        seconds = BTSettings.read(crawler.settings).regex_seconds
        self._book = _open_book(crawler, program, seconds) if program.rules else None
        self._reader = PageReader(
            regex_seconds=seconds, rules=self._book, board=self._stats, most=largest_page(crawler.settings)
        )
        self.extractions = Extractions(program.name)
        self._witness = _open_witness(crawler, program)
        self.extractions.witness = self._witness
        if self._witness is not None and self._witness.may_heal:
            self._reader.healer = self._witness
            self._witness.queue_by(self._go_on_with)
            if self._book is not None:
                self._book.healer = self._witness
        self.go_on_held: Callable[[Lease, ev.Event], None] | None = None
        """Reads a page that had to wait once more; None if no page waits."""
        self.queue: Callable[[Entry], None] | None = None
        """Takes a new task, of a page that is to be read once more; None if no page is fetched again."""
        self._latest_session = 0
        """That of the page that was read last, with the cookies of the site; 0: none, or one that tasks share."""
        self.reports = StepReports(crawler, program.name)
        self.logins = Logins(program)
        self._interpreter = Interpreter(program, self._reader, limits_of(crawler.settings), self.extractions)
        self._preferring = _preferring_of(crawler)
        self._dispatching = find_dispatching(crawler)
        if self._dispatching is not None:
            self._dispatching.weight = weight
        self._bookkeeper = Bookkeeper(
            program,
            None if self._preferring is None else self._promise_of,
            None if self._dispatching is None else self._lane_of,
            most=BTSettings.read(crawler.settings).task_limit,
        )

    def first_entry(self, arguments: Mapping[str, Any]) -> Entry:
        """A task of `main` that has not begun."""
        return self._bookkeeper.entry(self._program.initial(arguments))

    def read(self, lease: Lease, cookies: Callable[[int], bytes | None]) -> Task:
        """The leased task; raises `TaskError` when it cannot be decoded. *cookies*: those of a session, as stored."""
        entry = lease.entry
        if self._jars is not None:
            for session in (entry.session, lease.shared.session if lease.shared is not None else 0):
                self._jars.renew(session, cookies(session))
        task = decode_task(entry.payload, id=entry.id, join=entry.join, session=entry.session)
        if lease.requeued:
            task.renew_tries()
        return task

    def jar(self, session: object) -> CookieJar | None:
        """The cookies of a session; None if cookies are switched off."""
        return None if self._jars is None else self._jars.get(session)

    def request(self, task: Task) -> VisitRequest:
        """What the visit sends at which the task stands; raises `NodeError` where its values make no request."""
        return self._interpreter.request(task, time.time())

    def reading(self, meta: Mapping[str, Any], page: ResponsePage) -> Callable[[], None] | None:
        """What may take long of reading a rule's page, to be done in another thread before the task goes on."""
        return None if self._book is None else self._book.reading(meta, page)

    def take(
        self,
        lease: Lease,
        task: Task,
        event: ev.Event,
        measured: Mapping[str, float] | None = None,
        *,
        again: bool = False,
    ) -> StepResult | None:
        """Go on from what happened; raises `TaskError`. None: the page waits, and the task stands where it stood.

        *measured*: run times of nodes outside of the interpreter; *again*: the page has waited.
        """
        witness = self._witness
        if witness is not None:
            witness.begin(event, again=again or self.go_on_held is None)
        if self._preferring is not None and isinstance(event, ev.Arrived) and isinstance(event.page, ResponsePage):
            self._preferring.read(event.page.response)
        asked = self._program.operation(task.position)
        task, effects = self._interpreter.resume(task, event, stored=lease.entry.payload)
        if witness is not None and (node := witness.end()) is not None and self._waits(lease, event, node, effects):
            return None
        self._keep_for_later(lease.entry, event, effects)
        facts: dict[str, Any] = {"measured": {**(measured or {}), **self._reader.measured()}}
        session = task.own_session
        if isinstance(event, ev.Arrived):
            self._latest_session = max(0, session)
        if self._jars is not None and (cookies := self._cookies(self._jars, lease, asked, event, session)) is not None:
            facts["cookies"] = {session: cookies}
        step = self._bookkeeper.step(lease, task, effects, facts)
        step.items = [(node, Record(node, record)) for node, record in step.items]
        url = event.url if isinstance(event, ev.Arrived) else ""
        for trouble in step.troubles:
            self.logins.note(trouble, url)
        self.reports.tell(step, url, event.page if isinstance(event, ev.Arrived) else None)
        return step

    def _cookies(
        self, jars: SessionJars, lease: Lease, asked: op.Operation, event: ev.Event, session: int
    ) -> bytes | None:
        """The cookies of the task's session after the step, if they have changed."""
        if isinstance(event, ev.Make) and isinstance(asked, op.AskShared) and asked.is_session:
            jars.begin(asked.name, session, source=lease.entry.session)
        if self.logins.is_taken(asked, event):
            jars.note_login(session)
        return jars.take_changed(session)

    def _waits(self, lease: Lease, event: ev.Event, node: str, effects: Sequence[ef.Effect]) -> bool:
        """Let a page wait on which something is missing; not one whose functions have begun to wait themselves."""
        if any(isinstance(effect, ef.Await) for effect in effects):
            return False
        resume, witness = self.go_on_held, self._witness
        assert resume is not None, "otherwise no page waits"
        assert witness is not None, "it has told so"
        if isinstance(event, ev.Arrived) and isinstance(event.page, ResponsePage):
            event.page.forget_parsed()
        witness.hold(node, lambda: resume(lease, event))
        return True

    def _keep_for_later(self, entry: Entry, event: ev.Event, effects: Sequence[ef.Effect]) -> None:
        """A page on which something is missing is fetched again when that is healed, by this crawl or a later one."""
        queue, witness = self.queue, self._witness
        if queue is None or witness is None or not witness.may_heal or not isinstance(event, ev.Arrived):
            return
        again = self._bookkeeper.once_more(entry, effects) if witness.missing else None
        if again is not None and witness.lacking:
            witness.keep(lambda: queue(again))
        witness.note_missed(None if self.logins else again)

    def _go_on_with(self, payload: bytes) -> None:
        """Read the page of a task once more that an earlier crawl has written down, if the tree still has its place."""
        assert self.queue is not None, "a crawl is under way"
        try:
            self.queue(self._bookkeeper.entry(decode_task(payload, session=self._latest_session)))
        except TaskError as error:
            logger.info("A page is not fetched again: %s", error, extra={"spider": self._crawler.spider})

    def _promise_of(self, task: Task) -> float:
        """The boost of a task by what its visit promises; 0 where it makes no request."""
        assert self._preferring is not None, "asked by who prefers"
        try:
            return self._preferring.seconds(self._interpreter.request(task, time.time()).url)
        except NodeError:
            return 0.0

    def _lane_of(self, task: Task) -> str:
        """The worker that a task is kept for at its visit; empty where it makes no request."""
        assert self._dispatching is not None, "asked by who dispatches"
        try:
            asked = self._interpreter.request(task, time.time())
            return self._dispatching.lane(asked.url, asked.node)
        except NodeError:
            return ""


def _open_book(crawler: Crawler, program: Program, regex_seconds: float) -> RuleBook:
    from ..reading.rulebooks import RuleBook, RuleTeller  # noqa: PLC0415  # loaded for programs that have rules

    return RuleBook(program.rules, regex_seconds=regex_seconds, tell=RuleTeller(crawler))


def _open_witness(crawler: Crawler, program: Program) -> TreeWitness | None:
    if BTSettings.read(crawler.settings).healing == "off":
        return None
    from ..healing.trees import open_witness  # noqa: PLC0415  # loaded for crawls that are watched

    return open_witness(crawler, program.document, program.rules)


def _preferring_of(crawler: Crawler) -> Preferring | None:
    if not BTSettings.read(crawler.settings).preferences:
        return None
    from ..preference.preferring import Preferring  # noqa: PLC0415  # loaded for crawls that prefer something

    return crawler.get_extension(Preferring)


def event_of(lease: Lease) -> ev.Event:
    """What a task has been leased for."""
    now = time.time()
    if lease.shared is not None:
        shared = lease.shared
        return ev.Shared(shared.value, shared.session, shared.version, now)
    if lease.make:
        return ev.Make(lease.version, now)
    if lease.circular:
        return ev.Denied("it is being made by a task that waits for this one", now)
    return ev.JoinEnded(lease.failed, now, lease.results) if lease.joined else ev.Granted(now)


def limits_of(settings: BaseSettings) -> Limits:
    """The bounds of a run, from the crawl's settings."""
    bt = BTSettings.read(settings)
    return Limits(
        step_budget=bt.step_budget,
        page_limit=bt.page_limit,
        stack_limit=bt.stack_limit,
        wait_times=bt.wait_times,
        wait_delay=bt.wait_delay,
        wait_delay_max=bt.wait_delay_max,
    )
