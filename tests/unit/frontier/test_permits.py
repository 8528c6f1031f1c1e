import pytest

from scrapy_bt.frontier.permits import Permits
from scrapy_bt.frontier.tasks import KeptTask
from tests.contracts.workshop import at


def keeper(number: int, *resources: str) -> KeptTask:
    return KeptTask(number, at(), b"", 0.0, number, holds=resources)


@pytest.fixture
def places() -> Permits:
    return Permits({"two": 2, "none": 0})


def test_a_resource_has_as_many_places_as_its_limit_says(places: Permits) -> None:
    places.take(1, "two")
    assert places.is_free("two")
    places.take(2, "two")
    assert not places.is_free("two")
    assert set(places.holders("two")) == {1, 2}


@pytest.mark.parametrize("resource", ["none", "unheard of"])
def test_every_resource_has_at_least_one_place(places: Permits, resource: str) -> None:
    assert places.is_free(resource)
    places.take(1, resource)
    assert not places.is_free(resource)


def test_to_take_twice_takes_one_place(places: Permits) -> None:
    places.take(1, "two")
    places.take(1, "two")
    assert places.is_free("two")


def test_what_is_not_kept_is_given_back(places: Permits) -> None:
    for resource in ("b", "a", "two"):
        places.take(1, resource)
    assert places.give_back(1, keep=("two",)) == ["a", "b"]
    assert places.is_free("a")
    assert set(places.held(1)) == {"two"}
    assert places.give_back(1) == ["two"]
    assert places.give_back(1) == []
    assert not places.is_held("two", 1)


def test_all_or_none_is_claimed(places: Permits) -> None:
    places.take(9, "b")
    waiting = keeper(1, "a", "b")
    assert places.find_missing(waiting) == "b"
    assert not places.claim(waiting)
    assert places.is_free("a")
    assert [(resource, task.id) for resource, task in places.list_waiting()] == [("b", 1)]


def test_what_a_task_has_already_is_not_missing(places: Permits) -> None:
    places.take(1, "a")
    assert places.find_missing(keeper(1, "a")) is None
    assert places.find_missing(keeper(1, "a", "b")) == "b"
    assert places.claim(keeper(1, "a", "b"))
    assert set(places.held(1)) == {"a", "b"}


def test_the_first_who_waits_is_admitted_first(places: Permits) -> None:
    places.take(9, "a")
    for number in (2, 1, 3):
        assert not places.claim(keeper(number, "a"))
    assert places.admit("a") == []
    places.give_back(9)
    assert [task.id for task in places.admit("a")] == [2]
    assert places.count_waiting() == 2
    places.give_back(2)
    assert [task.id for task in places.admit("a")] == [1]


def test_who_is_admitted_and_misses_something_else_waits_for_that(places: Permits) -> None:
    places.take(8, "a")
    places.take(9, "b")
    assert not places.claim(keeper(1, "a", "b"))
    assert not places.claim(keeper(2, "a"))
    places.give_back(8)
    assert [task.id for task in places.admit("a")] == [2]
    assert [(resource, task.id) for resource, task in places.list_waiting()] == [("b", 1)]


def test_a_waiting_task_can_be_taken_out(places: Permits) -> None:
    places.take(9, "a")
    for number in (1, 2):
        places.claim(keeper(number, "a"))
    assert [task.id for task in places.remove(lambda task: task.id == 1)] == [1]
    assert places.count_waiting() == 1
    assert [task.id for task in places.remove(lambda task: True)] == [2]
    places.give_back(9)
    assert places.admit("a") == []
    assert places.is_free("a")
