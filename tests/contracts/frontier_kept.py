"""A frontier that keeps every task for the worker that leases: the contract holds with lanes, too."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from scrapy_bt.frontier.completion import Completion, Requeue
from scrapy_bt.frontier.entries import Bucket, DeadLetter, Entry, Lease
from scrapy_bt.frontier.lanes import Lanes
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import Settings, Workshop

OWN = Lanes("kept", frozenset({"kept"}))


class KeptWorkshop:
    """Opens those of another workshop."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self.clock = workshop.clock

    def open(self, settings: Settings) -> "KeptFrontier":
        return KeptFrontier(self._workshop.open(settings))

    def reopen(self, settings: Settings) -> "KeptFrontier":
        return KeptFrontier(self._workshop.reopen(settings))


class KeptFrontier:
    """Gives each task a lane when it is queued, and takes it away before anybody sees it."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier

    def __getattr__(self, name: str) -> Any:
        return getattr(self._frontier, name)

    def put(self, entries: Iterable[Requeue]) -> list[int]:
        return self._frontier.put(self._keep_all(entries))

    def seed(self, name: str, offset: int, entries: Sequence[Requeue]) -> int:
        return self._frontier.seed(name, offset, [*self._keep_all(entries)])

    def lease(self, count: int = 1, slots: Any = None, lanes: Lanes | None = None) -> list[Lease]:
        leases = self._frontier.lease(count, slots, lanes or OWN)
        return [replace(lease, entry=self._tell(lease.entry)) for lease in leases]

    def complete(self, lease: Lease, completion: Completion) -> None:
        following: Any = completion.next
        if hasattr(following, "entry"):
            following = replace(following, entry=self._keep(following.entry))
        spawned = [*self._keep_all(completion.spawned)]
        self._frontier.complete(lease, replace(completion, next=following, spawned=spawned))

    def dead_letters(self) -> list[DeadLetter]:
        return [replace(letter, entry=self._tell(letter.entry)) for letter in self._frontier.dead_letters()]

    def status(self) -> Any:
        return [replace(line, bucket=self._plain(line.bucket)) for line in self._frontier.status()]

    def peek(self, target: ControlTarget, state: str, after: str = "", count: int = 100) -> Any:
        page = self._frontier.peek(target, state, after, count)
        return replace(page, tasks=tuple(replace(line, entry=self._tell(line.entry)) for line in page.tasks))

    def _keep_all(self, entries: Iterable[Requeue]) -> Iterator[Requeue]:
        for one in entries:
            yield replace(one, entry=self._keep(one.entry))

    def _keep(self, entry: Entry) -> Entry:
        return replace(entry, bucket=replace(entry.bucket, lane=OWN.own))

    def _tell(self, entry: Entry) -> Entry:
        return replace(entry, bucket=self._plain(entry.bucket))

    def _plain(self, bucket: Bucket) -> Bucket:
        return replace(bucket, lane="")
