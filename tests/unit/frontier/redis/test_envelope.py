"""What every call promises: the queue is the one that it was, of a format that is known, whatever the clocks say."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import redis

from scrapy_bt.errors import FrontierError, FrontierLost
from scrapy_bt.frontier.completion import Completion, Finish, MakingOutcome
from scrapy_bt.frontier.entries import SharedValue
from scrapy_bt.frontier.redis.calls import Calls
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import DONE, new, only
from tests.unit.frontier.redis.conftest import BITS, META, PREFIX


def test_a_queue_that_is_gone_is_told_and_not_begun_anew(client: redis.Redis, frontier: RedisFrontier) -> None:
    frontier.put([new()])
    lease = only(frontier.lease())
    client.flushall()
    for use in (frontier.counts, frontier.lease, lambda: frontier.complete(lease, DONE), lambda: frontier.put([new()])):
        with pytest.raises(FrontierLost, match="'quotes:requests' in Redis is gone"):
            use()
    assert client.keys("*") == []


def test_a_queue_that_others_have_begun_anew_is_another_one(
    client: redis.Redis, frontier: RedisFrontier, open_worker: Callable[..., RedisFrontier]
) -> None:
    frontier.put([new()])
    client.flushall()
    open_worker("two").put([new()])
    with pytest.raises(FrontierLost):
        frontier.lease()


def test_another_format_is_refused_and_kept(client: redis.Redis, frontier: RedisFrontier) -> None:
    client.hset(META, mapping={"format": "7", "epoch": "x"})
    before = client.hgetall(META)
    with pytest.raises(FrontierError, match=r"\{quotes:requests\}:meta: the queue is stored in format 7, .* reads 3"):
        frontier.put([new()])
    assert client.hgetall(META) == before
    assert client.keys("*") == [META.encode()]


@pytest.mark.parametrize("name", ["meta", "leases", "tasks", "rank", "seen", "workers", "queue:t|main||"])
def test_a_key_of_another_type_is_named_and_nothing_is_changed(
    client: redis.Redis, frontier: RedisFrontier, name: str
) -> None:
    key = f"{{quotes:requests}}:{name}"
    client.set(key, "foreign")
    with pytest.raises(FrontierError) as caught:
        frontier.put([new()])
    assert str(caught.value).startswith(f"{key}: this key is not the queue's (it is a string, not a ")
    assert not caught.value.passing
    assert client.keys("*") == [key.encode()]
    assert client.get(key) == b"foreign"


def test_a_hash_that_is_no_queue_is_refused(client: redis.Redis, frontier: RedisFrontier) -> None:
    client.hset(META, "hello", "world")
    with pytest.raises(FrontierError, match="it has no format"):
        frontier.counts()


def test_a_key_that_becomes_foreign_is_named(client: redis.Redis, frontier: RedisFrontier) -> None:
    frontier.put([new()])
    client.delete("{quotes:requests}:queue:t|main||")
    client.set("{quotes:requests}:queue:t|main||", "foreign")
    with pytest.raises(FrontierError, match=r"\{quotes:requests\}:queue:t\|main\|\| is a string, not a list"):
        frontier.lease()


def test_clocks_may_be_an_hour_apart(client: redis.Redis) -> None:
    """Redis' own clock decides; what a worker gives and gets is by its own."""
    seconds, micros = client.time()
    start = seconds + micros / 1e6
    clocks = {"early": -3600.0, "late": 3600.0}

    def open_shifted(name: str) -> RedisFrontier:
        frontier = RedisFrontier(client, PREFIX, number=lambda bucket: 0.0, limits={}, lease_seconds=60.0, worker=name)
        calls = frontier.calls
        shifted = lambda: start + clocks[name]  # noqa: E731
        calls._clock = shifted
        return frontier

    early, late = open_shifted("early"), open_shifted("late")
    early.put([new(share="session"), new(delay=50)])
    lease = only(early.lease(9))
    assert lease.deadline == pytest.approx(start - 3600 + 60, abs=20)
    assert late.expire() == 0
    value = SharedValue(b"value", expires=start - 3600 + 30)
    early.complete(lease, Completion(Finish(), made=[MakingOutcome("session", value)]))
    seen = late.shared("session")
    assert seen is not None
    assert seen.expires == pytest.approx(start + 3600 + 30, abs=20)
    assert late.next_due() == pytest.approx(start + 3600 + 50, abs=20)
    assert late.lease(9) == []


def test_workers_that_know_tasks_by_something_else_are_refused(
    client: redis.Redis, open_worker: Callable[..., RedisFrontier]
) -> None:
    open_worker("one", seen_key=BITS).put([replace(new(), key=b"a")])
    for worker, other in (("two", None), ("three", BITS.replace("8000", "80"))):
        with pytest.raises(FrontierError, match="knows its tasks by '3x8000x7', and BT_URL_FILTER"):
            open_worker(worker, seen_key=other).put([replace(new(), key=b"a")])
    client.flushall()
    open_worker("one").put([replace(new(), key=b"a")])
    with pytest.raises(FrontierError, match="knows its tasks by 'a set'"):
        open_worker("two", seen_key=BITS).put([replace(new(), key=b"a")])


@pytest.mark.parametrize("name", ["", "x" * 256])
def test_a_worker_has_a_name_that_fits(name: str) -> None:
    with pytest.raises(ValueError, match="1 to 255 bytes"):
        Calls(PREFIX, worker=name, number=lambda bucket: 0.0, limits={}, ageing=0.0, lease_seconds=1.0)
