import asyncio
import time

import pytest
from scrapy import Request

from scrapy_bt.crawl.components import POLITENESS
from tests.unit.crawl.redis.conftest import Shop, crawl_spider, page

PAGES = 6
SLOT = {"download_slot": "a.test"}


class Site(Shop):
    """Pages of one host, and when each has come."""

    def first(self) -> list[Request]:
        return [page(f"{self.name} {number}", meta=SLOT) for number in range(PAGES)]

    def parse(self, response):
        yield {"at": time.monotonic()}


class Other(Site):
    name = "other"


def crawl_together(server, *spiders, **settings):
    given = {**settings, "DOWNLOADER_MIDDLEWARES": {POLITENESS: 950}}

    async def scenario():
        return await asyncio.gather(*(crawl_spider(server, spider, given) for spider in spiders))

    return asyncio.run(scenario())


def test_requests_of_all_crawls_to_a_host_are_a_delay_apart(server, client) -> None:
    begun = time.monotonic()
    crawls = crawl_together(server, Site, Other, BT_CLUSTER_DELAY=0.05)
    times = sorted(item["at"] for crawl in crawls for item in crawl.items)
    assert len(times) == 2 * PAGES
    # A busy machine is late, and nobody is early.
    assert all(at >= begun + number * 0.05 - 0.005 for number, at in enumerate(times))


def test_a_place_is_given_back_with_the_answer_and_without_one(server, client) -> None:
    class Broken(Site):
        def first(self) -> list[Request]:
            gone = [Request(f"file:///nowhere/{number}", meta=SLOT) for number in range(3)]
            return [*gone, *super().first()]

    (crawl,) = crawl_together(server, Broken, BT_CLUSTER_CONCURRENCY=1, RETRY_ENABLED=False)
    assert len(crawl.items) == PAGES
    assert crawl.reason == "finished"
    assert client.zcard("bt:rate:{a.test}:permits") == 0


def test_without_the_settings_nothing_is_asked_for(server, client) -> None:
    (crawl,) = crawl_together(server, Site)
    assert len(crawl.items) == PAGES
    assert client.keys("bt:rate:*") == []


def test_a_redis_that_is_not_there_is_told_once_and_ends_the_crawl(server, client, caplog) -> None:
    scheduler = "scrapy.core.scheduler.Scheduler"
    url = "redis://127.0.0.1:1"
    (crawl,) = crawl_together(server, Site, BT_CLUSTER_DELAY=0.05, REDIS_URL=url, SCHEDULER=scheduler)
    assert (crawl.reason, crawl.items) == ("not_started", [])
    assert caplog.text.count("no Redis at redis://127.0.0.1:1") == 1
    assert "Traceback" not in caplog.text


def test_foreign_data_under_a_key_is_named_kept_and_ends_the_crawl(server, client, caplog) -> None:
    client.rpush("bt:rate:{a.test}:permits", "not ours")
    (crawl,) = crawl_together(server, Site, BT_CLUSTER_CONCURRENCY=1)
    assert (crawl.reason, crawl.items) == ("politeness_failed", [])
    assert "bt:rate:{a.test}:permits: this key is a list, which is not ours" in caplog.text
    assert client.lrange("bt:rate:{a.test}:permits", 0, -1) == [b"not ours"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"BT_CLUSTER_DELAY": "nan"}, "BT_CLUSTER_DELAY is 'nan': it is a number of seconds"),
        ({"BT_CLUSTER_DELAY": "inf"}, "BT_CLUSTER_DELAY is 'inf': it is a number of seconds"),
        ({"BT_CLUSTER_CONCURRENCY": -1}, "BT_CLUSTER_CONCURRENCY is -1: it is a whole number"),
    ],
)
def test_numbers_that_cannot_be_kept_end_the_crawl_before_it_begins(server, client, caplog, settings, message) -> None:
    (crawl,) = crawl_together(server, Site, **settings)
    assert (crawl.reason, crawl.items) == ("not_started", [])
    assert message in caplog.text
