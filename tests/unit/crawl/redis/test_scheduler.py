import asyncio
import json
from typing import ClassVar

import pytest
from scrapy.core.engine import ExecutionEngine
from scrapy.core.scheduler import Scheduler
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.settings import Settings
from scrapy_redis.spiders import RedisSpider

from scrapy_bt.crawl.redis import QUEUE_APART
from scrapy_bt.crawl.redis.scheduler import RedisScheduler
from scrapy_bt.errors import BTError, FrontierDamaged
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.unit.crawl.conftest import QUIET, Crawl, crawl_with, make_crawler
from tests.unit.crawl.redis.conftest import SCHEDULER, Shop, crawl_spider, page
from tests.waiting import until

TREE = """
main :: and (n) { :page :title }
page :: visit "data:text/html,<h1>{n}</h1>"
title :: item { title = css "h1::text" }
"""


@pytest.fixture
def run_tree(server, client):
    def run(text=TREE, settings=None, **arguments):
        given = {"BT_FRONTIER": "redis", "REDIS_URL": server.url, **(settings or {})}
        return asyncio.run(crawl_with(make_crawler(text, given), **arguments))

    return run


@pytest.fixture
def frontier(client):
    return RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})


class Stopped(Shop):
    """Ends after its first page, with two more in the queue."""

    pages: ClassVar = {"start": [page("a"), page("b")]}
    custom_settings: ClassVar = {"CLOSESPIDER_ITEMCOUNT": 1, "CONCURRENT_REQUESTS": 1}


def test_a_tree_is_crawled(run_tree, client) -> None:
    crawl = run_tree(n="1")
    assert (crawl.items, crawl.reason) == ([{"title": "1"}], "finished")
    assert isinstance(crawl.crawler.spider.runner.frontier.place, str)
    assert client.keys() == []


def test_a_tree_and_ordinary_requests_share_the_queue(server, client) -> None:
    crawler = make_crawler(TREE, {"BT_FRONTIER": "redis", "REDIS_URL": server.url})

    class Both(crawler.spidercls):
        async def start(self):
            yield page("own", dont_filter=True)

        def parse(self, response):
            yield {"title": response.text}
            if response.text == "own":
                yield page("more")
                yield page("kept", callback=lambda response: {"title": response.text})

    crawler.spidercls = Both
    crawl = asyncio.run(crawl_with(crawler, n="1"))
    assert sorted(item["title"] for item in crawl.items) == ["1", "kept", "more", "own"]
    assert crawl.reason == "finished"


def test_the_scheduler_alone_switches_trees_to_redis(server, client) -> None:
    settings = {"SCHEDULER": SCHEDULER, "REDIS_URL": server.url, "SCHEDULER_PERSIST": True}
    crawl = asyncio.run(crawl_with(make_crawler(TREE, settings), n="1"))
    assert crawl.items == [{"title": "1"}]
    assert client.keys("{tree:requests}:*")


@pytest.mark.parametrize(
    ("persist", "stays", "is_kept"),
    [(None, True, True), (None, False, False), (False, True, False), (True, False, True)],
)
def test_what_becomes_of_the_queue_at_the_end(run_spider, client, frontier, persist, stays, is_kept) -> None:
    crawl = run_spider(Stopped if stays else Shop, {"SCHEDULER_PERSIST": persist})
    assert crawl.reason == ("closespider_itemcount" if stays else "finished")
    assert bool(client.keys()) == is_kept
    if stays and is_kept:
        assert (frontier.counts().ready, frontier.counts().running) == (2, 0)


def test_a_crawl_goes_on_where_it_was_stopped(run_spider, caplog) -> None:
    caplog.set_level("INFO")
    first, second = run_spider(Stopped), run_spider(Shop)
    assert [item["page"] for item in (*first.items, *second.items)] == ["start", "a", "b"]
    assert "Going on with 2 requests of the queue shop:requests in Redis (0 dead letters)" in caplog.text


def test_the_queue_is_cleared_at_the_start_if_that_is_wished(run_spider) -> None:
    run_spider(Stopped)
    crawl = run_spider(Shop, {"SCHEDULER_FLUSH_ON_START": True})
    assert [item["page"] for item in crawl.items] == ["start"]


def test_a_queue_that_others_use_is_not_cleared(run_spider, client, frontier, caplog) -> None:
    frontier.register()
    run_spider(Stopped, {"SCHEDULER_PERSIST": False})
    assert frontier.counts().ready == 2
    crawl = run_spider(Shop, {"SCHEDULER_FLUSH_ON_START": True, "SCHEDULER_PERSIST": False})
    assert sorted(item["page"] for item in crawl.items) == ["a", "b"]
    assert "others work on the queue shop:requests in Redis, so it is kept" in caplog.text
    frontier.register()


def test_a_frontier_that_has_failed_is_told_though_the_engine_asks_for_nothing(server, client) -> None:
    class Failing(Shop):
        def parse(self, response):
            self.crawler.engine.needs_backout = lambda: True
            self.crawler.engine._slot.scheduler.frontier._fail(BTError("Redis has gone"))

    async def crawl() -> Crawl:
        crawl = await crawl_spider(server, Failing)
        assert asyncio.all_tasks() == {asyncio.current_task()}, "nothing of the frontier goes on"
        return crawl

    assert asyncio.run(crawl()).reason == "frontier_failed"


def test_it_waits_for_others_as_long_as_is_wished(run_spider) -> None:
    assert run_spider(Shop, {"SCHEDULER_IDLE_BEFORE_CLOSE": 0}).reason == "finished"
    assert run_spider(Shop, {"SCHEDULER_IDLE_BEFORE_CLOSE": 1}).stat("elapsed_time_seconds") >= 1


def test_a_late_page_comes_to_an_idle_worker(server, client, frontier, monkeypatch) -> None:
    """What another worker queues is taken without the engine's next heartbeat, which never comes."""
    monkeypatch.setattr(ExecutionEngine, "_SLOT_HEARTBEAT_INTERVAL", 1e6)

    class Waiting(Shop):
        async def start(self):
            yield page("start", dont_filter=True)

        def parse(self, response):
            if response.text == "start":
                asyncio.get_running_loop().call_later(0.5, self.push)
            else:
                self.closing = asyncio.ensure_future(self.crawler.engine.close_spider_async(reason="it has come"))
            yield {"page": response.text}

        def push(self):
            scheduler = self.crawler.engine._slot.scheduler
            request = page("late", callback=self.parse)
            payload = scheduler._ordinary._codec.encode(request)
            frontier.put([Requeue(Entry(Bucket("shop", "requests"), payload))])

    crawl = asyncio.run(crawl_spider(server, Waiting, {"SCHEDULER_IDLE_BEFORE_CLOSE": 1e6}))
    assert [item["page"] for item in crawl.items] == ["start", "late"]


def test_what_others_have_paused_is_waited_for(server, client, frontier) -> None:
    class Pausing(Shop):
        pages: ClassVar = {"start": [page("a")]}

        def parse(self, response):
            if response.text == "start":
                frontier.pause(ControlTarget())
                asyncio.get_running_loop().call_later(0.7, lambda: frontier.resume(ControlTarget()))
            return super().parse(response)

    crawl = asyncio.run(crawl_spider(server, Pausing))
    assert [item["page"] for item in crawl.items] == ["start", "a"]
    assert crawl.stat("elapsed_time_seconds") > 0.7


def test_a_paused_tree_says_what_is_left(run_tree, caplog) -> None:
    text = "main :: and { state pause :one }\none :: item { n = 1 }\n"
    crawl = run_tree(text)
    assert crawl.reason == "paused"
    assert "1 tasks are left, 1 of them paused" in caplog.text
    assert run_tree(text, {"BT_RESUME_PAUSED": True}).items == [{"n": 1}]


@pytest.mark.parametrize("damage", [{"queued": -9}, {"queued": 0, "halted": 4}, {"queued": -9, "halted": 4}])
@pytest.mark.parametrize("is_paused", [False, True])
def test_a_damaged_queue_ends_the_crawl_as_damaged(run_spider, client, frontier, caplog, damage, is_paused) -> None:
    run_spider(Stopped)
    if is_paused:
        frontier.pause(ControlTarget())
    client.hset("{shop:requests}:meta", mapping=damage)
    crawl = run_spider(Stopped)
    assert crawl.reason == "damaged"
    assert isinstance(crawl.crawler.spider.fault, FrontierDamaged)
    assert caplog.text.count("the queue shop:requests in Redis is damaged: its counters say ") == 1


def test_a_tree_that_waits_for_a_pause_sees_that_its_queue_is_damaged(run_tree, client) -> None:
    text = "main :: and { state pause :one }\none :: item { n = 1 }\n"
    assert run_tree(text).reason == "paused"
    client.hset("{tree:requests}:meta", mapping={"resting": 0, "queued": -4})
    assert run_tree(text).reason == "damaged"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"REDIS_URL": "redis://127.0.0.1:1", "BT_REDIS_SECONDS": 0}, "no Redis at redis://127.0.0.1:1/0"),
        ({"SCHEDULER_IDLE_BEFORE_CLOSE": -1}, "SCHEDULER_IDLE_BEFORE_CLOSE is -1"),
        ({"BT_FRONTIER": "memory"}, "SCHEDULER and BT_FRONTIER contradict each other"),
        ({"SCHEDULER_QUEUE_KEY": "{a}"}, "leave braces out"),
        ({"BT_REQUEST_CLASSES": ["no.such.Class"]}, "BT_REQUEST_CLASSES: 'no.such.Class' cannot be loaded"),
    ],
)
def test_a_crawl_that_cannot_start_ends_in_order(run_spider, caplog, settings, message) -> None:
    crawl = run_spider(Shop, settings)
    assert crawl.reason == "not_started"
    assert crawl.items == []
    assert isinstance(crawl.crawler.spider.fault, BTError)
    assert message in caplog.text
    assert "Traceback" not in caplog.text


def test_a_command_that_only_looks_has_no_business_in_the_queue(client, server) -> None:
    settings = {**QUIET, "SCHEDULER": SCHEDULER, "REDIS_URL": "redis://127.0.0.1:1", QUEUE_APART: True}
    crawler = AsyncCrawlerRunner(Settings(settings)).create_crawler(Shop)
    crawl = asyncio.run(crawl_with(crawler))
    assert [item["page"] for item in crawl.items] == ["start"]
    assert type(crawler.settings and RedisScheduler.from_crawler(crawler)) is Scheduler


def test_nothing_is_cleared_by_hand(run_spider, frontier) -> None:
    class Flushing(Stopped):
        def parse(self, response):
            self.crawler.engine._slot.scheduler.flush()
            return super().parse(response)

    run_spider(Flushing)
    assert frontier.counts().ready == 2


def test_start_messages_of_scrapy_redis_spiders_come(server, client) -> None:
    class Messages(RedisSpider):
        name = "shop"
        max_idle_time = 1

        def make_request_from_data(self, data):
            return page(json.loads(data)["page"], dont_filter=True)

        def parse(self, response):
            yield {"page": response.text}
            if response.text == "a":
                yield page("found")

    client.rpush("shop:start_urls", '{"page": "a"}', '{"page": "b"}')
    crawl = asyncio.run(crawl_spider(server, Messages, {"REDIS_DECODE_RESPONSES": False}))
    assert sorted(item["page"] for item in crawl.items) == ["a", "b", "found"]
    assert client.keys() == []


def test_a_late_worker_waits_for_what_others_have(server, client, frontier) -> None:
    is_late = asyncio.Event()

    class Chain(Shop):
        async def parse(self, response):
            number = int(response.text) if response.text.isdigit() else 0
            if number == 5:
                is_late.set()
                await until(lambda: len(frontier.workers()) == 2)
            if number < 20:
                yield page(str(number + 1))
            yield {"page": response.text}

    async def scenario():
        async def come_late():
            await is_late.wait()
            return await crawl_spider(server, Chain)

        return await asyncio.gather(crawl_spider(server, Chain), come_late())

    early, late = asyncio.run(scenario())
    assert len(early.items) + len(late.items) == 21
    assert client.keys() == []
