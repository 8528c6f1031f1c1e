"""The pipelines in a project that has nothing else of this package."""

import json
import sqlite3
from contextlib import closing

import pytest

from scrapy_bt.testing.kafka import KafkaBroker
from scrapy_bt.testing.redis import RedisServer

SPIDER = """
import scrapy


class Article(scrapy.Item):
    content = scrapy.Field()
    url = scrapy.Field()
    platform = scrapy.Field()


class Plain(scrapy.Spider):
    name = "plain"

    def __init__(self, site, **kwargs):
        super().__init__(**kwargs)
        self.start_urls = [f"{{site}}/plain/item/{{number}}/" for number in (1, 2, 3)]

    def parse(self, response):
        sku = response.css(".sku::text").get()
        yield Article(content=sku, url=response.url, platform="plain shop")
        yield Article(content=sku, url=response.url + "?again", platform="plain shop")
        if response.url.endswith("/1/"):
            yield Article(content="x" * {size}, url=response.url, platform="plain shop")
"""

PIPELINES = {
    "scrapy_bt.storage.relational.StorePipeline": 800,
    "scrapy_bt.storage.kafka.KafkaPipeline": 900,
}


@pytest.fixture
def plain(project):
    del project.settings["ADDONS"]
    project.settings["ITEM_PIPELINES"] = PIPELINES
    project.settings["BT_STORE_URL"] = "sqlite:///plain.db"
    project.spiders("plain", SPIDER.format(size=1_100_000))
    return project


@pytest.mark.parametrize("job", [{}, {"JOBDIR": "job"}], ids=["plain", "jobdir"])
def test_an_ordinary_spider_stores_and_sends(plain, job):
    with KafkaBroker() as broker:
        settings = {"BT_KAFKA_SERVERS": broker.servers, "BT_STORE_KEY": {"Article": ["content"]}, **job}
        result = plain.crawl("plain", settings=settings, site=plain.site)
        broker.drain()
        messages = broker.messages
    assert (result.code, result.reason, result.has_traceback) == (3, "finished", False), result.log
    with closing(sqlite3.connect(plain.folder / "plain.db")) as connection:
        stored = connection.execute("SELECT bt_key, content FROM Article WHERE length(content) < 100").fetchall()
        urls = connection.execute("SELECT bt_key, url FROM Article_urls").fetchall()
    assert len(stored) == 3
    assert len(urls) == 7
    # Changed to what Kafka takes, with a mark of the whole.
    (topic,) = {message["topic"] for message in messages}
    assert topic.startswith("articles-plain_shop_")
    values = [json.loads(message["value"]) for message in messages]
    assert {message["key"] for message in messages} == {value["id"] for value in values} == {key for key, _ in stored}
    assert {value["url"] for value in values} == {url for _, url in urls}
    # The long one fits into the table, and into no message. Scrapy's scheduler keeps no letters, in a JOBDIR neither.
    (line,) = (plain.folder / ".scrapy" / "bt-dead-letters" / "plain.jl").read_text().splitlines()
    letter = json.loads(line)
    assert letter["store"] == "kafka"
    assert letter["reason"].startswith("Kafka takes no such message: ")
    assert len(letter["record"]["content"]) == 1_100_000
    assert result.stats["bt/kafka/sent"] == 6
    assert len(result.items) == 7


def test_a_wrong_address_is_told_before_anything_is_visited(plain, practice):
    before = practice.counts()["total"]
    result = plain.crawl("plain", settings={"BT_KAFKA_SERVERS": "127.0.0.1:1", "BT_KAFKA_TIMEOUT": 0}, site=plain.site)
    assert result.reason == "no_store"
    assert "no Kafka broker answers at 127.0.0.1:1 (BT_KAFKA_SERVERS): " in result.log
    assert not result.has_traceback, result.log
    assert practice.counts()["total"] == before


def test_on_redis_an_ordinary_spider_keeps_what_a_store_refused(plain):
    """And where duplicates are dropped, the row that stays has both addresses."""
    plain.spiders(
        "pairs",
        """
        import scrapy

        class Pairs(scrapy.Spider):
            name = "pairs"

            def __init__(self, site, **kwargs):
                super().__init__(**kwargs)
                self.start_urls = [f"{site}/plain/item/{number}/" for number in (1, 2)]

            def parse(self, response):
                sku = response.css(".sku::text").get()
                yield {"url": response.url, "sku": sku, "price": 1}
                yield {"url": response.url + "?again", "sku": sku, "price": 1}
                yield {"url": response.url, "sku": "odd" + sku, "price": "dear"}
        """,
    )
    with RedisServer() as server:
        settings = {
            "SCHEDULER": "scrapy_bt.crawl.redis.scheduler.RedisScheduler",
            "REDIS_URL": server.url,
            "ITEM_PIPELINES": {
                "scrapy_bt.crawl.duplicates.pipeline.DuplicatesPipeline": 100,
                "scrapy_bt.storage.relational.StorePipeline": 900,
            },
        }
        first = plain.crawl("pairs", settings=settings, site=plain.site)
        assert (first.reason, first.has_traceback) == ("finished", False), first.log
        assert first.stats["bt/dead"] == first.stats["bt/store/refused/pairs"] == 2
        with closing(sqlite3.connect(plain.folder / "plain.db")) as connection:
            addresses = connection.execute("SELECT count(*) FROM pairs JOIN pairs_urls USING (bt_key)").fetchall()
            connection.execute("ALTER TABLE pairs RENAME COLUMN price TO former")
            connection.execute("ALTER TABLE pairs ADD COLUMN price TEXT")
            connection.commit()
        assert addresses == [(4,)]
        again = {**settings, "ADDONS": {"scrapy_bt.Addon": 300}}
        assert (
            "2 dead letters queued again" in plain.run("bt", "dead", "requeue", "pairs", "--all", settings=again).output
        )
        plain.crawl("pairs", settings=settings, site=plain.site)
    with closing(sqlite3.connect(plain.folder / "plain.db")) as connection:
        assert len(connection.execute("SELECT * FROM pairs WHERE price = 'dear'").fetchall()) == 2
