"""A frontier in memory, and the store inside it."""

import pytest

from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.store import TaskStore
from tests.contracts.workshop import LEASE_SECONDS, Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def frontier(clock: Clock) -> MemoryFrontier:
    return MemoryFrontier(
        lambda bucket: 0.0, limits={"two": 2}, clock=clock, ageing=0.0, lease_seconds=LEASE_SECONDS, journal=None
    )


@pytest.fixture
def store(frontier: MemoryFrontier) -> TaskStore:
    return frontier._store
