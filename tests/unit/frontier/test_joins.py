import pytest

from scrapy_bt.frontier.joins import Joins
from scrapy_bt.frontier.tasks import KeptTask
from tests.contracts.workshop import at

JOIN, OWNER = 100, 1


def owner() -> KeptTask:
    return KeptTask(OWNER, at(), b"", 0.0, OWNER)


@pytest.fixture
def joins() -> Joins:
    """A join of two parts that task 1 has spawned."""
    joins = Joins()
    joins.expect(JOIN, OWNER)
    joins.expect(JOIN, OWNER)
    return joins


@pytest.mark.parametrize("successes", [(True, True), (True, False), (False, True)])
def test_the_parked_task_goes_on_when_all_parts_have_ended_and_knows_whether_one_failed(
    joins: Joins, successes: tuple[bool, bool]
) -> None:
    assert joins.park(owner(), JOIN) is None
    assert joins.is_parked_on(JOIN)
    assert joins.count_parked() == 1
    assert joins.end(JOIN, success=successes[0]) is None
    woken = joins.end(JOIN, success=successes[1])
    assert woken is not None
    assert (woken.id, woken.joined, woken.failed) == (OWNER, JOIN, not all(successes))
    assert not joins.is_known(JOIN)
    assert joins.count_parked() == 0


def test_who_parks_after_the_last_part_has_ended_goes_on_at_once(joins: Joins) -> None:
    assert joins.end(JOIN, success=False) is None
    assert joins.end(JOIN, success=True) is None
    assert not joins.is_open(JOIN)
    woken = joins.park(owner(), JOIN)
    assert woken is not None
    assert woken.failed


def test_who_parks_on_nothing_goes_on_at_once() -> None:
    woken = Joins().park(owner(), JOIN)
    assert woken is not None
    assert not woken.failed


def test_the_end_of_a_part_that_no_join_counts_is_none_of_anybodys_concern() -> None:
    assert Joins().end(JOIN, success=True) is None


def test_an_abandoned_join_is_forgotten_when_its_parts_have_ended(joins: Joins) -> None:
    assert joins.abandon(OWNER) == []
    joins.end(JOIN, success=True)
    assert joins.is_known(JOIN)
    joins.end(JOIN, success=True)
    assert not joins.is_known(JOIN)


def test_an_abandoned_join_without_open_parts_is_forgotten_at_once(joins: Joins) -> None:
    joins.end(JOIN, success=True)
    joins.end(JOIN, success=True)
    assert joins.abandon(OWNER) == [JOIN]
    assert not joins.is_known(JOIN)
    assert joins.abandon(OWNER) == []


def test_whoever_parks_owns_the_join(joins: Joins) -> None:
    other = KeptTask(2, at(), b"", 0.0, 2)
    joins.park(other, JOIN)
    assert joins.get_owner(JOIN) == 2
    assert joins.abandon(OWNER) == []
    joins.end(JOIN, success=True)
    assert joins.end(JOIN, success=True) is other


def test_a_join_of_restored_parts_gets_its_owner_when_he_is_known() -> None:
    joins = Joins()
    joins.expect(JOIN)
    assert joins.get_owner(JOIN) == 0
    joins.expect(JOIN, OWNER)
    assert joins.get_owner(JOIN) == OWNER


def test_a_failure_from_before_a_restart_is_remembered() -> None:
    joins = Joins()
    joins.restore(JOIN, OWNER, failed=True)
    joins.expect(JOIN)
    joins.park(owner(), JOIN)
    woken = joins.end(JOIN, success=True)
    assert woken is not None
    assert woken.failed


def test_a_parked_task_can_be_taken_out(joins: Joins) -> None:
    joins.park(owner(), JOIN)
    assert joins.find(OWNER) == JOIN
    assert [(join, task.id) for join, task in joins.list_parked()] == [(JOIN, OWNER)]
    removed = joins.remove(OWNER)
    assert removed is not None
    assert removed.id == OWNER
    assert joins.remove(OWNER) is None
    assert joins.find(OWNER) is None
    assert not joins.is_parked_on(JOIN)
    assert joins.is_open(JOIN)
