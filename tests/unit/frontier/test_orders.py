import json

import pytest

from scrapy_bt.core.tree.states import Transition
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.orders import Orders
from scrapy_bt.frontier.persistence import NoJournal
from scrapy_bt.frontier.store import TaskStore
from tests.contracts.workshop import Clock, at, new, only, payloads


class Controlled(NoJournal):
    """Keeps what it is told of controls."""

    def __init__(self) -> None:
        self.controls: list[dict] = []
        self.marks: list[tuple[int, bool, bool, float | None]] = []

    def set_controls(self, controls: str) -> None:
        self.controls.append(json.loads(controls))

    def mark(self, task: int, *, paused: bool, stopped: bool, boost: float | None) -> None:
        self.marks.append((task, paused, stopped, boost))


@pytest.fixture
def orders(store: TaskStore) -> Orders:
    return Orders(store)


def test_a_pause_counts_those_that_it_holds_and_a_resumption_those_that_it_lets_go(
    frontier: MemoryFrontier, orders: Orders
) -> None:
    frontier.put([new(bucket=at("a")), new(bucket=at("a")), new(bucket=at("b"))])
    assert orders.pause(ControlTarget(node="a")) == 2
    assert orders.pause(ControlTarget()) == 3
    assert frontier.lease(3) == []
    assert orders.resume(ControlTarget(node="a")) == 2
    assert [lease.entry.bucket.node for lease in frontier.lease(3)] == ["a", "a"]
    assert orders.resume(ControlTarget()) == 1


def test_a_single_task_is_held_once_and_let_go_once(frontier: MemoryFrontier, orders: Orders) -> None:
    first, second = frontier.put([new(b"1"), new(b"2")])
    assert orders.pause(ControlTarget(task=first)) == 1
    assert orders.pause(ControlTarget(task=first)) == 0
    assert payloads(frontier.lease(2)) == [b"2"]
    assert orders.resume(ControlTarget(task=second)) == 0
    assert orders.resume(ControlTarget(task=first)) == 1
    assert payloads(frontier.lease(2)) == [b"1"]


def test_who_resumes_everything_resumes_single_tasks_too(frontier: MemoryFrontier, orders: Orders) -> None:
    (task,) = frontier.put([new()])
    orders.pause(ControlTarget(task=task))
    assert orders.resume(ControlTarget(node="elsewhere")) == 0
    assert orders.resume(ControlTarget()) == 1
    assert only(frontier.lease()).entry.id == task


def test_a_task_that_is_unknown_is_none(orders: Orders, clock: Clock) -> None:
    unknown = ControlTarget(task=99)
    assert [orders.pause(unknown), orders.resume(unknown), orders.boost(unknown, 1.0)] == [0, 0, 0]
    assert orders.stop(unknown, clock.now) == 0


def test_waiting_tasks_stop_at_once_and_running_ones_with_their_step(
    frontier: MemoryFrontier, orders: Orders, clock: Clock
) -> None:
    frontier.put([new(), new(), new(delay=9.0)])
    lease = only(frontier.lease())
    assert orders.stop(ControlTarget(), clock.now) == 3
    assert orders.stop(ControlTarget(), clock.now) == 0
    assert frontier.counts().unfinished == 1
    frontier.release(lease)
    assert frontier.counts().unfinished == 0


def test_a_stopped_task_cannot_be_paused_or_resumed(frontier: MemoryFrontier, orders: Orders, clock: Clock) -> None:
    (task,) = frontier.put([new()])
    frontier.lease()
    orders.check(ControlTarget(task=task), Transition.PAUSE)
    orders.stop(ControlTarget(task=task), clock.now)
    with pytest.raises(BTError, match="state `stop` cannot `pause`"):
        orders.check(ControlTarget(task=task), Transition.PAUSE)
    orders.check(ControlTarget(), Transition.PAUSE)


def test_a_boost_brings_tasks_to_the_front(frontier: MemoryFrontier, orders: Orders) -> None:
    _, _, last = frontier.put([new(b"1", at("a")), new(b"2", at("b")), new(b"3", at("b"))])
    assert orders.boost(ControlTarget(node="b"), 1.0) == 2
    assert orders.boost(ControlTarget(task=last), 5.0) == 1
    assert payloads(frontier.lease(3)) == [b"3", b"2", b"1"]


def test_standing_controls_are_told_to_the_journal(clock: Clock) -> None:
    journal = Controlled()
    frontier = MemoryFrontier(lambda bucket: 0.0, limits={}, clock=clock, journal=journal)
    (task,) = frontier.put([new()])
    frontier.pause(ControlTarget(node="a"))
    frontier.boost(ControlTarget(tree="t"), 2.0)
    node, tree = {"task": None, "node": "a", "tree": None}, {"task": None, "node": None, "tree": "t"}
    assert journal.controls == [
        {"rules": [[node, True]], "shifts": []},
        {"rules": [[node, True]], "shifts": [[tree, 2.0]]},
    ]
    frontier.pause(ControlTarget(task=task))
    frontier.boost(ControlTarget(task=task), 3.0)
    frontier.resume(ControlTarget(task=task))
    assert journal.marks == [(task, True, False, None), (task, True, False, 3.0), (task, False, False, 3.0)]
