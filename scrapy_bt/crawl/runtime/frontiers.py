"""The frontier of a crawl: what a running crawl asks of one, and which one `BT_FRONTIER` names."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Literal, Protocol

from scrapy.crawler import Crawler
from scrapy.utils.job import job_dir
from scrapy.utils.misc import load_object

from ...core.tree.program import Program
from ...errors import BTError, FrontierDamaged
from ...frontier.completion import Completion, Requeue
from ...frontier.entries import Lease, SharedValue
from ...frontier.journal import Journal
from ...frontier.lanes import Lanes
from ...frontier.listings import ControlTarget, TaskCounts
from ...frontier.memory import MemoryFrontier
from ...frontier.protocol import Number
from ...frontier.slots import Slots
from ...sentences import say
from ...settings import BTSettings
from .slots import DownloadSlots

KNOWN = {
    "memory": "scrapy_bt.crawl.runtime.frontiers.open_memory_frontier",
    "redis": "scrapy_bt.crawl.redis.remote.open_redis_frontier",
}
"""Names that `BT_FRONTIER` may have, with the functions that they stand for."""

TREE = "tree"
"""Text on the blackboard: the name of the crawl's tree."""
STARTED, ALL_STORED = TEXTS_OF_A_RUN = ("started", "all stored")
"""Texts on the blackboard: the arguments of the crawl, and that all of its first tasks are stored."""


NO_OWNERS: Mapping[str, str] = MappingProxyType({})

_PART = 1000
"""Tasks that are stored at once."""


def text_name(kind: Literal["tree", "rules", "includes"], tree: str) -> str:
    """Under which name the blackboard has the text of a tree, or those of its files."""
    return f"{kind}:{tree}"


def texts_of(program: Program) -> dict[str, str]:
    """The texts that a worker without files needs, by their names on the blackboard."""
    texts = {text_name("tree", program.name): program.text}
    if program.rules:
        texts[text_name("rules", program.name)] = json.dumps(dict(program.rules))
    if program.includes:
        texts[text_name("includes", program.name)] = json.dumps(dict(program.includes))
    return texts


class NotYet(Exception):  # noqa: N818  # what happened, not whose error it is
    """A step was not stored, since what it gave is not safe yet; nothing was changed."""


class CrawlFrontier(Protocol):
    """A frontier as a running crawl sees it: only coroutines may wait for anything outside of the process.

    The methods that `scrapy_bt.frontier.protocol.Frontier` has too promise the same; where the frontier is remote,
    changes are handed on a little later, and a lease that was lost is told in the log.
    """

    place: str
    """What the log calls it: "this JOBDIR"."""
    outlasts: bool
    """Tasks are kept beyond the process."""
    way_on: str
    """What to do for a new crawl, where one is finished and kept."""
    on_ready: Callable[[], None]
    """Called when tasks have come that the crawl did not know of."""
    slots: DownloadSlots | None
    """Over which its leases are spread; None: until a crawl has begun."""
    on_storing: Callable[[], bool]
    """Called right before steps are stored, and answers whether what they gave is safe: if not, they are not stored
    yet. The later it is called, the less is given twice when the process is killed in between."""

    summary: str
    """A text that is left to the other processes of this crawl at `disconnect`; empty if there is none."""
    summaries: Sequence[str]
    """After it: those of all processes that have ended, if no other is left."""

    @property
    def has_work(self) -> bool:
        """Some task will go on without anybody's help."""

    @property
    def is_held_back(self) -> bool:
        """Somebody has paused tasks from outside, and may resume them."""

    async def connect(
        self, shared: Collection[str], on_change: Callable[[], None], *, owners: Mapping[str, str] = NO_OWNERS
    ) -> None:
        """Get ready; raises `BTError` when the frontier cannot be used.

        *on_change* is called when others have changed weights, rounds or the *shared* values. *owners*: the included
        files whose values other trees may have in common, each with a digest.
        """

    async def disconnect(self) -> None:
        """Store what is done, and give back what is leased."""

    async def fill(self, source: str, tasks: Iterator[Requeue]) -> None:
        """Store all tasks of a source, but those that are stored already: by others, or before a kill."""

    async def read(self, key: str) -> str | None:
        """A text of the blackboard."""

    async def write(self, key: str, text: str) -> None: ...

    def add(self, task: Requeue) -> None:
        """Store a new task, no later than the steps that end from now on."""

    def lease(self, count: int = 1) -> list[Lease]: ...

    def next_due(self) -> float | None: ...

    def extend(self, leases: Iterable[Lease]) -> list[Lease]: ...

    def expire(self) -> int: ...

    def complete(self, lease: Lease, completion: Completion) -> None:
        """As promised there; may raise `NotYet` as well."""

    def release(self, lease: Lease) -> None: ...

    def bury(self, lease: Lease, reason: str) -> None: ...

    def counts(self) -> TaskCounts:
        """As this worker knows them; others may have gone on since."""

    async def look(self) -> None:
        """Learn how the counts are now."""

    def resume(self, target: ControlTarget) -> int: ...

    def rerank(self) -> None: ...

    def shared(self, key: str) -> SharedValue | None: ...

    def cookies(self, session: int) -> bytes | None: ...

    def weights(self) -> Mapping[str, tuple[int, float]]: ...

    def rounds(self) -> Mapping[str, tuple[int, float]]: ...


FrontierOpener = Callable[[Crawler, Number, Mapping[str, int]], CrawlFrontier]
"""Gives the frontier of a crawl; the number of each bucket and the places of competing resources are given."""


def open_frontier(crawler: Crawler, number: Number, limits: Mapping[str, int]) -> CrawlFrontier:
    """The frontier that `BT_FRONTIER` names; raises `BTError` when there is none of that name."""
    named = BTSettings.read(crawler.settings).frontier
    try:
        opener: FrontierOpener = load_object(KNOWN.get(named, named))
    except (ValueError, ImportError, AttributeError, NameError) as error:
        names = ", ".join(f"'{name}'" for name in KNOWN)
        raise BTError(
            say("BT_FRONTIER is {}: give {}, or the path of a function ({})", repr(named), names, error)
        ) from None
    return opener(crawler, number, limits)


def check_counts(counts: TaskCounts, place: str) -> None:
    """Raises `FrontierDamaged` for counts that contradict each other: nobody can tell by them when a crawl is over."""
    if counts.is_damaged:
        raise FrontierDamaged(
            say(
                "{} is damaged: its counters say {} unfinished tasks, {} of them ready. Another program has changed"
                " it; start a new crawl with an empty queue",
                place,
                counts.unfinished,
                counts.ready,
            )
        )


class LocalFrontier(MemoryFrontier):
    """The memory frontier, as a crawl sees it."""

    place = "this JOBDIR"
    outlasts = False
    way_on = "a new one needs another"
    on_ready: Callable[[], None]
    slots: DownloadSlots | None = None
    summary = ""
    summaries: Sequence[str] = ()
    _paused_before = 0

    @property
    def has_work(self) -> bool:
        counts = self.counts()
        if counts.running or counts.delayed:
            return True
        if not counts.ready:
            return False
        return any(line.ready and (line.paused or not line.exhausted) for line in self.status())

    @property
    def is_held_back(self) -> bool:
        return self._count_held_back() > self._paused_before

    async def connect(  # as promised
        self,
        shared: Collection[str],  # noqa: ARG002
        on_change: Callable[[], None],  # noqa: ARG002
        *,
        owners: Mapping[str, str] = NO_OWNERS,  # noqa: ARG002
    ) -> None:
        """Nobody else works on it, so what an earlier run has left paused is not waited for."""
        self._paused_before = self._count_held_back()

    async def disconnect(self) -> None:
        self.close()

    def on_storing(self) -> bool:
        """Until a crawl listens."""
        return True

    def lease(self, count: int = 1, slots: Slots | None = None, lanes: Lanes | None = None) -> list[Lease]:
        return super().lease(count, slots or self.slots, lanes)

    def complete(self, lease: Lease, completion: Completion) -> None:
        if not self.on_storing():
            raise NotYet
        super().complete(lease, completion)

    def add(self, task: Requeue) -> None:
        self.put([task])

    async def fill(self, source: str, tasks: Iterator[Requeue]) -> None:
        offset = self.seed(source, 0, ())
        for _ in islice(tasks, offset):
            pass
        while part := list(islice(tasks, _PART)):
            offset = self.seed(source, offset, part)

    async def look(self) -> None:
        """Nobody else works on it: the counts are always as they are."""

    async def read(self, key: str) -> str | None:
        return self.recall(key)

    async def write(self, key: str, text: str) -> None:
        self.remember(key, text)

    def _count_held_back(self) -> int:
        counts = self.counts()
        return counts.paused - counts.resting


def open_memory_frontier(crawler: Crawler, number: Number, limits: Mapping[str, int]) -> LocalFrontier:
    """The frontier in this process; with `JOBDIR` kept there, so that a killed process loses nothing."""
    settings = crawler.settings
    folder = job_dir(settings)
    bt = BTSettings.read(settings)
    frontier = LocalFrontier(
        number,
        limits=limits,
        lease_seconds=bt.lease_seconds,
        lease_losses=bt.lease_losses,
        ageing=bt.ageing,
        journal=Journal(Path(folder) / "bt") if folder else None,
    )
    frontier.outlasts = folder is not None
    return frontier
