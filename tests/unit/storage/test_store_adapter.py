import asyncio
import json
from types import SimpleNamespace

import pytest
from scrapy import Spider, signals
from scrapy.exceptions import CloseSpider
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.runtime.records import Record
from scrapy_bt.errors import NotStored
from scrapy_bt.frontier.records import OFFERED, REFUSED, RefusedRecord
from scrapy_bt.storage import store_adapter
from scrapy_bt.storage.rows import StoreError
from scrapy_bt.storage.store_adapter import StoreAdapter, Undone


class Engine:
    """What a adapter sees of Scrapy's engine."""

    def __init__(self):
        self.running = False
        self.reasons = []

    async def close_spider_async(self, *, reason):
        self.reasons.append(reason)


async def begin(one, *, take=None, hurry=lambda: None):
    """Open a adapter whose store is there."""

    async def connect():
        return SimpleNamespace(hurry=hurry)

    assert (await one.open(connect, take=take)).hurry is hurry


@pytest.fixture
def crawler(tmp_path):
    made = get_crawler(Spider, {"BT_DEAD_LETTERS": str(tmp_path)})
    made.spidercls.name = "shop"
    made.spider = made._create_spider()
    made.engine = Engine()
    yield made
    del made.spidercls.name


def test_who_keeps_refused_records_gets_them(crawler, tmp_path):
    kept = []

    def keep(refused):
        kept.append(refused)
        return True

    crawler.signals.connect(keep, REFUSED)
    asyncio.run(StoreAdapter(crawler, "store").refuse("article", {"a": 1}, "why"))
    assert kept == [RefusedRecord("store", "article", {"a": 1}, "why")]
    assert list(tmp_path.iterdir()) == []
    assert crawler.stats.get_value("bt/store/refused/article") == 1


def test_otherwise_they_go_to_a_file(crawler, tmp_path):
    asyncio.run(StoreAdapter(crawler, "kafka").refuse("article", {"a": 1}, "why"))
    letter = json.loads((tmp_path / "shop.jl").read_text())
    assert (letter["store"], letter["record"]) == ("kafka", {"a": 1})


def test_a_crawl_is_ended_once_and_in_order(crawler, caplog):
    async def run():
        one = StoreAdapter(crawler, "store")
        one.give_up(StoreError("gone"))
        one.give_up(StoreError("gone"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert crawler.engine.reasons == ["store_failed"]
    assert caplog.text.count("The crawl ends, since its records cannot be stored: gone") == 1
    assert str(crawler.spider.fault) == "gone"


def test_when_a_crawl_is_given_up_nobody_waits_on(crawler):
    """What is under way would wait its whole patience again, batch by batch."""
    hurried = []

    async def run():
        one = StoreAdapter(crawler, "store")
        await begin(one, hurry=lambda: hurried.append(True))
        assert not hurried
        one.give_up(StoreError("gone"))
        one.close()
        await asyncio.sleep(0)

    asyncio.run(run())
    assert hurried


def test_a_crawl_whose_store_cannot_begin_does_not_begin(crawler):
    async def connect():
        raise StoreError("no such place")

    assert asyncio.run(StoreAdapter(crawler, "store").open(connect, take=None)) is None
    assert str(crawler.spider.fault) == "no such place"
    answers = crawler.signals.send_catch_log(signals.spider_opened, dont_log=Exception)
    assert [answer.value.reason for _, answer in answers if isinstance(answer.value, CloseSpider)] == ["no_store"]


def test_kinds_are_nodes_classes_or_spiders(crawler):
    one = StoreAdapter(crawler, "store")
    assert [one.kind_of_item(item) for item in (Record("node", {}), {}, Engine())] == ["node", "shop", "Engine"]


def test_only_the_store_that_is_meant_answers(crawler):
    async def take(kind, record):
        return f"{kind} {record}"

    async def run():
        one = StoreAdapter(crawler, "store")
        await begin(one, take=take)
        answers = []
        for name in ("store", "kafka"):
            offered = RefusedRecord(name, "article", {})
            ((_, answer),) = await crawler.signals.send_catch_log_async(OFFERED, offered=offered)
            answers.append(answer)
        one.close()
        return answers

    assert asyncio.run(run()) == ["article {}", None]


def test_waiting_is_hurried_some_time_after_somebody_has_ended_the_crawl(crawler, monkeypatch):
    monkeypatch.setattr(store_adapter, "_LOOK", 0.01)
    monkeypatch.setattr(store_adapter, "_LAST_WAIT", 0.01)
    hurried = []

    async def look(times):
        for _ in range(times):
            await asyncio.sleep(0.01)

    async def run():
        one = StoreAdapter(crawler, "store")
        await begin(one, hurry=lambda: hurried.append(1))
        await look(5)
        crawler.engine.running = True  # a spider is opened before the engine runs
        await look(20)
        assert not hurried
        crawler.engine.running = False
        while not hurried:
            await look(1)
        one.close()

    asyncio.run(run())
    assert hurried == [1]


def test_an_item_that_was_not_stored_is_dropped_and_not_done():
    assert isinstance(Undone("away"), NotStored)
    assert str(Undone("away")) == "away"
