from scrapy_bt.frontier.completion import Completion, Park
from scrapy_bt.frontier.listings import ControlTarget, TaskCounts
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.status import count_tasks, describe
from scrapy_bt.frontier.store import TaskStore
from tests.contracts.workshop import Clock, at, new


def test_every_task_is_counted_where_it_stands(frontier: MemoryFrontier, store: TaskStore) -> None:
    frontier.put([new(bucket=at("parent"))])
    (lease,) = frontier.lease()
    frontier.complete(lease, Completion(Park(lease.entry, 5), spawned=[new(join=5, bucket=at("part"))]))
    frontier.put([new(bucket=at("ready")), new(bucket=at("ready")), new(delay=9.0), new(bucket=at("paused"))])
    frontier.pause(ControlTarget(node="paused"))
    (lost,) = frontier.put([new(bucket=at("lost", boost=99.0))])
    (lease,) = frontier.lease()
    assert lease.entry.id == lost
    frontier.bury(lease, "lost")
    (single,) = frontier.put([new(bucket=at("ready"))])
    frontier.pause(ControlTarget(task=single))
    frontier.lease()
    assert count_tasks(store) == TaskCounts(ready=2, running=1, delayed=1, parked=1, paused=2, dead=1)


def test_who_waits_for_a_value_or_a_place_is_parked(frontier: MemoryFrontier, store: TaskStore) -> None:
    frontier.put([new(share="key"), new(share="key"), new(holds=("r",)), new(holds=("r",))])
    frontier.lease(9)
    assert count_tasks(store) == TaskCounts(running=2, parked=2)


def test_buckets_are_listed_by_their_numbers(frontier: MemoryFrontier, store: TaskStore, clock: Clock) -> None:
    frontier.put([new(bucket=at("b")), new(bucket=at("a")), new(bucket=at("z", boost=3.0))])
    clock.turn(5)
    frontier.put([new(bucket=at("a"))])
    lines = describe(store, clock.now)
    assert [(line.bucket.node, line.number, line.ready, line.oldest) for line in lines] == [
        ("z", -3.0, 1, 5.0),
        ("a", 0.0, 2, 5.0),
        ("b", 0.0, 1, 5.0),
    ]
    assert not any(line.paused or line.exhausted for line in lines)


def test_a_line_says_that_it_is_paused_or_that_its_resource_is_exhausted(
    frontier: MemoryFrontier, store: TaskStore, clock: Clock
) -> None:
    frontier.put([new(bucket=at("a", requires="r")), new(bucket=at("a", requires="r")), new(bucket=at("b"))])
    frontier.pause(ControlTarget(node="b"))
    frontier.lease(3)
    lines = describe(store, clock.now)
    assert [(line.bucket.node, line.paused, line.exhausted) for line in lines] == [
        ("a", False, True),
        ("b", True, False),
    ]


def test_those_that_hold_the_resource_and_those_that_do_not_are_one_line(
    frontier: MemoryFrontier, store: TaskStore, clock: Clock
) -> None:
    needy = at("a", requires="r")
    frontier.put([new(bucket=needy, holds=("r",))])
    clock.turn(7)
    frontier.put([new(bucket=needy)])
    (line,) = describe(store, clock.now)
    assert (line.ready, line.oldest) == (2, 7.0)
