"""What a worker knows of all of them, and what its policy makes of it; who talks to Redis stands elsewhere."""

from __future__ import annotations

import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from ...core.dispatch.experience import FinishedTask, task_of, worth
from ...core.dispatch.policies import DispatchSituation, Learning, Policy, PolicyVerdict, Pull
from ...core.dispatch.settling import Settling
from ...core.dispatch.states import URLKind, WorkerRecords, WorkerState, features_of, open_ones, with_usual_queues
from ...errors import ModelError
from ...frontier.lanes import Lanes
from ...settings import BTSettings
from .choosing import make_policy
from .kinds import DistilledKinds, read_kinds

if TYPE_CHECKING:
    from typing_extensions import Self

logger = logging.getLogger(__name__)

OLDEST = 5.0
"""Seconds after which a worker that tells nothing counts as gone."""
MOST_KINDS = 10_000
"""URLs whose kinds are remembered."""
MOST_SEEN = 10
"""Requests of which it is told what they led to, between two looks at the others."""
_FEW = 50
"""Requests between two looks at the others as which little happens."""
_TASKS = 1 << 32
"""Numbers of tasks."""
_VERDICTS = {
    PolicyVerdict.DECIDES: "it is estimated to be better than pulling, and decides from now on",
    PolicyVerdict.NO_MODEL: "there is no model yet (scrapy bt learn dispatch): tasks are pulled",
    PolicyVerdict.TOO_FEW: "too few tasks have ended to say what it is worth: tasks are pulled",
    PolicyVerdict.WORSE: "it is not estimated to be better than pulling: tasks are pulled",
    PolicyVerdict.TOO_OLD: "its model is older than BT_DISPATCH_MODEL_AGE: tasks are pulled",
}
"""What is told when it changes."""
WAITING = 2
"""Times its places, tasks in a worker's lane as which it is full."""


class SeenTask(NamedTuple):
    """What was seen as a request began."""

    task: int
    workers: tuple[tuple[float, ...], ...]


class Dispatching:
    """An extension, which is off with `BT_DISPATCH = "pull"`, and without Redis.

    Times are seconds since the epoch by this machine's clock: others' states count from when they were heard of.
    """

    def __init__(self, crawler: Crawler) -> None:
        bt = BTSettings.read(crawler.settings)
        self._crawler, self._stats = crawler, crawler.stats
        self._count = crawler.stats.inc_value  # looked up once, which takes as long as counting does
        self.policy_name = bt.dispatch
        self._policy: Policy = make_policy(bt.dispatch, oldest=bt.dispatch_model_age)
        self._timeout = bt.dispatch_patience
        self._places = crawler.settings.getint("CONCURRENT_REQUESTS") or 16
        self._kind_of = read_kinds(bt.dispatch_kinds, self._extra)
        self.weight: Callable[[str], float] = lambda _node: 0.0
        """Seconds that a node takes as a rule."""
        self._chance = random.Random()  # noqa: S311  # nobody gains by guessing it
        self._records = WorkerRecords()
        self._kinds: dict[str, URLKind] = {}
        self._workers: list[WorkerState] = []
        """Those that tasks may be kept for."""
        self._seen_workers: list[WorkerState] = []
        """They, and those for whom enough tasks wait."""
        self._more: Counter[str] = Counter()
        self._lanes: Lanes | None = None
        self._heard = 0.0
        self._has_failed = False
        self._outcomes: list[FinishedTask] = []
        self._own: int | None = None
        """This worker's place among the latter."""
        self._seen = self._begun = 0
        """Requests that were looked at since the others were heard of, and all that have begun."""
        self._below = _TASKS
        """Tasks with smaller numbers are looked at, so that of a task each try is, wherever it is."""
        self._is_quiet = False
        """No request has failed since then, and no task waited in a lane."""
        self._settling = Settling()
        self._verdict = PolicyVerdict.TOO_FEW
        self.name = ""
        """What this worker is called, once it has come to a queue."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        bt = BTSettings.read(crawler.settings)
        if bt.dispatch == "pull":
            raise NotConfigured
        if bt.frontier != "redis":
            raise NotConfigured('BT_DISPATCH is left alone: without BT_FRONTIER = "redis" there is one worker only')
        return cls(crawler)

    # What the crawl asks

    def lane(self, url: str, node: str = "") -> str:
        """The worker that a new task is kept for; empty: for none. *node*: whose visit it stands at."""
        workers, now = self._workers, time.time()
        if len(workers) < 2 or now - self._heard > OLDEST:
            return ""
        situation = DispatchSituation(workers, self.kind(url), now, self._weight_of(node), self._more)
        try:
            chosen = self._policy.choose(situation, self._chance.random())
            name = "" if chosen is None else workers[chosen].name
        except Exception:  # a policy of somebody's own stops no crawl
            if not self._has_failed:
                self._has_failed = True
                logger.exception("The policy of BT_DISPATCH failed: tasks are kept for nobody", extra=self._extra)
            self._count("bt/dispatch/failed")
            return ""
        if name:
            self._more[name] += 1
        self._count("bt/dispatch/kept" if name else "bt/dispatch/pulled")
        return name

    def lanes(self) -> Lanes | None:
        """The workers whose tasks are left alone; None as long as nothing is heard of the others."""
        return self._lanes if time.time() - self._heard <= OLDEST else None

    def kind(self, url: str) -> URLKind:
        """The kind of a task."""
        kind = self._kinds.get(url)
        if kind is None:
            if len(self._kinds) >= MOST_KINDS:
                self._kinds.clear()
            kind = self._kinds[url] = self._kind_of(url)
        return kind

    def look(self, url: str, node: str = "", body: bytes = b"") -> SeenTask | None:
        """What is seen of all workers as a request begins here; of some requests only, so that it costs little."""
        self._begun += 1
        if len(self._seen_workers) < 2 or self._own is None or self._seen >= MOST_SEEN:
            return None
        task = task_of(url, body)
        if task >= self._below:
            return None
        self._seen += 1
        kind, weight = self.kind(url), self._weight_of(node)
        rows = features_of(self._seen_workers, kind, now=self._heard, weight=weight, more=self._more)
        return SeenTask(task, tuple(map(tuple, rows)))

    def note(
        self,
        url: str,
        seconds: float,
        *,
        failed: bool,
        waited: float = 0.0,
        seen: SeenTask | None = None,
    ) -> None:
        """A request to the URL has ended here; *waited*: in the queue before, *seen*: what `look` gave."""
        now = time.time()
        self._records.add(self.kind(url), seconds, failed=failed, now=now)
        if seen is not None and self._own is not None and len(seen.workers) == len(self._seen_workers):
            names = tuple(worker.name for worker in self._seen_workers)
            value = worth(waited + seconds, failed=failed)
            self._outcomes.append(FinishedTask(names, seen.workers, self._own, value, seen.task, failed, now))
        if failed:
            self._is_quiet = False
            self._count("bt/dispatch/failures")

    # What travels

    def take_outcomes(self) -> list[FinishedTask]:
        """What decisions have led to since it was asked for last."""
        outcomes, self._outcomes = self._outcomes, []
        return outcomes

    @property
    def is_quiet(self) -> bool:
        """Whether so little has happened since the others were heard of that they can wait for another second."""
        return self._is_quiet and self._begun < _FEW

    @property
    def learns(self) -> bool:
        """Whether the policy wants to hear of outcomes and models."""
        return isinstance(self._policy, Learning)

    def learn(self, outcomes: Sequence[FinishedTask]) -> None:
        """What tasks of all workers have come to."""
        policy = self._policy
        if not isinstance(policy, Learning):
            return
        try:
            policy.hear(self._settling.take(outcomes), time.time())
        except Exception:  # what somebody has written into the stream stops no crawl
            logger.exception("BT_DISPATCH = %r cannot learn: tasks are pulled", self.policy_name, extra=self._extra)
            self._policy = Pull()
            return
        if policy.verdict is not self._verdict:
            self._verdict = policy.verdict
            logger.info("BT_DISPATCH = %r: %s", self.policy_name, _VERDICTS[self._verdict], extra=self._extra)
        self._stats.set_value("bt/dispatch/verdict", self._verdict.value)

    def take_model(self, model: bytes, place: str) -> None:
        """A model that was published; where it is no model, that is told, and the last one stays."""
        if isinstance(self._policy, Learning):
            try:
                self._policy.take(model, place)
            except ModelError as error:
                logger.warning("%s", error, extra=self._extra)

    def report(self) -> dict[str, object]:
        """What decides, and what came of it here; *verdict*: of the guard of a policy that learns, or `failed`."""
        verdict = self._verdict.value if self.learns else ""
        told = {name: self._stats.get_value(f"bt/dispatch/{name}", 0) for name in ("kept", "pulled", "failures")}
        return {"policy": self.policy_name, "verdict": "failed" if self._has_failed else verdict, **told}

    def tell(self, *, queue: int, cpu: float, memory: float, paused: bool = False) -> WorkerState:
        """The state of this worker."""
        now = time.time()
        records = self._records.snapshot(now)
        return WorkerState(self.name, now, cpu, memory, queue, self._places, is_open=not paused, records=records)

    def hear(self, states: Mapping[str, WorkerState], backlog: Mapping[str, int]) -> None:
        """Take in what all workers have told; *backlog*: tasks that wait in their lanes."""
        now = time.time()
        if isinstance(self._kind_of, DistilledKinds):
            self._kind_of.ask()
            self._kinds.clear()  # those that were taken for others until the model had answered
        known = [
            replace(state, queue=state.queue + backlog[name]) if name in backlog else state
            for name, state in states.items()
        ]
        self._seen_workers = with_usual_queues(open_ones(known, now, OLDEST))
        self._own = next((at for at, worker in enumerate(self._seen_workers) if worker.name == self.name), None)
        self._workers = [one for one in self._seen_workers if backlog.get(one.name, 0) < WAITING * one.places]
        self._more.clear()
        self._below = _TASKS * MOST_SEEN // max(MOST_SEEN, self._begun)
        self._heard, self._seen, self._begun, self._is_quiet = now, 0, 0, not any(backlog.values())
        kept = frozenset(worker.name for worker in self._workers) - {self.name}
        self._lanes = Lanes(self.name, kept, self._timeout)

    def _weight_of(self, node: str) -> float:
        return self.weight(node) if node else 0.0

    @property
    def _extra(self) -> dict[str, object]:
        return {"spider": self._crawler.spider}
