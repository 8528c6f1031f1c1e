from dataclasses import replace

import pytest

from scrapy_bt.frontier.completion import Completion, MakingOutcome, Park, Requeue
from scrapy_bt.frontier.deadlocks import WaitFor, break_deadlocks, choose, explain, find_deadlocks
from scrapy_bt.frontier.entries import SharedValue
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.store import TaskStore
from tests.contracts.workshop import DONE, Clock, at, go_on, new, only


def test_who_asks_for_what_its_waiter_makes_is_told_that_it_cannot_be_had(
    frontier: MemoryFrontier, store: TaskStore, clock: Clock
) -> None:
    (maker,) = frontier.put([new(share="key")])
    lease = only(frontier.lease())
    part = new(b"part", join=5, share="key")
    frontier.complete(lease, Completion(Park(replace(lease.entry, share=""), 5), spawned=[part]))
    assert frontier._leasing.take(1, clock.now, None, None) == []
    assert break_deadlocks(store, clock.now) == 1
    lease = only(frontier._leasing.take(1, clock.now, None, None))
    assert (lease.entry.payload, lease.circular) == (b"part", True)
    frontier.complete(lease, DONE)
    assert only(frontier.lease()).entry.id == maker


def test_where_nothing_is_knotted_nothing_is_broken(frontier: MemoryFrontier, store: TaskStore, clock: Clock) -> None:
    frontier.put([new(share="key"), new(share="key"), new(holds=("r",)), new(holds=("r",))])
    leases = frontier.lease(9)
    assert len(leases) == 2
    before = frontier.counts()
    assert break_deadlocks(store, clock.now) == 0
    assert frontier.counts() == before


def test_of_tasks_that_keep_each_others_places_one_is_given_up_with_the_reason(
    frontier: MemoryFrontier, store: TaskStore, clock: Clock
) -> None:
    first, second = frontier.put([new(holds=("a",)), new(holds=("b",))])
    for lease, other in zip(frontier.lease(2), ("b", "a"), strict=True):
        frontier.complete(lease, Completion(go_on(lease, bucket=at("next", requires=other))))
    assert frontier._leasing.take(2, clock.now, None, None) == []
    assert break_deadlocks(store, clock.now) == 1
    (letter,) = frontier.dead_letters()
    assert letter.entry.id in {first, second}
    other = first + second - letter.entry.id
    resource = "b" if letter.entry.id == first else "a"
    assert letter.reason == (
        f"it waits for a place of (({resource})), which is kept by what waits for it: task {other}"
    )
    assert only(frontier.lease()).entry.id == other


@pytest.mark.parametrize("is_running", [True, False])
def test_a_place_whose_keeper_can_go_on_is_no_deadlock(
    frontier: MemoryFrontier, store: TaskStore, clock: Clock, is_running: bool
) -> None:
    frontier.put([new(holds=("a",), bucket=at("keeper", boost=1.0)), new(bucket=at("needy", requires="a"))])
    lease = only(frontier.lease(2))
    if not is_running:
        frontier.complete(lease, Completion(go_on(lease, delay=5.0)))
    assert break_deadlocks(store, clock.now) == 0
    assert frontier.dead_letters() == []


def test_independent_deadlocks_are_broken_together(frontier: MemoryFrontier, store: TaskStore, clock: Clock) -> None:
    for key in ("one", "two"):
        frontier.put([new(share=key)])
        lease = only(frontier.lease())
        entry = replace(lease.entry, share="")
        frontier.complete(lease, Completion(Park(entry, lease.entry.id), spawned=[new(join=lease.entry.id, share=key)]))
        assert frontier._leasing.take(1, clock.now, None, None) == []
    assert break_deadlocks(store, clock.now) == 2
    assert [lease.circular for lease in frontier.lease(2)] == [True, True]


def test_an_orphaned_value_is_tried_by_one_of_those_who_wait(
    frontier: MemoryFrontier, store: TaskStore, clock: Clock
) -> None:
    frontier.put([new(share="key"), new(share="key")])
    lease = only(frontier.lease(2))
    store.sharing.give_up("key", lease.entry.id)
    assert break_deadlocks(store, clock.now) == 0
    assert only(frontier.lease()).make


def test_a_made_value_ends_every_wait(frontier: MemoryFrontier, store: TaskStore, clock: Clock) -> None:
    frontier.put([new(share="key"), new(share="key")])
    lease = only(frontier.lease(2))
    frontier.complete(
        lease, Completion(Requeue(replace(lease.entry, share=""), 9.0), made=[MakingOutcome("key", SharedValue(b""))])
    )
    assert break_deadlocks(store, clock.now) == 0
    assert only(frontier.lease()).shared is not None


def test_circles_are_found_in_a_snapshot() -> None:
    waits = [
        WaitFor(1, join=9),
        WaitFor(2, part_of=9, key="a"),
        WaitFor(3, resource="r"),
        WaitFor(4, resource="s"),
        WaitFor(5, key="a"),
        WaitFor(6, join=8),
    ]
    deadlocks = find_deadlocks(waits, makers={"a": 1}, holders={"r": [4], "s": [3]})
    assert [[wait.task for wait in deadlock] for deadlock in deadlocks] == [[1, 2], [3, 4]]
    assert [choose(deadlock) for deadlock in deadlocks] == [waits[1], waits[2]]


@pytest.mark.parametrize(
    ("makers", "holders"),
    [({"a": 7}, {"r": [2]}), ({"a": 1}, {"r": [2, 7]}), ({"a": 1}, {"r": []})],
)
def test_who_waits_for_one_that_can_go_on_is_in_no_deadlock(
    makers: dict[str, int], holders: dict[str, list[int]]
) -> None:
    waits = [WaitFor(1, resource="r"), WaitFor(2, key="a")]
    assert find_deadlocks(waits, makers=makers, holders=holders) == []


def test_who_only_waits_for_parts_is_not_chosen() -> None:
    assert choose([WaitFor(1, join=9)]) is None


def test_the_holders_are_named() -> None:
    assert explain(WaitFor(1, resource="api"), [5, 3]) == (
        "it waits for a place of ((api)), which is kept by what waits for it: task 3, 5"
    )
