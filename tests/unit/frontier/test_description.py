from scrapy_bt.frontier.completion import Completion, Finish, MakingOutcome, Park
from scrapy_bt.frontier.description import SharedStatus, describe_all, standing_orders
from scrapy_bt.frontier.entries import SharedValue
from scrapy_bt.frontier.listings import ControlTarget, TaskCounts
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.store import TaskStore
from tests.contracts.workshop import Clock, at, new


def test_tasks_are_counted_by_node_and_state(frontier: MemoryFrontier, store: TaskStore, clock: Clock) -> None:
    frontier.put([new(bucket=at("parent"))])
    (lease,) = frontier.lease()
    frontier.complete(lease, Completion(Park(lease.entry, 5), spawned=[new(join=5, bucket=at("part"))]))
    frontier.put([new(bucket=at("part"), delay=9.0), new(bucket=at("held")), new(bucket=at("bad", boost=9.0))])
    (lost,) = frontier.lease()
    frontier.bury(lost, "lost")
    frontier.pause(ControlTarget(node="held"))
    clock.turn(3.0)
    description = describe_all(store, clock.now, finished=4)
    assert {node.bucket.node: node.counts for node in description.nodes} == {
        "bad": TaskCounts(dead=1),
        "held": TaskCounts(paused=1),
        "parent": TaskCounts(parked=1),
        "part": TaskCounts(ready=1, delayed=1),
    }
    assert (description.oldest, description.finished, description.counts.unfinished) == (3.0, 4, 4)


def test_what_has_ended_is_counted(frontier: MemoryFrontier) -> None:
    frontier.put([new(), new(), new()])
    frontier.complete(frontier.lease()[0], Completion(Finish()))
    assert frontier.describe().finished == 1


def test_resources_and_shared_values_are_shown(frontier: MemoryFrontier, store: TaskStore, clock: Clock) -> None:
    ids = frontier.put([new(bucket=at(requires="two")), new(share="login:1"), new(share="login:2")])
    leases = frontier.lease(3)
    made = MakingOutcome("login:1", SharedValue(b""))
    frontier.complete(leases[1], Completion(Finish(), made=(made,)))
    description = describe_all(store, clock.now, finished=0)
    assert description.holders == {"two": (ids[0],)}
    assert description.shared == {"login": SharedStatus(1, 1, (ids[2],))}
    frontier.boost(ControlTarget(tree="t"), 5.0)
    frontier.pause(ControlTarget(node="x"))
    orders = standing_orders(store, "me")
    assert orders.workers == {ids[0]: "me"}
    assert (orders.pauses, orders.boosts) == (((ControlTarget(node="x"), True),), ((ControlTarget(tree="t"), 5.0),))
