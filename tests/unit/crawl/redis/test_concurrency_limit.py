from collections.abc import Iterator
from contextlib import contextmanager

from scrapy.settings import Settings

from scrapy_bt.crawl.redis.concurrency_limit import ConcurrencyLimit
from scrapy_bt.crawl.runtime.task_group import MOST

CAP = 2 * 4 + MOST


class Line:
    in_progress = 0


@contextmanager
def opened() -> Iterator[tuple[ConcurrencyLimit, Line]]:
    room, queue = ConcurrencyLimit(Settings({"BT_CAPACITY": False, "CONCURRENT_REQUESTS": 4})), Line()
    room.open(queue)
    try:
        yield room, queue
    finally:
        room.close()


def test_what_one_queue_has_in_progress_is_missing_to_the_others() -> None:
    with opened() as (room, queue), opened() as (other, other_queue):
        queue.in_progress = 5
        other_queue.in_progress = 1
        assert room.left() == other.left() == CAP - 6
        assert room.report()["in_progress"] == other.report()["in_progress"] == 6


def test_a_queue_that_has_nothing_may_have_one() -> None:
    with opened() as (room, _), opened() as (other, other_queue):
        other_queue.in_progress = CAP
        assert (room.left(), other.left()) == (1, 0)


def test_a_queue_that_is_over_counts_no_more() -> None:
    with opened() as (room, queue):
        queue.in_progress = 1
        with opened() as (_, other_queue):
            other_queue.in_progress = 5
        assert room.left() == CAP - 1
