from pathlib import Path

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler

from scrapy_bt.crawl.runtime.frontiers import check_counts, open_memory_frontier
from scrapy_bt.errors import FrontierDamaged
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import TaskCounts
from scrapy_bt.settings import DEFAULTS

FAST, SLOW = Bucket("t", "fast"), Bucket("t", "slow")


def open_with(**settings: object):
    crawler = Crawler(Spider, {**DEFAULTS, **settings})
    return open_memory_frontier(crawler, lambda bucket: 9.0 if bucket is SLOW else 1.0, {"two": 2})


def test_numbers_and_limits_are_those_that_are_given() -> None:
    frontier = open_with()
    needy = Bucket("t", "fast", requires="two")
    frontier.put([Requeue(Entry(SLOW, b"slow")), *(Requeue(Entry(needy, b"needy")) for _ in range(3))])
    assert [lease.entry.payload for lease in frontier.lease(4)] == [b"needy", b"needy", b"slow"]


def test_leases_last_as_long_as_the_setting_says() -> None:
    frontier = open_with(BT_LEASE_SECONDS=1e-9)
    frontier.put([Requeue(Entry(FAST, b""))])
    assert len(frontier.lease()) == 1
    assert frontier.expire() == 1


@pytest.mark.parametrize(("ageing", "first"), [(0.0, b"fast"), (1e9, b"slow")])
def test_tasks_age_as_the_setting_says(ageing: float, first: bytes) -> None:
    frontier = open_with(BT_AGEING=ageing)
    frontier.put([Requeue(Entry(SLOW, b"slow"))])
    frontier.put([Requeue(Entry(FAST, b"fast"))])
    assert frontier.lease()[0].entry.payload == first


def test_with_a_jobdir_tasks_are_kept(tmp_path: Path) -> None:
    frontier = open_with(JOBDIR=str(tmp_path))
    frontier.put([Requeue(Entry(FAST, b"kept"))])
    frontier.close()
    again = open_with(JOBDIR=str(tmp_path))
    assert [lease.entry.payload for lease in again.lease()] == [b"kept"]
    again.close()
    assert (tmp_path / "bt" / "frontier.sqlite").is_file()


def test_counts_that_contradict_each_other_are_an_error_of_their_own() -> None:
    check_counts(TaskCounts(ready=2, paused=1, resting=1), "this JOBDIR")
    with pytest.raises(
        FrontierDamaged, match="this JOBDIR is damaged: its counters say 0 unfinished tasks, -4 of them ready"
    ):
        check_counts(TaskCounts(ready=-4, paused=4), "this JOBDIR")
