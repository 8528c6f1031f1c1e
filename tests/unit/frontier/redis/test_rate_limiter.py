import time

import pytest
import redis

from scrapy_bt.errors import FrontierError
from scrapy_bt.frontier.redis.frontier import send
from scrapy_bt.frontier.redis.rate_limiter import extend_permits, return_permits, take_permits

HOST = "a.test"


def take(client: redis.Redis, *permits: str, delay: float = 0.0, most: int = 0, lasts: float = 60.0) -> list[float]:
    return send(client, take_permits(HOST, permits, delay=delay, most=most, lasts=lasts))


def test_turns_are_a_delay_apart_whoever_takes_them(client: redis.Redis) -> None:
    first, second = take(client, "a 1", "a 2", delay=1000.0)
    (third,) = take(client, "b 1", delay=1000.0)
    assert (first, second) == (0.0, pytest.approx(1000.0))
    assert third == pytest.approx(2000.0, abs=500.0)


def test_after_a_pause_the_next_turn_is_at_once(client: redis.Redis) -> None:
    take(client, "a 1", delay=0.05)
    begun = time.monotonic()
    while time.monotonic() < begun + 0.06:
        client.ping()
    assert take(client, "a 2", delay=0.05) == [0.0]


def test_so_many_permits_are_out_at_most(client: redis.Redis) -> None:
    assert take(client, "a 1", "a 2", "a 3", most=2) == [0.0, 0.0]
    assert take(client, "b 1", most=2) == []
    assert send(client, return_permits(HOST, ["a 1"], most=2))
    assert take(client, "b 1", most=2) == [0.0]


def test_nobody_waits_where_places_are_free(client: redis.Redis) -> None:
    take(client, "a 1", most=2)
    assert not send(client, return_permits(HOST, ["a 1"], most=2))


def test_a_permit_that_nobody_keeps_is_free_again(client: redis.Redis) -> None:
    take(client, "a 1", most=1, lasts=0.0)
    assert take(client, "b 1", most=1) == [0.0]


def test_a_permit_that_is_kept_stays_out(client: redis.Redis) -> None:
    take(client, "a 1", most=1, lasts=200.0)
    send(client, extend_permits(HOST, ["a 1", "unknown"], lasts=900.0))
    (deadline,) = (score for _, score in client.zrange(f"bt:rate:{{{HOST}}}:permits", 0, -1, withscores=True))
    assert deadline > time.time() + 300


def test_nothing_is_left_for_ever(client: redis.Redis) -> None:
    take(client, "a 1", delay=1.0, most=1)
    assert all(0 < client.ttl(key) <= 70 for key in client.keys("*"))


def test_hosts_have_turns_of_their_own(client: redis.Redis) -> None:
    take(client, "a 1", most=1)
    assert send(client, take_permits("b.test", ["a 2"], delay=0.0, most=1, lasts=60.0)) == [0.0]


def test_an_answer_that_is_none_is_told() -> None:
    with pytest.raises(FrontierError, match="is not the rate limiter's"):
        take_permits(HOST, ["a 1"], delay=0.0, most=1, lasts=1.0).read([b"soon"])
