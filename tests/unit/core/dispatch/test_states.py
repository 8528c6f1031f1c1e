"""What is known of workers: records fade, finer ones are drawn to coarser ones, queues come to what is usual."""

from dataclasses import replace

import pytest

from scrapy_bt.core.dispatch.states import (
    FEATURES,
    HALF_LIFE,
    MOST_KINDS,
    URLKind,
    WorkerRecords,
    WorkerState,
    features_of,
    open_ones,
    with_usual_queues,
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


def test_a_queue_comes_to_what_is_usual_while_nothing_new_is_told():
    """Four had a burst of links; two have told before they were done with it, two afterwards."""
    tasks = [(ITEM, 0.5, False)] * 30
    told = [replace(seen(*tasks, queue=queue, places=6), counted=100.0) for queue in (12, 12, 0, 0)]
    busy, _, idle, _ = with_usual_queues(told)
    assert busy.wait(100.0) - idle.wait(100.0) > 0.5
    assert busy.wait(105.0) == pytest.approx(idle.wait(105.0), abs=0.001)
    assert busy.wait(105.0, more=9) > idle.wait(105.0, more=3)


def test_a_slow_worker_keeps_its_queue_longer():
    quick, slow = (replace(seen(*[(ITEM, took, False)] * 30, queue=12, places=6), counted=100.0) for took in (0.5, 9.0))
    quick, slow, _ = with_usual_queues([quick, slow, WorkerState("idle", 100.0)])
    assert quick.wait(102.0) < 0.1 * quick.wait(100.0)
    assert slow.wait(102.0) > 0.5 * slow.wait(100.0)


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
