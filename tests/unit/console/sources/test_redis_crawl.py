import asyncio
from collections.abc import Iterator

import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.console.sources.poller import Poller
from scrapy_bt.console.sources.redis_crawl import RedisCrawl
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.redis import RedisFrontier
from scrapy_bt.operations.queues import find_queues, reach
from scrapy_bt.testing.redis import RedisServer
from tests.unit.console.conftest import TREE


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


def test_it_is_asked_and_ordered_by_the_calls_of_commands(server: RedisServer, settings: Settings) -> None:
    settings.set("REDIS_URL", server.url)
    with redis.Redis.from_url(server.url) as client, reach(settings, otherwise="") as connection:
        frontier = RedisFrontier(client, "shop:requests", number=lambda bucket: 1.5, limits={}, worker="here")
        ids = frontier.put([Requeue(Entry(Bucket("shop", node), b"x")) for node in ("list", "list", "page")])
        frontier.remember("tree", "shop")
        frontier.remember("tree:shop", TREE)
        (queue,) = find_queues(connection, settings)
        crawl = RedisCrawl(queue)
        program = crawl.program()
        assert program is not None
        assert (crawl.id, crawl.status()["tasks"]["ready"], program.text) == ("shop", 3, TREE)
        assert len(crawl.peek(ControlTarget(node="list"), "ready", "", 10).tasks) == 2
        found = crawl.find(ids[0])
        assert found is not None
        assert (found.line.state, found.line.entry.payload) == ("ready", b"x")
        assert crawl.find(99) is None
        crawl.check(ControlTarget(node="page"))
        with pytest.raises(BTError, match="nowhere"):
            crawl.check(ControlTarget(node="nowhere"))
        assert [crawl.order(action, ControlTarget(node="list"), 9.0) for action in ("pause", "resume", "boost")] == [
            2,
            2,
            2,
        ]
        lease = frontier.lease(1)[0]
        frontier.bury(lease, "it broke")
        letter = crawl.find(lease.entry.id)
        assert letter is not None
        assert letter.letter is not None
        assert (crawl.dead_letters(0, 10)[0], crawl.treat("requeue", None)) == (1, 1)
        assert crawl.order("stop", ControlTarget(), 0.0) == 3
        assert crawl.order("purge", ControlTarget(), 0.0) >= 0
        assert find_queues(connection, settings) == []
        crawl.close()


def test_a_crawl_whose_server_dies_stays_on_the_screen_takes_no_orders_and_comes_back(settings: Settings) -> None:
    async def watch(server: RedisServer, crawl: RedisCrawl) -> None:
        poller = Poller(lambda: asyncio.to_thread(crawl.status))
        seen = await poller.refresh()
        assert seen.rows["shop/list"]["ready"] == 1
        server.kill()
        lost = await poller.refresh()
        assert "Redis" in lost.error
        assert (lost.rows, lost.version) == (seen.rows, seen.version + 1)
        with pytest.raises(BTError):
            crawl.order("pause", ControlTarget(), 0.0)
        server.restart()
        queue_tasks(server, "list", "page")
        back = await poller.refresh()
        assert (back.error, back.rows["shop/page"]["ready"]) == ("", 1)
        assert crawl.order("pause", ControlTarget(), 0.0) == 2

    with RedisServer() as server:
        settings.set("REDIS_URL", server.url)
        queue_tasks(server, "list")
        with reach(settings, otherwise="") as connection:
            (queue,) = find_queues(connection, settings)
            asyncio.run(watch(server, RedisCrawl(queue)))


def queue_tasks(server: RedisServer, *nodes: str) -> None:
    with redis.Redis.from_url(server.url) as client:
        frontier = RedisFrontier(client, "shop:requests", number=lambda bucket: 1.5, limits={}, worker="here")
        frontier.put([Requeue(Entry(Bucket("shop", node), b"x")) for node in nodes])
