"""Our queues under scrapy-redis' own scheduler, in an ordinary project without the add-on."""

import pickle

import pytest

from scrapy_bt.testing import RedisServer

SPIDER = """
import scrapy


class ShopSpider(scrapy.Spider):
    name = "shop"

    def __init__(self, site="", **arguments):
        super().__init__(**arguments)
        self.start_urls = [f"{site}/shop/"]

    def parse(self, response):
        for link in response.css("ul.categories a"):
            yield response.follow(link, self.parse_list)

    def parse_list(self, response):
        for link in response.css("article.product h3 a"):
            yield response.follow(link, self.parse_product, priority=10, cb_kwargs={"found": (response.url, "list")})
        for link in response.css("a[rel=next], li.next a"):
            yield response.follow(link, self.parse_list)

    def parse_product(self, response, found):
        assert type(found) is tuple
        yield {"url": response.url, "found": found[0]}
"""

QUEUES = ("SafePriorityQueue", "SafeFifoQueue", "SafeLifoQueue")


class Trap:
    """Pickled data that leaves a file behind wherever it is loaded."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


@pytest.fixture(scope="module", params=RedisServer.kinds())
def server(request):
    with RedisServer(kind=request.param) as started:
        yield started


@pytest.fixture
def shop(project, server):
    project.spiders("shop", SPIDER)
    project.settings.update(
        ADDONS={},
        SCHEDULER="scrapy_redis.scheduler.Scheduler",
        DUPEFILTER_CLASS="scrapy_redis.dupefilter.RFPDupeFilter",
        SCHEDULER_QUEUE_CLASS="scrapy_bt.crawl.redis.queue.SafePriorityQueue",
        REDIS_URL=server.url,
    )
    return project


def urls(result):
    return sorted(item["url"] for item in result.items)


@pytest.mark.parametrize("queue", QUEUES)
def test_a_crawl_is_complete(shop, client, queue):
    settings = {"SCHEDULER_QUEUE_CLASS": f"scrapy_bt.crawl.redis.queue.{queue}"}
    result = shop.crawl("shop", settings=settings, site=shop.site)
    assert not result.has_traceback, result.log
    assert result.reason == "finished"
    assert len(urls(result)) == len(set(urls(result))) == 60
    assert result.stats["scheduler/enqueued/redis"] == result.stats["scheduler/dequeued/redis"] >= 64
    assert client.keys() == []


def test_foreign_data_is_refused_and_kept_and_the_crawl_goes_on(shop, client, tmp_path):
    trap = pickle.dumps(Trap(tmp_path / "sprung"))
    client.zadd("shop:requests", {trap: -100, b"\x01junk": 0, b'{"url": "x"}': 100})
    result = shop.crawl("shop", site=shop.site)
    assert not result.has_traceback, result.log
    assert result.reason == "finished"
    assert len(set(urls(result))) == 60
    assert not (tmp_path / "sprung").exists()
    assert set(client.lrange("shop:requests:refused", 0, -1)) == {trap, b"\x01junk", b'{"url": "x"}'}
    assert result.stats["scheduler/refused"] == 3
    assert "A request of 'shop:requests' was refused, and is kept in 'shop:requests:refused'" in result.log
    assert "pickled data, which may hold any program and is never loaded" in result.log


def test_a_crawl_that_was_stopped_goes_on(shop, client):
    settings = {"SCHEDULER_PERSIST": True, "CONCURRENT_REQUESTS": 2}
    first = shop.crawl("shop", settings={**settings, "CLOSESPIDER_ITEMCOUNT": 10}, site=shop.site)
    assert first.reason == "closespider_itemcount"
    assert client.zcard("shop:requests") > 0
    (first_member,) = client.zrange("shop:requests", 0, 0)
    assert b"parse_" in first_member
    assert len(first_member) < 250
    second = shop.crawl("shop", settings=settings, site=shop.site)
    assert second.reason == "finished"
    assert not second.has_traceback, second.log
    assert len({*urls(first), *urls(second)}) == 60


def test_settings_that_contradict_the_queue_are_told(shop, client):
    result = shop.crawl("shop", settings={"SCHEDULER_SERIALIZER": "pickle"}, site=shop.site)
    assert "SCHEDULER_SERIALIZER and SCHEDULER_QUEUE_CLASS contradict each other" in result.log
    assert result.items == []
