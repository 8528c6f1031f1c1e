from dataclasses import replace

import pytest

from scrapy_bt.frontier.bucket_queue import BucketQueue
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.tasks import KeptTask, pack
from tests.contracts.workshop import at


def queue(bucket: Bucket, *tasks: KeptTask) -> BucketQueue:
    made = BucketQueue(bucket, bucket.requires)
    made.tasks.extend(map(pack, tasks))
    return made


def task(number: int, queued: float = 0.0, **facts: object) -> KeptTask:
    return KeptTask(number, at("x"), b"", queued, number, **facts)


def test_the_order_is_by_number_and_the_first_tasks_time() -> None:
    made = queue(at("x"), task(7, 100.5), task(8, 200.0))
    made.number = 3.0
    assert made.order(0.1) == (pytest.approx(13.05), 7)


def test_of_slots_times_count_by_whole_seconds_and_longer_queues_come_first() -> None:
    slotted = replace(at("x"), slot="shop.example")
    one, many = queue(slotted, task(7, 100.9)), queue(slotted, *(task(number, 100.0) for number in range(1, 101)))
    assert one.order(0.1)[0] == pytest.approx(10.0)
    assert many.order(0.1) < one.order(0.1)


def test_a_task_is_found_by_its_id() -> None:
    tasks = task(1), task(256), task(2)
    made = queue(at("x"), *tasks)
    assert made.find(256) == pack(tasks[1])
    assert made.find(3) is None


@pytest.mark.parametrize(
    ("bucket", "first", "may"),
    [
        (at("x"), task(1), True),
        (at("x", requires="r"), task(1), False),
        (at("x"), task(1, share="session"), False),
        (at("x"), task(1, joined=4), False),
    ],
    ids=["plain", "competing", "shared", "behind goroutines"],
)
def test_who_waits_for_something_makes_few(bucket: Bucket, first: KeptTask, may: bool) -> None:
    assert queue(bucket, first).may_make_many is may
