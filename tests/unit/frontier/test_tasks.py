from dataclasses import replace

import pytest

from scrapy_bt.errors import TaskError
from scrapy_bt.frontier.entries import Entry
from scrapy_bt.frontier.lanes import Lanes
from scrapy_bt.frontier.tasks import KeptTask, is_plain, make_prefix, pack, read_entry, read_id, read_time, unpack
from tests.contracts.workshop import at

BUCKET = at("main/x", boost=2.0)
PLAIN = KeptTask(7, BUCKET, b"\x00payload", 1234.5, 7)
FULL = KeptTask(
    7, BUCKET, b"payload", 1234.5, 3, 4, "key/é", ("a", "é"), 5, failed=True, circular=True, losses=2, requeued=True
)


@pytest.mark.parametrize(
    "task",
    [
        PLAIN,
        FULL,
        replace(PLAIN, payload=b""),
        replace(PLAIN, join=-1),
        replace(PLAIN, session=2),
        replace(PLAIN, joined=9),
        replace(PLAIN, failed=True),
        replace(PLAIN, circular=True),
        replace(PLAIN, losses=127),
        replace(PLAIN, share="key"),
        replace(PLAIN, holds=("a", "", "b")),
        replace(PLAIN, id=1 << 62),
    ],
)
def test_a_packed_task_is_the_same_again(task: KeptTask) -> None:
    record = pack(task)
    assert unpack(record, BUCKET) == task
    assert read_id(record) == task.id
    assert read_time(record) == task.enqueued
    assert record.startswith(make_prefix(task.id))


def test_a_task_that_has_nothing_special_costs_17_bytes() -> None:
    assert len(pack(PLAIN)) == 17 + len(PLAIN.payload)


def test_plain_is_a_record_of_the_task_with_nothing_to_know() -> None:
    assert is_plain(pack(PLAIN), 7)
    assert not is_plain(pack(PLAIN), 8)
    assert not is_plain(pack(FULL), 7)
    assert not is_plain(pack(PLAIN)[:16], 7)
    assert not is_plain("text", 7)


def test_no_two_tasks_have_the_same_prefix() -> None:
    assert len({make_prefix(number) for number in range(300)}) == 300
    assert len({len(make_prefix(number)) for number in (0, 1 << 62)}) == 1


@pytest.mark.parametrize("cut", range(len(pack(FULL)) - len(FULL.payload)))
def test_a_record_that_is_cut_is_none(cut: int) -> None:
    with pytest.raises(TaskError, match=f"a stored task of {cut} bytes cannot be decoded"):
        unpack(pack(FULL)[:cut], BUCKET)


def test_a_text_that_is_no_text_is_refused() -> None:
    record = pack(replace(PLAIN, share="key")).replace(b"key", b"\xff\xff\xff")
    with pytest.raises(TaskError, match="cannot be decoded"):
        unpack(record, BUCKET)


@pytest.mark.parametrize("task", [replace(PLAIN, join=1 << 63), replace(PLAIN, session=1 << 63)])
def test_a_number_that_is_too_large_is_refused(task: KeptTask) -> None:
    with pytest.raises(ValueError, match="numbers of 64 bits"):
        pack(task)


def test_a_task_says_what_its_entry_said() -> None:
    entry = Entry(BUCKET, b"payload", 0, 4, 3, "key", ("a",))
    task = read_entry(entry, 7, 99.0)
    assert task.entry == replace(entry, id=7)
    assert task.enqueued == 99.0


def test_a_task_without_a_session_has_its_own() -> None:
    assert read_entry(Entry(BUCKET, b""), 7, 0.0).session == 7


@pytest.mark.parametrize(
    ("lane", "opens"), [("", 0.0), ("mine", 0.0), ("gone", 0.0), ("other", 17.0)], ids=["none", "own", "gone", "kept"]
)
def test_only_tasks_of_others_who_are_there_wait(lane, opens):
    assert Lanes("mine", frozenset({"mine", "other"}), timeout=7.0).opens(lane, 10.0) == opens
