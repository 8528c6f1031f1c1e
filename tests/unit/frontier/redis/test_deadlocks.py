"""Tasks that wait for each other are looked for in parts, and set free."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest
import redis

from scrapy_bt.frontier.completion import Completion
from scrapy_bt.frontier.listings import TaskCounts
from scrapy_bt.frontier.redis.call import ScriptCall
from scrapy_bt.frontier.redis.deadlocks import break_deadlocks
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from tests.contracts.workshop import at, go_on, new
from tests.unit.frontier.redis.test_jobs import Meter

PART = 250
MANY = 3 * PART + 7

OpenWorker = Callable[..., RedisFrontier]


@pytest.fixture
def frontier(open_worker: OpenWorker) -> RedisFrontier:
    return open_worker("one")


def tie(frontier: RedisFrontier, *, besides: int = 0) -> None:
    """Two tasks have each what the other waits for; others wait for one of the places."""
    frontier.put([new(bucket=at("a")), new(bucket=at("b"))])
    wants = [at("one", requires="x"), at("two", requires="y")]
    for lease, held, wanted in zip(frontier.lease(2), ("y", "x"), wants, strict=True):
        frontier.complete(lease, Completion(go_on(lease, bucket=wanted, holds=(held,))))
    frontier.put(new(b"%d" % number, at("one", requires="x")) for number in range(besides))
    frontier.put(new(b"%d" % number, at("three"), holds=("y",)) for number in range(besides))
    assert frontier.exchange(lease=1).leases == ()


def drive(
    work: Generator[ScriptCall[Any], Any, tuple[int, int]], client: Any, between: Callable[[], object] = lambda: None
) -> tuple[tuple[int, int], int]:
    """What it ends with, and how many calls that took; *between* them something else is done."""
    answer, calls = None, 0
    while True:
        try:
            call = work.send(answer)
        except StopIteration as end:
            return end.value, calls
        answer = send(client, call)
        calls += 1
        between()


def test_a_deadlock_is_found_among_many_who_wait_and_no_call_looks_at_all_of_them(
    client: redis.Redis, frontier: RedisFrontier
) -> None:
    tie(frontier, besides=MANY)
    meter = Meter(client)
    (moves, broken), calls = drive(break_deadlocks(frontier.calls, -1), meter)
    assert (moves > 0, broken, frontier.counts().dead) == (True, 1, 1)
    assert calls > 2 * MANY / PART
    assert meter.most < 4 * PART


def test_what_was_seen_before_a_task_moved_counts_not(client: redis.Redis, frontier: RedisFrontier) -> None:
    tie(frontier, besides=MANY)
    found, _ = drive(break_deadlocks(frontier.calls, -1), client, lambda: frontier.put([new(b"another", at("free"))]))
    assert found == (-1, 0)
    assert frontier.counts().dead == 0


def test_a_few_are_looked_at_by_one_call(client: redis.Redis, frontier: RedisFrontier) -> None:
    tie(frontier)
    assert drive(break_deadlocks(frontier.calls, -1), client)[1] == 2
    assert frontier.counts().dead == 1


def test_where_nobody_waits_for_a_place_or_a_value_nothing_is_looked_at(
    client: redis.Redis, frontier: RedisFrontier
) -> None:
    frontier.put(new(b"%d" % number, at("later"), delay=100.0) for number in range(MANY))
    (moves, broken), calls = drive(break_deadlocks(frontier.calls, -1), client)
    assert (broken, calls) == (0, 1)
    assert drive(break_deadlocks(frontier.calls, moves), client) == ((moves, 0), 1)
    assert frontier.counts() == TaskCounts(delayed=MANY)
