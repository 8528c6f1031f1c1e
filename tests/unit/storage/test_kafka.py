import asyncio
import json
import sys
from datetime import datetime, timezone

import pytest
from scrapy import Spider, signals
from scrapy.exceptions import CloseSpider
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.runtime.records import Record
from scrapy_bt.errors import NotStored
from scrapy_bt.storage import kafka
from scrapy_bt.storage.kafka import KafkaPipeline, message, topic_name
from scrapy_bt.storage.rows import StoreError


class Producer:
    """Keeps what it is to send; *error* is raised instead."""

    def __init__(self, error=None):
        self.error, self.sent, self.is_closed = error, [], False

    async def open(self):
        """Nothing has to be looked for."""

    async def send(self, topic, *, key, value):
        if self.error is not None:
            raise self.error
        self.sent.append((topic, key.decode(), json.loads(value)))

    def hurry(self):
        """Nobody waits."""

    async def close(self):
        self.is_closed = True


def make_crawler(tmp_path, **settings):
    given = {"BT_KAFKA_SERVERS": "a:1", "BT_DEAD_LETTERS": str(tmp_path), **settings}
    made = get_crawler(type("Shop", (Spider,), {"name": "shop"}), given)
    made.spider = made._create_spider()
    return made


def send(crawler, monkeypatch, *items, error=None):
    producer = Producer(error)
    monkeypatch.setattr(kafka, "_producer", lambda *_: producer)

    async def run():
        pipeline = KafkaPipeline.from_crawler(crawler)
        await pipeline.open_spider()
        try:
            for item in items:
                assert await pipeline.process_item(item) is item
        finally:
            await asyncio.sleep(0)
            await pipeline.close_spider()

    asyncio.run(run())
    return producer


def test_each_platform_has_a_topic(tmp_path, monkeypatch):
    crawler = make_crawler(tmp_path, BT_STORE_KEY={"article": ["content"]})
    record = Record("article", {"content": "c", "platform": "news", "url": "https://a.test/", "time": "t", "more": 1})
    (with_all, plain) = send(crawler, monkeypatch, record, {"a": 1}).sent
    topic, key, value = with_all
    assert topic == "articles-news"
    collected = datetime.fromisoformat(value.pop("collected"))
    assert collected.tzinfo is not None
    assert value == {
        "id": key, "content": "c", "resource": "news", "url": "https://a.test/", "time": "t", "kind": "article",
        "fields": {"more": 1},
    }  # fmt: skip
    assert plain[0] == "articles-shop"
    assert plain[2]["fields"] == {"a": 1}
    assert datetime.fromisoformat(plain[2]["time"]).tzinfo is not None
    assert crawler.stats.get_value("bt/kafka/sent") == 2


def test_the_platform_may_be_that_of_the_crawl(tmp_path, monkeypatch):
    crawler = make_crawler(tmp_path, BT_KAFKA_TOPIC="{spider}.{kind}.{platform}")
    crawler.spider.arguments = {"platform": "forum"}
    ((topic, _, value),) = send(crawler, monkeypatch, {"a": 1}).sent
    assert (topic, value["resource"]) == ("shop.shop.forum", "forum")


def test_times_and_bytes_have_a_form(tmp_path):
    text = message(
        "k", {"time": datetime(2024, 1, 2, tzinfo=timezone.utc), "raw": b"\1"}, key="", platform="p", address="u"
    )
    assert json.loads(text)["time"] == "2024-01-02T00:00:00+00:00"
    assert json.loads(text)["fields"] == {"raw": "01"}


@pytest.mark.parametrize("text", ["论坛", "a b", "..", "", "x" * 300])
def test_topics_have_names_that_kafka_takes(text):
    name = topic_name(text)
    assert name != text
    assert 0 < len(name) <= 249
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
    assert topic_name(text + "y") != name


def test_what_no_broker_takes_is_kept_with_the_reason(tmp_path, monkeypatch):
    send(make_crawler(tmp_path), monkeypatch, {"a": 1}, error=ValueError("too large"))
    assert json.loads((tmp_path / "shop.jl").read_text())["reason"] == "too large"


def test_a_broker_that_stays_away_gives_items_back(tmp_path, monkeypatch, caplog):
    crawler = make_crawler(tmp_path)
    crawler.engine = Engine()
    with pytest.raises(NotStored, match="not sent: away"):
        send(crawler, monkeypatch, {"a": 1}, error=StoreError("away"))
    assert crawler.engine.reasons == ["store_failed"]


class Engine:
    """What a pipeline sees of Scrapy's engine."""

    running = True

    def __init__(self):
        self.reasons = []

    async def close_spider_async(self, *, reason):
        self.reasons.append(reason)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"BT_KAFKA_SERVERS": ""}, "names KafkaPipeline, but BT_KAFKA_SERVERS is empty"),
        ({"BT_KAFKA_TOPIC": "{no}"}, "BT_KAFKA_TOPIC is '{no}'"),
        ({"BT_KAFKA_OPTIONS": "x"}, "BT_KAFKA_OPTIONS is a text"),
        ({"BT_STORE_KEY": "x"}, "BT_STORE_KEY is ('x',)"),
    ],
)
def test_what_is_wrong_ends_the_crawl_in_order(tmp_path, monkeypatch, caplog, settings, words):
    crawler = make_crawler(tmp_path, **settings)
    with pytest.raises(NotStored):
        send(crawler, monkeypatch, {"a": 1})
    assert words in caplog.text
    answers = crawler.signals.send_catch_log(signals.spider_opened, dont_log=Exception)
    assert any(isinstance(getattr(answer, "value", None), CloseSpider) for _, answer in answers)


def test_without_the_library_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "confluent_kafka", None)
    monkeypatch.delitem(sys.modules, "scrapy_bt.storage.kafka_producer", raising=False)
    with pytest.raises(StoreError, match=r"pip install 'scrapy_bt\[kafka\]'"):
        kafka._producer("a:1", {}, 1.0)
