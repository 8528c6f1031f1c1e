import pytest

from scrapy_bt.crawl.redis.pace import Pace


def take(pace: Pace, *, rate: int, seconds: int, begun: float = 0.0, absence: float = 0.05) -> int:
    """Leases that should wait after some seconds at this rate."""
    answer = 0
    for tick in range(1, 10 * seconds + 1):
        for _ in range(rate // 10):
            pace.note_taken()
        answer = pace.look(now=begun + tick / 10, absence=absence)
    return answer


@pytest.mark.parametrize(("rate", "expected"), [(0, 4), (10, 4), (100, 10), (200, 20), (10_000, 32)])
def test_twice_what_is_taken_until_the_next_can_be_there(rate: int, expected: int) -> None:
    assert take(Pace(32, now=0.0), rate=rate, seconds=10) == expected


def test_the_longer_the_way_the_more_wait() -> None:
    assert take(Pace(100, now=0.0), rate=100, seconds=10, absence=0.2) == 40


def test_a_rush_is_followed_within_seconds_and_forgotten_again() -> None:
    pace = Pace(100, now=0.0)
    take(pace, rate=10, seconds=10)
    assert take(pace, rate=500, seconds=3, begun=10.0) >= 40
    assert take(pace, rate=10, seconds=10, begun=13.0) == 4


def test_where_some_were_missing_twice_as_many_wait_and_one_less_each_time_after() -> None:
    pace = Pace(32, now=0.0)
    short = [pace.look(now=0.01 * turn, absence=0.02, was_short=True) for turn in range(1, 5)]
    assert short == [8, 16, 32, 32]
    assert [pace.look(now=0.1 + 0.01 * turn, absence=0.02) for turn in range(3)] == [31, 30, 29]


def test_no_more_than_there_may_be() -> None:
    assert Pace(2, now=0.0).look(now=1.0, absence=1.0) == 2


def test_two_looks_at_once_are_one() -> None:
    pace = Pace(32, now=0.0)
    pace.note_taken()
    assert pace.look(now=0.0, absence=1.0) == 4
