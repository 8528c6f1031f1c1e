from scrapy_bt.core.tree.events import JoinEnded, Make, Shared
from scrapy_bt.core.tree.task import Frame, Task
from scrapy_bt.testing.bookkeeping import BranchCounts, Lending, ValueMakers


def task(number: int, *holds: str) -> Task:
    return Task([Frame(0)], id=number, holds=list(holds))


def test_a_join_ends_with_its_last_branch() -> None:
    joins, parent = BranchCounts(), task(1)
    for _ in range(2):
        joins.add(9)
    assert list(joins.end(9, success=True)) == []
    assert list(joins.park(parent, 9)) == []
    assert list(joins.end(9, success=True)) == [(parent, JoinEnded(failed=False))]
    assert not joins.open


def test_a_join_whose_branches_have_ended_waits_for_nobody() -> None:
    joins, parent = BranchCounts(), task(1)
    joins.add(9)
    assert list(joins.end(9, success=False)) == []
    assert list(joins.park(parent, 9)) == [(parent, JoinEnded(failed=True))]


def test_nobody_counts_branches_without_a_join() -> None:
    joins = BranchCounts()
    joins.add(0)
    assert list(joins.end(0, success=False)) == []
    assert not joins.open


def test_of_a_join_below_0_the_first_success_is_enough() -> None:
    joins, parent = BranchCounts(), task(1)
    for _ in range(3):
        joins.add(-9)
    assert list(joins.park(parent, -9)) == []
    assert list(joins.end(-9, success=False, result=b"no")) == []
    assert list(joins.end(-9, success=True, result=b"yes")) == [
        (parent, JoinEnded(failed=False, results=(b"no", b"yes")))
    ]
    assert joins.is_won(-9)
    assert list(joins.end(-9, success=False)) == []
    assert not joins.open


def test_places_are_lent_first_come_first_served() -> None:
    lending = Lending({"page": 2})
    first, second, third, fourth = map(task, range(1, 5))
    assert [lending.lend("page", each) for each in (first, second, third, fourth)] == [True, True, False, False]
    assert lending.lend("page", first)  # it has one
    assert lending.give_back(second, keeps=True) == [third]
    assert lending.lend("page", third)
    assert lending.give_back(first, keeps=False) == [fourth]
    assert lending.give_back(first, keeps=False) == []


def test_a_place_that_is_held_is_kept() -> None:
    lending = Lending({"page": 1})
    holder, other = task(1, "page"), task(2)
    assert lending.lend("page", holder)
    assert not lending.lend("page", other)
    assert lending.give_back(holder, keeps=True) == []
    assert lending.give_back(holder, keeps=False) == [other]


def test_a_value_is_made_by_one_and_used_by_all() -> None:
    sharing, first, second = ValueMakers(), task(1), task(2)
    assert sharing.ask(first, "k", 0.0) == Make(1)
    assert sharing.ask(second, "k", 0.0) is None
    assert sharing.keys_made_by(1) == ["k"]
    assert sharing.is_waited_for
    assert sharing.make("k", b"v", 7, None) == [second]
    assert sharing.ask(second, "k", 0.0) == Shared(b"v", 7, 1)
    assert not sharing.is_waited_for
    assert sharing.keys_made_by(1) == []


def test_a_value_expires() -> None:
    sharing = ValueMakers()
    sharing.make("k", b"v", 0, expires=10.0)
    assert sharing.ask(task(1), "k", 9.9) == Shared(b"v", 0, 1)
    assert sharing.ask(task(1), "k", 10.0) == Make(2)


def test_only_a_value_that_is_not_newer_is_taken_back() -> None:
    sharing = ValueMakers()
    sharing.make("k", b"v", 0, None)
    sharing.make("k", b"w", 0, None)
    sharing.invalidate("k", 1)
    assert sharing.ask(task(1), "k", 0.0) == Shared(b"w", 0, 2)
    sharing.invalidate("k", 2)
    assert sharing.ask(task(1), "k", 0.0) == Make(3)
    sharing.invalidate("other", None)


def test_who_waits_tries_when_the_maker_gives_up() -> None:
    sharing, first, second, third = ValueMakers(), task(1), task(2), task(3)
    for each in (first, second, third):
        sharing.ask(each, "k", 0.0)
    assert sharing.give_up("k", 2) == []
    assert sharing.give_up("k", 1) == [second]
    assert sharing.ask(second, "k", 0.0) == Make(1)
    assert sharing.take_waiting() is third
    assert sharing.take_waiting() is None
    assert sharing.give_up("k", 2) == []
