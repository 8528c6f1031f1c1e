"""What there is to see of a queue in Redis, on each kind of server that is there."""

import pytest
import redis

from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, Park, Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.redis import Calls, RedisFrontier
from scrapy_bt.frontier.redis.call import TaskStatus
from scrapy_bt.frontier.redis.frontier import send

LIST, PAGE, LOGIN = (
    Bucket("shop", "main/list"),
    Bucket("shop", "main/detail/page|1"),
    Bucket("shop", "in", requires="login"),
)


@pytest.fixture
def frontier(client: redis.Redis) -> RedisFrontier:
    return RedisFrontier(client, "shop:requests", number=lambda bucket: 1.0, limits={}, worker="this one")


@pytest.fixture
def look(client: redis.Redis, frontier: RedisFrontier):
    """Another worker's view of the same queue."""
    calls = Calls("shop:requests", worker="other", number=lambda bucket: 1.0, limits={}, ageing=0.1, lease_seconds=60.0)
    return lambda name, *arguments: send(client, getattr(calls, name)(*arguments))


def put(frontier: RedisFrontier, *buckets: Bucket) -> list[int]:
    return frontier.put([Requeue(Entry(bucket, b"x")) for bucket in buckets])


def states(frontier: RedisFrontier) -> dict[str, tuple[int, ...]]:
    return {
        node.bucket.node: (node.counts.ready, node.counts.running, node.counts.paused, node.counts.dead)
        for node in frontier.describe().nodes
    }


def test_dead_letters_are_counted_where_they_died(frontier):
    put(frontier, LIST, LIST, PAGE)
    for lease in frontier.lease(3):
        frontier.bury(lease, "of no use")
    assert states(frontier) == {LIST.node: (0, 0, 0, 2), PAGE.node: (0, 0, 0, 1)}
    assert frontier.requeue([1]) == 1
    assert frontier.drop([2]) == 1
    assert states(frontier) == {LIST.node: (1, 0, 0, 0), PAGE.node: (0, 0, 0, 1)}
    frontier.drop()
    frontier.stop(ControlTarget())
    assert states(frontier) == {}


def test_one_dead_letter_is_had_by_its_number(frontier, look):
    (task,) = put(frontier, PAGE)
    (lease,) = frontier.lease()
    frontier.bury(lease, "of no use")
    letter = look("dead_letter", task)
    assert (letter.entry.id, letter.entry.bucket, letter.reason) == (task, PAGE, "of no use")
    assert look("dead_letter", task + 1) is None


def test_orders_stand_until_they_are_taken_back(frontier, look):
    assert look("orders").pauses == look("orders").boosts == ()
    frontier.pause(ControlTarget(node="page|1"))
    frontier.pause(ControlTarget(tree="50% off"))
    frontier.boost(ControlTarget(), 2.5)
    orders = look("orders")
    assert orders.pauses == ((ControlTarget(node="page|1"), True), (ControlTarget(tree="50% off"), True))
    assert orders.boosts == ((ControlTarget(), 2.5),)
    frontier.resume(ControlTarget(node="page|1"))
    frontier.boost(ControlTarget(), 0)
    orders = look("orders")
    assert orders.pauses == ((ControlTarget(tree="50% off"), True), (ControlTarget(node="page|1"), False))
    assert orders.boosts == ()


def test_orders_tell_who_works_on_what(frontier, look):
    put(frontier, LOGIN, LIST)
    lease, other = frontier.lease(2)
    assert look("orders").workers == {lease.entry.id: "this one"}
    assert states(frontier) == {LOGIN.node: (0, 1, 0, 0), LIST.node: (0, 1, 0, 0)}
    assert [worker.leases for worker in frontier.workers()] == []
    frontier.register()
    assert [worker.leases for worker in frontier.workers()] == [2]
    frontier.release(lease)
    frontier.complete(other, Completion(Finish()))
    assert [worker.leases for worker in look("workers")] == [0]
    assert states(frontier) == {LOGIN.node: (1, 0, 0, 0)}


def test_a_task_is_found_wherever_it_is(frontier, look):
    ready, running, held, resting, dead, parked = put(frontier, *[LIST] * 6)
    for lease in frontier.lease(6):
        if lease.entry.id == running:
            continue
        if lease.entry.id == dead:
            frontier.bury(lease, "gone")
        elif lease.entry.id == resting:
            frontier.complete(lease, Completion(AwaitResume(lease.entry)))
        elif lease.entry.id == parked:
            part = Requeue(Entry(PAGE, b"part", join=7))
            frontier.complete(lease, Completion(Park(lease.entry, 7), spawned=[part]))
        else:
            frontier.release(lease)
    frontier.pause(ControlTarget(task=held))
    (delayed,) = frontier.put([Requeue(Entry(PAGE, b"later"), delay=100)])
    found = {task: look("find", task) for task in (ready, running, held, resting, dead, parked, delayed)}
    assert found == {
        ready: TaskStatus("ready", LIST),
        running: TaskStatus("running", LIST, "this one"),
        held: TaskStatus("paused", LIST),
        resting: TaskStatus("paused", LIST),
        dead: TaskStatus("dead", LIST),
        parked: TaskStatus("parked", LIST),
        delayed: TaskStatus("delayed", PAGE),
    }
    frontier.pause(ControlTarget(node="list"))
    assert look("find", ready) == TaskStatus("paused", LIST)
    assert look("find", 10_000) is None


def test_a_finished_task_is_found_no_more(frontier, look):
    (task,) = put(frontier, LIST)
    (lease,) = frontier.lease()
    frontier.complete(lease, Completion(Finish()))
    assert look("find", task) is None
