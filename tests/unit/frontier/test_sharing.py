from dataclasses import replace

import pytest

from scrapy_bt.frontier.entries import SharedValue
from scrapy_bt.frontier.sharing import Sharing, ValueTurn
from scrapy_bt.frontier.tasks import KeptTask
from tests.contracts.workshop import at

VALUE = SharedValue(b"value")


def asker(number: int, key: str = "key") -> KeptTask:
    return KeptTask(number, at(), b"", 0.0, number, share=key)


@pytest.fixture
def sharing() -> Sharing:
    """Task 1 makes `key`, tasks 2 and 3 are parked for it."""
    sharing = Sharing()
    assert sharing.ask(asker(1), 0.0) is ValueTurn.MAKE
    assert sharing.ask(asker(2), 0.0) is ValueTurn.PARK
    assert sharing.ask(asker(3), 0.0) is ValueTurn.PARK
    return sharing


def test_the_maker_that_asks_again_still_makes(sharing: Sharing) -> None:
    assert sharing.ask(asker(1), 0.0) is ValueTurn.MAKE
    assert sharing.count_parked() == 2


def test_a_made_value_wakes_all_who_wait_in_their_order(sharing: Sharing) -> None:
    value, old, woken = sharing.make("key", VALUE)
    assert (value, old) == (replace(VALUE, version=1), None)
    assert [task.id for task in woken] == [2, 3]
    assert sharing.ask(asker(4), 0.0) == value
    assert sharing.keys_made_by(1) == set()
    assert sharing.count_parked() == 0


def test_who_would_wait_for_itself_goes_without(sharing: Sharing) -> None:
    assert sharing.ask(replace(asker(4), circular=True), 0.0) is ValueTurn.GO_WITHOUT
    assert sharing.count_parked() == 2


def test_keys_have_nothing_to_do_with_each_other(sharing: Sharing) -> None:
    assert sharing.ask(asker(1, "other"), 0.0) is ValueTurn.MAKE
    assert sharing.keys_made_by(1) == {"key", "other"}
    sharing.make("other", VALUE)
    assert sharing.keys_made_by(1) == {"key"}
    assert sharing.get("key", 0.0) is None


def test_when_the_making_fails_one_of_those_who_wait_tries(sharing: Sharing) -> None:
    assert sharing.give_up("key", 1)
    assert sharing.orphans() == ["key"]
    assert [task.id for task in sharing.list_waiting("key")] == [2, 3]
    assert sharing.ask(sharing.wake("key", 2), 0.0) is ValueTurn.MAKE
    assert sharing.orphans() == []
    assert [task.id for task in sharing.list_waiting("key")] == [3]


def test_a_failure_that_nobody_waits_for_leaves_nothing() -> None:
    sharing = Sharing()
    sharing.ask(asker(1), 0.0)
    assert not sharing.give_up("key", 1)
    assert sharing.keys_made_by(1) == set()
    assert sharing.ask(asker(2), 0.0) is ValueTurn.MAKE


def test_only_the_maker_can_give_up(sharing: Sharing) -> None:
    assert not sharing.give_up("key", 2)
    assert not sharing.give_up("other", 1)
    assert sharing.ask(asker(4), 0.0) is ValueTurn.PARK


def test_an_expired_value_is_made_anew_with_a_higher_version() -> None:
    sharing = Sharing()
    first, _, _ = sharing.make("key", replace(VALUE, expires=10.0))
    assert sharing.get("key", 9.9) == first
    assert sharing.get("key", 10.0) is None
    assert sharing.ask(asker(1), 10.0) is ValueTurn.MAKE
    assert sharing.next_version("key") == 2
    second, old, _ = sharing.make("key", VALUE)
    assert (second.version, old) == (2, first)


def test_only_a_value_that_is_not_newer_is_taken_back() -> None:
    sharing = Sharing()
    sharing.make("key", VALUE)
    made, _, _ = sharing.make("key", VALUE)
    assert sharing.invalidate("key", 1) is None
    assert sharing.get("key", 0.0) == made
    assert sharing.invalidate("key", 2) == made
    assert sharing.get("key", 0.0) is None
    assert sharing.invalidate("key", 2) is None


def test_versions_go_on_after_a_value_was_taken_back() -> None:
    sharing = Sharing()
    sharing.make("key", VALUE)
    sharing.invalidate("key", 1)
    assert sharing.next_version("key") == 2
    assert sharing.make("key", VALUE)[0].version == 2


def test_who_comes_later_is_parked_at_once_if_another_makes(sharing: Sharing) -> None:
    assert sharing.park_if_making(asker(4))
    assert sharing.find(4) == "key"
    assert not sharing.park_if_making(asker(1))
    assert not sharing.park_if_making(asker(4, "other"))


def test_a_task_can_be_taken_out(sharing: Sharing) -> None:
    removed = sharing.remove(2)
    assert removed is not None
    assert removed.id == 2
    assert sharing.remove(2) is None
    assert [(key, maker, task.id) for key, maker, task in sharing.list_parked()] == [("key", 1, 3)]


def test_when_the_last_who_waits_for_an_orphan_leaves_it_is_none_any_more(sharing: Sharing) -> None:
    sharing.give_up("key", 1)
    sharing.remove(2)
    assert sharing.orphans() == ["key"]
    sharing.remove(3)
    assert sharing.orphans() == []


def test_a_maker_is_to_be_stored_once(sharing: Sharing) -> None:
    assert sharing.list_unstored(1) == ["key"]
    assert sharing.list_unstored(1) == []
    assert sharing.list_unstored(2) == []


def test_what_is_restored_is_as_it_was() -> None:
    sharing = Sharing()
    kept = replace(VALUE, version=5)
    sharing.restore("ready", kept, 5)
    sharing.restore("gone", None, 7)
    sharing.restore_maker("key", 1)
    assert sharing.get("ready", 0.0) == kept
    assert sharing.next_version("gone") == 8
    assert sharing.ask(asker(2), 0.0) is ValueTurn.PARK
    assert sharing.list_unstored(1) == []
    assert dict(sharing.list_values()) == {"ready": kept}
