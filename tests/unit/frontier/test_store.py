from dataclasses import replace

import pytest

from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Entry, SharedValue
from scrapy_bt.frontier.store import TaskStore
from scrapy_bt.frontier.tasks import KeptTask, carry, read_id
from tests.contracts.workshop import Clock, at


def begin(store: TaskStore, clock: Clock, **facts: object) -> KeptTask:
    return store.begin(replace(Entry(at("x"), b""), **facts), clock.now)


def ready_ids(store: TaskStore) -> list[int]:
    return [read_id(record) for line in store.ranking for record in line.tasks]


def test_ids_rise_and_go_on_where_they_ended(store: TaskStore, clock: Clock) -> None:
    first, second = begin(store, clock), begin(store, clock)
    assert second.id == first.id + 1
    store.resume_ids(5000)
    assert begin(store, clock).id == 5001


def test_a_task_that_is_due_is_ready_and_another_waits(store: TaskStore, clock: Clock) -> None:
    soon, later = begin(store, clock), begin(store, clock)
    store.queue(soon, clock.now, clock.now)
    store.queue(later, clock.now + 5, clock.now)
    assert ready_ids(store) == [soon.id]
    store.wake_due(clock.now + 4.9)
    assert ready_ids(store) == [soon.id]
    store.wake_due(clock.now + 5)
    assert ready_ids(store) == [soon.id, later.id]
    assert later.enqueued == clock.now + 5


def test_a_task_that_is_paused_alone_is_held_on_its_way(store: TaskStore, clock: Clock) -> None:
    task = begin(store, clock)
    store.controls.paused.add(task.id)
    store.ready(task)
    assert ready_ids(store) == []
    assert store.held == {task.id: task}


def test_a_task_that_keeps_places_is_ready_when_it_has_them(store: TaskStore, clock: Clock) -> None:
    first, second = begin(store, clock, holds=("r",)), begin(store, clock, holds=("r",))
    store.ready(first)
    store.ready(second)
    assert ready_ids(store) == [first.id]
    store.free(first)
    assert ready_ids(store) == [first.id, second.id]
    assert store.places.is_held("r", second.id)


@pytest.mark.parametrize("success", [True, False])
def test_the_last_part_of_a_join_wakes_who_waits(store: TaskStore, clock: Clock, success: bool) -> None:
    owner, part = begin(store, clock), begin(store, clock, join=5)
    store.park(owner, 5, clock.now)
    assert ready_ids(store) == []
    store.end(part, success=success, now=clock.now + 3)
    assert ready_ids(store) == [owner.id]
    assert (owner.failed, owner.joined, owner.enqueued) == (not success, 5, clock.now + 3)


def test_a_buried_part_fails_its_join_until_it_is_queued_again(store: TaskStore, clock: Clock) -> None:
    owner, part = begin(store, clock), begin(store, clock, join=5)
    store.park(owner, 5, clock.now)
    store.bury(part, "why", clock.now)
    assert owner.failed
    assert store.dead[part.id].reason == "why"
    store.exhume(part.id, clock.now)
    assert store.dead == {}
    assert ready_ids(store) == [owner.id, part.id]
    assert store.joins.is_open(5)


def test_cookies_stay_with_a_dead_letter_until_it_is_forgotten(store: TaskStore, clock: Clock) -> None:
    task = begin(store, clock)
    store.sessions.set(task.id, b"jar")
    store.bury(task, "why", clock.now)
    assert store.sessions.get(task.id) == b"jar"
    store.forget_dead_letter(task.id)
    assert store.sessions.get(task.id) is None


def test_cookies_go_with_the_end_of_the_task(store: TaskStore, clock: Clock) -> None:
    task = begin(store, clock)
    store.sessions.set(task.id, b"jar")
    store.end(task, success=True, now=clock.now)
    assert store.sessions.get(task.id) is None


def test_the_session_of_a_shared_value_lives_as_long_as_the_value(store: TaskStore, clock: Clock) -> None:
    maker = begin(store, clock)
    store.sessions.set(maker.id, b"jar")
    store.make("key", SharedValue(b"", session=maker.id))
    store.end(maker, success=True, now=clock.now)
    assert store.sessions.get(maker.id) == b"jar"
    store.invalidate("key", 1)
    assert store.sessions.get(maker.id) is None


def test_when_a_maker_ends_the_next_who_waits_tries_unless_he_is_paused(store: TaskStore, clock: Clock) -> None:
    maker, paused, other = (begin(store, clock, share="key") for _ in range(3))
    for task in (maker, paused, other):
        store.sharing.ask(task, clock.now)
    store.controls.paused.add(paused.id)
    store.end(maker, success=False, now=clock.now)
    assert ready_ids(store) == [other.id]


def test_a_task_that_goes_on_keeps_its_id_and_its_join_and_nothing_of_its_wait() -> None:
    task = KeptTask(7, at("x"), b"before", 1.0, 3, 4, "key", ("a",), 5, failed=True, circular=True)
    after = carry(task, Entry(at("y"), b"after", 99, 88, 0, "", ("b",)), 2.0)
    assert after == KeptTask(7, at("y"), b"after", 2.0, 7, 4, "", ("b",))


def test_a_known_task_gets_no_id_no_place_and_no_part_in_a_join(store: TaskStore, clock: Clock) -> None:
    known = Requeue(Entry(at("x"), b"", join=5, session=6), key=b"key")
    first = store.admit(replace(known, entry=Entry(at("x"), b"")), clock.now)
    assert first == store.last_id
    assert store.admit(known, clock.now, owner=first) == 0
    assert store.last_id == first
    assert ready_ids(store) == [first]
    assert not store.joins.is_known(5)
    assert 6 not in store.sessions.used()


def test_tasks_without_a_key_are_all_new(store: TaskStore, clock: Clock) -> None:
    ids = [store.admit(Requeue(Entry(at("x"), b"")), clock.now) for _ in range(3)]
    assert ready_ids(store) == ids
