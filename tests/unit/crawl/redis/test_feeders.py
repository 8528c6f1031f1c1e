import asyncio

import msgspec
import pytest

from scrapy_bt.crawl.redis.feeders import SEEDER, Feeders
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import new
from tests.unit.crawl.conftest import make_crawler
from tests.waiting import until

TREE = 'main :: and { :page }\npage :: visit "https://a.test/"\n'


def said(**facts):
    return msgspec.json.encode(facts)


@pytest.fixture
def nav(client):
    return RedisFrontier(client, "nav:requests", number=lambda _: 0.0, limits={}, worker="nav")


@pytest.fixture
def own(client):
    return RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={}, worker="other")


@pytest.fixture
def play(server, client):
    """Play a scene with a worker that *nav* feeds."""

    def play(act):
        async def scenario():
            crawler = make_crawler(TREE, {"BT_FRONTIER": "redis", "REDIS_URL": server.url})
            crawler._apply_settings()
            from scrapy_bt.crawl.runtime.frontiers import open_frontier

            frontier = open_frontier(crawler, lambda _: 0.0, {})
            await frontier.connect((), lambda: None)
            changes = []
            feeders = Feeders(
                frontier, [("nav", "nav:requests")], lease_seconds=30, on_change=lambda: changes.append(1)
            )
            frontier.spawn(feeders.watch())
            try:
                await act(feeders, changes)
            finally:
                await frontier.disconnect()

        asyncio.run(scenario())

    return play


async def ask(feeders):
    """Ask once, and wait for the answer."""
    feeders.note_work()
    feeders.ask()
    await until(lambda: feeders.is_waiting)


def test_if_the_feeder_has_tasks_then_it_is_not_over(play, nav):
    async def scene(feeders, changes):
        nav.put([new()])
        await ask(feeders)
        assert not feeders.is_over
        (lease,) = nav.lease()
        await ask(feeders)
        assert not feeders.is_over
        nav.release(lease)
        nav.purge()
        await ask(feeders)
        assert feeders.is_over
        assert changes

    play(scene)


def test_if_the_feeder_has_workers_that_do_not_wait_then_it_is_not_over(play, nav):
    async def scene(feeders, changes):
        nav.register(said(waits=False))
        await ask(feeders)
        assert not feeders.is_over
        nav.register(said(waits=True))
        await ask(feeders)
        assert feeders.is_over

    play(scene)


def test_if_somebody_fills_the_own_queue_then_it_is_not_over(play, own):
    async def scene(feeders, changes):
        own.register(said(role=SEEDER))
        await ask(feeders)
        assert not feeders.is_over
        own.leave()
        await ask(feeders)
        assert feeders.is_over

    play(scene)


def test_if_the_own_queue_has_tasks_then_it_is_not_over(play, own):
    async def scene(feeders, changes):
        own.put([new(), new()])
        own.lease(2)
        await ask(feeders)
        assert not feeders.is_over

    play(scene)


def test_work_takes_the_verdict_back(play):
    async def scene(feeders, changes):
        await ask(feeders)
        assert feeders.is_over
        feeders.note_work()
        assert not feeders.is_over
        assert not feeders.is_waiting

    play(scene)
