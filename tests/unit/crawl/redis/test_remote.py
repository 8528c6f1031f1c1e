import asyncio
import json
from itertools import count

import pytest

from scrapy_bt.crawl.redis.remote import RemoteFrontier
from scrapy_bt.crawl.runtime.frontiers import open_frontier
from scrapy_bt.errors import BTError, FrontierLost
from scrapy_bt.frontier.completion import Completion, Finish
from scrapy_bt.frontier.listings import ControlTarget, TaskCounts
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing import DelayProxy
from tests.contracts.workshop import DONE, at, go_on, new
from tests.unit.crawl.conftest import make_crawler
from tests.waiting import until

TREE = 'main :: and { :page }\npage :: visit "https://a.test/"\n'


@pytest.fixture
def other(client) -> RedisFrontier:
    return RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})


@pytest.fixture
def play(server, client):
    """Play a scene with *workers* connected frontiers."""

    def play(act, settings=None, *, workers=1, number=lambda _: 0.0):
        async def scenario():
            frontiers = [open_worker(server, settings, number) for _ in range(workers)]
            news = []
            for frontier in frontiers:
                await frontier.connect({"value"}, lambda: news.append(1))
            try:
                await act(*frontiers, **({"news": news} if "news" in act.__code__.co_varnames else {}))
            finally:
                for frontier in frontiers:
                    await frontier.disconnect()

        asyncio.run(scenario())

    return play


def open_worker(server, settings=None, number=lambda _: 0.0):
    crawler = make_crawler(TREE, {"BT_FRONTIER": "redis", "REDIS_URL": server.url, **(settings or {})})
    crawler._apply_settings()
    frontier = open_frontier(crawler, number, {})
    assert isinstance(frontier, RemoteFrontier)
    return frontier


async def take(frontier):
    found = []
    await until(lambda: found or found.extend(frontier.lease(1)) or found)
    return found[0]


def test_tasks_come_and_their_steps_are_stored(other, play) -> None:
    other.put([new(b"a")])

    async def act(frontier) -> None:
        assert frontier.counts().ready == 1
        assert frontier.queued == 1
        lease = await take(frontier)
        assert lease.entry.payload == b"a"
        frontier.add(new(b"b"))
        frontier.complete(lease, DONE)
        second = await take(frontier)
        frontier.bury(second, "broken")
        assert frontier.has_work
        await until(lambda: not frontier.has_work)
        assert not frontier.has_more

    play(act)
    assert other.counts() == TaskCounts(dead=1)


def test_a_ring_comes_with_work(other, play) -> None:
    async def act(frontier) -> None:
        leased = []
        loop = asyncio.get_running_loop()
        frontier.on_ready = lambda: loop.call_soon(lambda: leased.extend(frontier.lease(5)))
        assert frontier.lease(1) == []
        other.put([new(b"a")])
        await until(lambda: leased)
        assert [lease.entry.payload for lease in leased] == [b"a"]

    play(act)


def test_texts_are_kept(play) -> None:
    async def act(one, two) -> None:
        assert await one.read("a") is None
        await one.write("a", "b")
        assert await two.read("a") == "b"

    play(act, workers=2)


@pytest.mark.parametrize(
    ("persist", "rest", "is_kept"),
    [(None, "ready", True), (None, "dead", True), (None, "", False), (False, "ready", False), (True, "", True)],
)
def test_the_queue_outlasts_its_last_worker_as_is_wished(client, other, play, persist, rest, is_kept) -> None:
    other.put([new()])
    (lease,) = other.lease(1)
    if rest == "dead":
        other.bury(lease, "broken")
    elif rest == "ready":
        other.release(lease)
    else:
        other.complete(lease, DONE)

    async def act(one, two) -> None:
        await one.disconnect()
        assert client.keys()
        await one.connect((), lambda: None)

    play(act, {"SCHEDULER_PERSIST": persist}, workers=2)
    assert bool(client.keys()) == is_kept


def test_it_reports_how_it_is(other, play) -> None:
    async def act(frontier) -> None:
        (status,) = other.workers()
        assert status.name == frontier.worker
        report = json.loads(status.info)
        assert report["spider"] == "tree"
        assert {"host", "pid", "pages", "items", "in_progress"} <= report.keys()

    play(act)


def test_others_measures_and_values_become_known(other, play) -> None:
    async def act(frontier, news) -> None:
        assert frontier.weights() == {}
        other.put([new(bucket=at("other"))])
        lease = await take(frontier)
        frontier.complete(lease, Completion(Finish(), measured={"page": 2.0}, rounds={"loop": 3}))
        await until(lambda: news and frontier.weights() and frontier.rounds())
        assert frontier.weights() == {"page": (1, 4.0)}
        assert frontier.rounds() == {"loop": (1, 3.0)}
        assert frontier.shared("value") is None

    play(act)


def test_ranks_follow_this_workers_numbers(other, play) -> None:
    numbers = {"a": 1.0, "b": 2.0}
    other.put([new(b"a", at("a")), new(b"b", at("b"))])

    async def act(frontier) -> None:
        numbers.update(a=3.0)
        frontier.rerank()
        await until(lambda: other._send(other.calls.buckets()) == {at("a"): 3.0, at("b"): 2.0})

    play(act, {"CONCURRENT_REQUESTS": 1, "BT_CAPACITY_INITIAL": 1}, number=lambda bucket: numbers[bucket.node])


def test_what_is_paused_from_outside_holds_back(other, play) -> None:
    other.pause(ControlTarget())
    other.put([new(b"a")])

    async def act(frontier) -> None:
        assert frontier.is_held_back
        assert not frontier.has_work
        frontier.resume(ControlTarget())
        assert frontier.has_work
        assert (await take(frontier)).entry.payload == b"a"
        assert not frontier.is_held_back

    play(act)


def test_tasks_that_wait_for_each_other_are_set_free(other, play) -> None:
    wants = [at("one", requires="x"), at("two", requires="y")]
    limited = RedisFrontier(other._client, "tree:requests", number=lambda _: 0.0, limits={"x": 1, "y": 1})
    limited.put([new(bucket=at("a")), new(bucket=at("b"))])
    for lease, holds, wanted in zip(limited.lease(2), ("y", "x"), wants, strict=True):
        limited.complete(lease, Completion(go_on(lease, bucket=wanted, holds=(holds,))))

    async def act(frontier) -> None:
        lease = await take(frontier)
        frontier.complete(lease, DONE)
        await until(lambda: not frontier.has_work)

    play(act)
    assert limited.counts() == TaskCounts(dead=1)


def test_a_queue_that_is_gone_is_told_to_whoever_asks_next(client, play) -> None:
    async def act(frontier) -> None:
        await until(lambda: client.exists("{tree:requests}:meta"))
        client.flushall()
        frontier.add(new())
        rings = count()
        frontier.on_ready = lambda: next(rings)
        await until(lambda: not frontier.has_work)
        with pytest.raises(FrontierLost):
            frontier.lease(1)

    play(act)


def test_an_end_without_redis_tells_what_is_not_stored(server, other, play, caplog, monkeypatch) -> None:
    monkeypatch.setattr("scrapy_bt.crawl.redis.remote._TIMEOUT", 0.2)
    with DelayProxy(server.port) as proxy:

        async def act(frontier) -> None:
            proxy.cut()
            frontier.add(new())

        play(act, {"REDIS_URL": proxy.url})
    assert "has not answered for 0 s; 1 steps are not stored, others do them again" in caplog.text


def test_it_does_not_start_without_redis(play) -> None:
    async def act(_) -> None:
        raise AssertionError

    with pytest.raises(BTError, match=r"no Redis at redis://127.0.0.1:1/0"):
        play(act, {"REDIS_URL": "redis://127.0.0.1:1", "BT_REDIS_SECONDS": 0})


def test_what_a_process_has_in_progress_counts_for_all_of_its_lines(play, other):
    async def scene(one, two):
        other.put([new()])
        leased = []
        await until(
            lambda: leased.extend((each, *each.lease(1)) for each in (one, two)) or len(max(leased, key=len)) > 1
        )
        owner, lease = max(leased, key=len)
        assert [each.measure()["capacity"]["in_progress"] for each in (one, two)] == [1, 1]
        assert sorted(each.measure()["in_progress"] for each in (one, two)) == [0, 1]
        owner.complete(lease, DONE)

    play(scene, workers=2)
