from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Entry
from scrapy_bt.frontier.leasing import Leasing
from scrapy_bt.frontier.store import TaskStore
from tests.contracts.workshop import Clock, at, only


def test_a_lease_has_its_deadline_a_token_of_its_own_and_what_was_waited(store: TaskStore, clock: Clock) -> None:
    leasing = Leasing(store, seconds=60.0)
    for _ in range(2):
        store.admit(Requeue(Entry(at("x"), b"")), clock.now)
    first = only(leasing.take(1, clock.now + 5, None, None))
    second = only(leasing.take(9, clock.now + 7, None, None))
    assert (first.deadline, first.waited) == (clock.now + 65, 5)
    assert second.waited == 7
    assert second.token > first.token
    assert leasing.take(1, clock.now + 8, None, None) == []
    assert set(store.running) == {first.token, second.token}


def test_what_needs_a_place_that_is_taken_is_passed_over(store: TaskStore, clock: Clock) -> None:
    leasing = Leasing(store, seconds=60.0)
    for node in ("x", "x", "y"):
        store.admit(Requeue(Entry(at(node, requires="r" if node == "x" else ""), b"")), clock.now)
    assert [lease.entry.bucket.node for lease in leasing.take(9, clock.now, None, None)] == ["x", "y"]


def test_of_a_join_that_is_won_the_other_parts_end(store: TaskStore, clock: Clock) -> None:
    owner = store.begin(Entry(at("x"), b""), clock.now)
    first, other = (store.begin(Entry(at("y"), b"", join=-5), clock.now, owner.id) for _ in range(2))
    store.park(owner, -5, clock.now)
    store.ready(other)
    store.end(first, success=True, now=clock.now)
    leases = Leasing(store, seconds=60.0).take(9, clock.now, None, None)
    assert [lease.entry.id for lease in leases] == [owner.id]
    assert leases[0].joined == -5
