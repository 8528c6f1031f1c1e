from collections.abc import Callable

import pytest

from scrapy_bt.frontier.buckets import BucketHeap
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.tasks import KeptTask, pack, read_id
from tests.contracts.workshop import at

FAST, SLOW, NEEDY = at("fast"), at("slow"), at("needy", requires="r")


def record(number: int, bucket: Bucket = FAST, queued: float = 0.0) -> bytes:
    return pack(KeptTask(number, bucket, b"", queued, number))


class Facts:
    """What a ranking asks for, to be changed by a test."""

    def __init__(self) -> None:
        self.numbers = {"fast": 1.0, "slow": 9.0, "needy": 5.0}
        self.asked = 0
        self.paused: set[str] = set()
        self.shifts: dict[str, float] = {}

    def number(self, bucket: Bucket) -> float:
        self.asked += 1
        return self.numbers[bucket.node]

    def ranking(self, ageing: float = 0.0) -> BucketHeap:
        return BucketHeap(
            self.number,
            ageing,
            is_paused=lambda bucket: bucket.node in self.paused,
            shift=lambda bucket: self.shifts.get(bucket.node, 0.0),
        )


@pytest.fixture
def facts() -> Facts:
    return Facts()


def take_all(ranking: BucketHeap) -> list[int]:
    taken = []
    while (queue := ranking.first()) is not None:
        taken.append(read_id(ranking.take(queue)))
    return taken


def test_the_lowest_number_is_first_and_each_queue_keeps_its_order(facts: Facts) -> None:
    ranking = facts.ranking()
    for number, bucket in enumerate((SLOW, FAST, NEEDY, FAST, SLOW)):
        ranking.add(record(number, bucket), bucket)
    assert take_all(ranking) == [1, 3, 2, 0, 4]


def test_one_may_go_first_in_its_queue(facts: Facts) -> None:
    ranking = facts.ranking()
    ranking.add(record(1), FAST)
    ranking.add_first(record(2), FAST)
    assert take_all(ranking) == [2, 1]


def test_numbers_are_not_asked_for_before_the_first_look(facts: Facts) -> None:
    ranking = facts.ranking()
    ranking.add(record(1), FAST)
    assert facts.asked == 0
    ranking.first()
    assert facts.asked == 1


def test_a_number_is_asked_for_once_a_queue(facts: Facts) -> None:
    ranking = facts.ranking()
    for number in range(9):
        ranking.add(record(number), FAST)
    assert take_all(ranking) == list(range(9))
    assert facts.asked == 1


def test_with_ageing_who_was_queued_long_ago_overtakes(facts: Facts) -> None:
    ranking = facts.ranking(ageing=0.1)
    ranking.add(record(1, SLOW, queued=0.0), SLOW)
    ranking.add(record(2, FAST, queued=79.0), FAST)
    ranking.add(record(3, FAST, queued=81.0), FAST)
    assert take_all(ranking) == [2, 1, 3]


def test_new_numbers_count_from_the_reranking_on(facts: Facts) -> None:
    ranking = facts.ranking()
    for bucket in (FAST, SLOW):
        ranking.add(record(1, bucket), bucket)
    ranking.first()
    facts.numbers["slow"] = 0.0
    assert ranking.first().bucket == FAST
    ranking.rerank()
    assert ranking.first().bucket == SLOW


def test_boosts_of_the_bucket_and_shifts_are_taken_off(facts: Facts) -> None:
    ranking = facts.ranking()
    boosted = at("slow", boost=8.5)
    for bucket in (FAST, NEEDY, boosted):
        ranking.add(record(1, bucket), bucket)
    assert ranking.first().bucket == boosted
    facts.shifts["needy"] = 4.9
    ranking.reorder()
    assert ranking.first().bucket == NEEDY
    facts.shifts.clear()
    ranking.reorder()
    assert ranking.first().bucket == boosted


def test_paused_queues_are_passed_over_until_they_are_not(facts: Facts) -> None:
    ranking = facts.ranking()
    for number, bucket in enumerate((FAST, SLOW)):
        ranking.add(record(number, bucket), bucket)
    facts.paused.add("fast")
    ranking.reorder()
    assert take_all(ranking) == [1]
    ranking.add(record(2), FAST)
    assert ranking.first() is None
    facts.paused.clear()
    ranking.reorder()
    assert take_all(ranking) == [0, 2]


def test_a_queue_that_begins_while_its_bucket_is_paused_is_passed_over(facts: Facts) -> None:
    ranking = facts.ranking()
    facts.paused.add("fast")
    ranking.add(record(1), FAST)
    assert ranking.first() is None


def test_a_queue_whose_resource_is_exhausted_waits_aside_also_through_rerankings(facts: Facts) -> None:
    ranking = facts.ranking()
    for number, bucket in enumerate((NEEDY, SLOW)):
        ranking.add(record(number, bucket), bucket)
    queue = ranking.first()
    ranking.set_aside(queue)
    assert [(resource, len(queues)) for resource, queues in ranking.list_aside()] == [("r", 1)]
    ranking.rerank()
    assert take_all(ranking) == [1]
    ranking.readmit("r")
    assert take_all(ranking) == [0]


def test_those_that_hold_the_resource_already_have_a_queue_that_requires_nothing(facts: Facts) -> None:
    ranking = facts.ranking()
    ranking.add(record(1, NEEDY), NEEDY)
    ranking.set_aside(ranking.first())
    ranking.add(record(2, NEEDY), NEEDY, holding=True)
    queue = ranking.first()
    assert (queue.requires, queue.bucket) == ("", NEEDY)
    assert take_all(ranking) == [2]


@pytest.mark.parametrize("take", [BucketHeap.find_task, BucketHeap.remove_task])
def test_a_task_is_found_in_the_middle_of_its_queue(
    facts: Facts, take: Callable[[BucketHeap, int], tuple[bytes, Bucket] | None]
) -> None:
    ranking = facts.ranking()
    for number in (1, 2, 3):
        ranking.add(record(number), FAST)
    ranking.first()
    assert take(ranking, 4) is None
    assert take(ranking, 2) == (record(2), FAST)
    assert take_all(ranking) == ([1, 2, 3] if take is BucketHeap.find_task else [1, 3])


def test_a_queue_without_its_first_task_is_ranked_by_the_next(facts: Facts) -> None:
    ranking = facts.ranking(ageing=1.0)
    ranking.add(record(1, SLOW, queued=0.0), SLOW)
    ranking.add(record(2, SLOW, queued=50.0), SLOW)
    ranking.add(record(3, FAST, queued=20.0), FAST)
    assert ranking.first().bucket == SLOW
    ranking.remove_task(1)
    assert take_all(ranking) == [3, 2]


def test_whole_queues_are_taken_out(facts: Facts) -> None:
    ranking = facts.ranking()
    for number, bucket in enumerate((FAST, SLOW, FAST)):
        ranking.add(record(number, bucket), bucket)
    ranking.first()
    assert ranking.remove(lambda bucket: bucket == FAST) == [(record(0), FAST), (record(2), FAST)]
    assert take_all(ranking) == [1]
    ranking.add(record(5), FAST)
    assert take_all(ranking) == [5]


def test_buckets_that_came_and_went_are_forgotten(facts: Facts) -> None:
    ranking = facts.ranking()
    for number in range(1000):
        bucket = at("fast", boost=float(number))
        ranking.add(record(number, bucket), bucket)
        assert take_all(ranking) == [number]
    assert len(list(ranking)) < 100


def test_a_queue_that_is_placed_again_and_again_stays_one_place(facts: Facts) -> None:
    ranking = facts.ranking()
    for number in range(1000):
        ranking.add_first(record(number), FAST)
        ranking.first()
    assert len(ranking._heap) < 100
    assert take_all(ranking) == list(range(999, -1, -1))
