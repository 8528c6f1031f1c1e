from collections.abc import Callable

import pytest

from scrapy_bt.frontier.completion import Completion, Park
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.search import find, take_all, take_ready, take_waiting
from scrapy_bt.frontier.status import count_tasks
from scrapy_bt.frontier.store import TaskStore
from tests.contracts.workshop import at, new


def ready(frontier: MemoryFrontier) -> int:
    return frontier.put([new(bucket=at("x"))])[0]


def delayed(frontier: MemoryFrontier) -> int:
    return frontier.put([new(bucket=at("x"), delay=9.0)])[0]


def held(frontier: MemoryFrontier) -> int:
    task = ready(frontier)
    frontier.pause(ControlTarget(task=task))
    return task


def joining(frontier: MemoryFrontier) -> int:
    task = ready(frontier)
    (lease,) = frontier.lease()
    frontier.complete(lease, Completion(Park(lease.entry, 5), spawned=[new(join=5, bucket=at("part"))]))
    return task


def asking(frontier: MemoryFrontier) -> int:
    _, task = frontier.put([new(share="key", bucket=at("maker")), new(share="key", bucket=at("x"))])
    frontier.lease(2)
    return task


def claiming(frontier: MemoryFrontier) -> int:
    return frontier.put([new(holds=("r",), bucket=at("keeper")), new(holds=("r",), bucket=at("x"))])[1]


everywhere = pytest.mark.parametrize("place", [ready, delayed, held, joining, asking, claiming])
Placing = Callable[[MemoryFrontier], int]


@everywhere
def test_a_task_is_found_wherever_it_waits_and_stays_there(
    frontier: MemoryFrontier, store: TaskStore, place: Placing
) -> None:
    task_id = place(frontier)
    before = count_tasks(store)
    found = find(store, task_id)
    assert found is not None
    assert (found.id, found.bucket) == (task_id, at("x"))
    assert count_tasks(store) == before


@everywhere
def test_a_task_is_taken_out_wherever_it_waits(frontier: MemoryFrontier, store: TaskStore, place: Placing) -> None:
    task_id = place(frontier)
    before = count_tasks(store).unfinished
    taken = take_waiting(store, task_id)
    assert taken is not None
    assert (taken.id, taken.bucket) == (task_id, at("x"))
    assert count_tasks(store).unfinished == before - 1
    assert find(store, task_id) is None
    assert take_waiting(store, task_id) is None


@everywhere
def test_all_tasks_of_a_node_are_taken_out_and_no_others(
    frontier: MemoryFrontier, store: TaskStore, place: Placing
) -> None:
    task_id = place(frontier)
    (other,) = frontier.put([new(bucket=at("y"))])
    assert [task.id for task in take_all(store, ControlTarget(node="x"))] == [task_id]
    assert find(store, task_id) is None
    assert find(store, other) is not None
    assert take_all(store, ControlTarget(node="x")) == []


def test_a_running_task_is_found_but_never_taken(frontier: MemoryFrontier, store: TaskStore) -> None:
    task_id = ready(frontier)
    frontier.lease()
    found = find(store, task_id)
    assert found is not None
    assert found.id == task_id
    assert take_waiting(store, task_id) is None
    assert take_all(store, ControlTarget()) == []


def test_only_the_lines_are_looked_through_for_a_ready_one(frontier: MemoryFrontier, store: TaskStore) -> None:
    assert take_ready(store, delayed(frontier)) is None
    task_id = ready(frontier)
    taken = take_ready(store, task_id)
    assert taken is not None
    assert taken.id == task_id
