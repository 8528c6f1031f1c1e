import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass

import pytest
from scrapy import Spider, signals
from scrapy.exceptions import CloseSpider, NotConfigured
from scrapy.utils.test import get_crawler

from scrapy_bt.core.rules.rule import Column, TagRef
from scrapy_bt.core.rules.tables import Table
from scrapy_bt.crawl.records import Record
from scrapy_bt.storage.relational import StorePipeline


@dataclass
class Book:
    title: str


class Shop(Spider):
    name = "shop"
    tables = {"prices": Table("r.yaml", {"price": Column("price", tag=TagRef("l", "t"), type="number")})}  # noqa: RUF012


def make_crawler(url):
    made = get_crawler(Shop, {"BT_STORE_URL": url, "BT_STORE_PREFIX": "x_"})
    made.spider = made._create_spider()
    return made


@pytest.fixture
def crawler(tmp_path):
    return make_crawler(f"sqlite:///{tmp_path}/a.db")


def store(crawler, *items):
    async def run():
        pipeline = StorePipeline.from_crawler(crawler)
        await pipeline.open_spider()
        passed = await asyncio.gather(*(pipeline.process_item(item) for item in items))
        await pipeline.close_spider()
        return passed

    return asyncio.run(run())


def test_without_a_url_it_is_not_used():
    with pytest.raises(NotConfigured):
        StorePipeline.from_crawler(get_crawler(Shop))


def test_each_kind_of_item_has_its_table_and_passes_when_it_is_stored(crawler, tmp_path):
    items = [Record("prices", {"price": 1}), Record("prices", {"price": None, "x": 1}), Book("a"), {"url": "u"}]
    items += [{"url": f"u{number}"} for number in range(1200)]
    assert store(crawler, *items) == items
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        assert connection.execute("SELECT price, x FROM x_prices ORDER BY price").fetchall() == [(None, 1), (1, None)]
        assert connection.execute("SELECT title FROM x_Book").fetchall() == [("a",)]
        assert connection.execute("SELECT count(*) FROM x_shop").fetchall() == [(1201,)]
    assert crawler.stats.get_value("bt/store/stored") == 1204


def test_what_does_not_fit_is_told_and_goes_on_to_other_pipelines(crawler, caplog):
    item = Record("prices", {"price": "dear"})
    assert store(crawler, item) == [item]
    assert "A record does not fit into table x_prices: column price: 'dear' is no number" in caplog.text
    assert crawler.stats.get_value("bt/store/refused/x_prices") == 1


def test_a_database_that_cannot_be_opened_ends_the_crawl_in_order(caplog):
    crawler = make_crawler("sqlite:////nowhere/a.db")
    assert store(crawler, {"a": 1}) == [{"a": 1}]
    assert "cannot be opened" in caplog.text
    answers = crawler.signals.send_catch_log(signals.spider_opened, dont_log=Exception)
    assert any(isinstance(getattr(answer, "value", None), CloseSpider) for _, answer in answers)
