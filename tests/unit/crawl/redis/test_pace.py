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


PLACES = 32


def open_pace(*, most: int = 100, linger: float = 0.0) -> Pace:
    return Pace(places=PLACES, most=most, linger=linger, now=0.0)


@pytest.mark.parametrize(("rate", "expected"), [(0, 0), (10, 1), (100, 10), (200, 20), (10_000, 100)])
def test_twice_what_is_taken_until_the_next_can_be_there(rate: int, expected: int) -> None:
    assert take(open_pace(), rate=rate, seconds=10) == expected


def test_the_longer_the_way_the_more_wait() -> None:
    assert take(open_pace(), rate=100, seconds=10, absence=0.2) == 40


def test_nothing_waits_where_tasks_take_a_hundred_times_as_long_as_the_way() -> None:
    assert take(open_pace(), rate=10, seconds=10, absence=0.03) == 0
    assert take(open_pace(), rate=10, seconds=10, absence=0.04) == 1


def test_where_steps_travel_together_leases_do_too() -> None:
    assert take(open_pace(linger=0.02), rate=10, seconds=10, absence=0.001) == 0
    assert take(open_pace(linger=0.02), rate=100, seconds=10, absence=0.005) == 5


def test_a_rush_is_followed_within_seconds_and_forgotten_again() -> None:
    pace = open_pace()
    take(pace, rate=10, seconds=10)
    assert take(pace, rate=500, seconds=3, begun=10.0) >= 40
    assert take(pace, rate=10, seconds=10, begun=13.0) <= 2


def test_where_some_were_missing_twice_as_many_wait_up_to_the_places_and_fewer_each_time_after() -> None:
    pace = open_pace()
    assert take(pace, rate=100, seconds=10) == 10
    short = [pace.look(now=10 + 0.01 * turn, absence=0.05, was_short=True) for turn in range(1, 4)]
    assert short == [20, 32, 32]
    assert [pace.look(now=10.1 + 0.01 * turn, absence=0.05) for turn in range(3)] == [28, 25, 22]


def test_no_more_than_there_may_be() -> None:
    assert take(open_pace(most=2), rate=100, seconds=10) == 2


def test_two_looks_at_once_are_one() -> None:
    pace = open_pace()
    pace.note_taken()
    assert pace.look(now=0.0, absence=1.0) == 0
