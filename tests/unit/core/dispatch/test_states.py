"""What is known of workers: records fade, finer ones are drawn to coarser ones, states travel as plain data."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.dispatch.states import (
    FEATURES,
    HALF_LIFE,
    MOST_KINDS,
    URLKind,
    WorkerRecords,
    WorkerState,
    dump,
    features_of,
    load,
    open_ones,
)

ITEM, LIST = URLKind("a.test/item", "a.test"), URLKind("a.test/list", "a.test")
ELSEWHERE = URLKind("b.test/item", "b.test")


def seen(*tasks: tuple[URLKind, float, bool], now: float = 100.0, **facts: object) -> WorkerState:
    records = WorkerRecords()
    for kind, seconds, failed in tasks:
        records.add(kind, seconds, failed=failed, now=now)
    return WorkerState("w", now, records=records.snapshot(now), **facts)


def test_who_was_never_seen_is_expected_to_be_as_usual():
    assert seen().expect(ITEM, 100.0)[:2] == pytest.approx((1.0, 0.02))


def test_what_was_learned_about_a_kind_serves_its_host_and_less_the_others():
    worker = seen(*[(ITEM, 0.1, True)] * 5)
    failures = [worker.expect(kind, 100.0)[1] for kind in (ITEM, LIST, ELSEWHERE)]
    assert failures[0] > failures[1] > failures[2] > 0.3
    assert failures[0] > 0.9


def test_a_few_tasks_tell_that_a_ban_has_come_and_gone():
    banned = [(ITEM, 0.1, True)] * 5
    well = [(ITEM, 0.5, False)] * 5
    assert seen(*well * 10, *banned).expect(ITEM, 100.0)[1] > 0.6
    assert seen(*banned * 10, *well * 2).expect(ITEM, 100.0)[1] < 0.2


def test_a_ban_is_forgotten_with_time():
    worker = seen(*[(ITEM, 0.1, True)] * 5)
    shares = [replace(worker).expect(ITEM, 100.0 + times * HALF_LIFE)[1] for times in (0, 1, 3, 9)]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] < 0.05


def test_failures_say_nothing_of_how_long_it_takes():
    assert seen((ITEM, 0.001, True)).expect(ITEM, 100.0)[0] == pytest.approx(1.0)


def test_worth_falls_with_delay_failures_and_queue():
    quick, slow = seen(*[(ITEM, 0.2, False)] * 9), seen(*[(ITEM, 9.0, False)] * 9)
    failing = seen(*[(ITEM, 0.2, False)] * 3, *[(ITEM, 0.2, True)] * 6)
    assert quick.cost(ITEM, 100.0) < slow.cost(ITEM, 100.0)
    assert quick.cost(ITEM, 100.0) < failing.cost(ITEM, 100.0)
    assert replace(quick, queue=40, places=8).cost(ITEM, 100.0) > quick.cost(ITEM, 100.0)
    assert quick.cost(ITEM, 100.0, 40) > quick.cost(ITEM, 100.0)


def test_features_have_a_row_for_each_worker_however_many():
    for count in (1, 2, 5):
        rows = features_of([seen(queue=at) for at in range(count)], replace(ITEM, z=0.5), now=100.0, weight=2.0)
        assert [len(row) for row in rows] == [len(FEATURES)] * count
    assert rows[0][FEATURES.index("others' queue")] == pytest.approx((1 + 2 + 3 + 4) / 16 / 4)


def test_only_so_many_kinds_are_told_of():
    records = WorkerRecords()
    for number in range(5 * MOST_KINDS):
        records.add(URLKind(f"a.test/{number}", "a.test"), 1.0, failed=False, now=100.0)
    assert len(records.snapshot(100.0)) <= MOST_KINDS
    assert "a.test" in records.snapshot(100.0)


def test_who_has_not_told_for_long_or_takes_nothing_is_left_out():
    workers = [
        WorkerState("b", 99.0),
        WorkerState("a", 98.0),
        WorkerState("old", 90.0),
        WorkerState("full", 99.0, is_open=False),
    ]
    assert [worker.name for worker in open_ones(workers, 100.0, 5.0)] == ["a", "b"]


def test_a_state_travels_as_plain_data():
    worker = seen((ITEM, 0.5, False), (LIST, 0.5, True), queue=3, places=8, cpu=0.5)
    back = load(json.loads(json.dumps(dump(worker))))
    assert back.expect(ITEM, 130.0) == pytest.approx(worker.expect(ITEM, 130.0), abs=1e-3)
    assert back.expect(ITEM, 999.0) == back.expect(ITEM, 130.0), "a state answers once"
    assert replace(back, records={}) == replace(worker, records={})


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(json_values)
def test_what_is_no_state_is_refused(stored):
    with pytest.raises(ValueError, match=r".*"):
        load(stored)


@pytest.mark.parametrize(
    ("at", "value"), [(1, float("nan")), (5, 0), (5, "x"), (7, {"a": [1, 2]}), (7, {"a": [-1, 0, 0, 0, 0]}), (0, 7)]
)
def test_a_state_with_measures_that_are_none_is_refused(at, value):
    stored = dump(WorkerState("w", 1.0))
    stored[at] = value
    with pytest.raises(ValueError, match=r".*"):
        load(stored)
