"""What the contract of frontiers is tested with: a clock that the test turns, and short names for tasks and steps."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import pytest

from scrapy_bt.frontier.completion import Completion, Finish, Requeue
from scrapy_bt.frontier.entries import Bucket, Entry, Lease
from scrapy_bt.frontier.protocol import Frontier, Number

LEASE_SECONDS = 60.0
DONE = Completion(Finish())
FAILED = Completion(Finish(success=False))


class Clock:
    """Stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now

    def turn(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Settings:
    """What a frontier is opened with."""

    number: Number = lambda bucket: 0.0
    limits: Mapping[str, int] = field(default_factory=dict)
    ageing: float = 0.0
    lease_seconds: float = LEASE_SECONDS
    lease_losses: int = 0


class Workshop(Protocol):
    """Opens frontiers of one implementation."""

    clock: Clock

    def open(self, settings: Settings) -> Frontier:
        """An empty frontier."""

    def reopen(self, settings: Settings) -> Frontier:
        """What another process sees after the one with the opened frontier was killed."""


def at(node: str = "main", *, tree: str = "t", boost: float = 0.0, requires: str = "") -> Bucket:
    return Bucket(tree, node, boost, requires)


def new(payload: bytes = b"", bucket: Bucket | None = None, *, delay: float = 0.0, **facts: object) -> Requeue:
    return Requeue(replace(Entry(bucket or at(), payload), **facts), delay)  # type: ignore[arg-type]


def go_on(lease: Lease, *, delay: float = 0.0, **facts: object) -> Requeue:
    """The same task again, without the shared value that it has asked for."""
    return Requeue(replace(lease.entry, **{"share": "", **facts}), delay)  # type: ignore[arg-type]


def payloads(leases: Iterable[Lease]) -> list[bytes]:
    return [lease.entry.payload for lease in leases]


def only(leases: list[Lease]) -> Lease:
    assert len(leases) == 1
    return leases[0]


def finish_all(frontier: Frontier, leases: Iterable[Lease]) -> None:
    for lease in leases:
        frontier.complete(lease, DONE)


class Contract:
    @pytest.fixture
    def workshop(self) -> Workshop:
        raise LookupError("a subclass gives the implementation")

    @pytest.fixture
    def clock(self, workshop: Workshop) -> Clock:
        return workshop.clock

    @pytest.fixture
    def open_frontier(self, workshop: Workshop) -> Callable[..., Frontier]:
        return lambda **settings: workshop.open(Settings(**settings))

    @pytest.fixture
    def frontier(self, open_frontier: Callable[..., Frontier]) -> Frontier:
        return open_frontier()
