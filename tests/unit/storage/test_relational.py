import asyncio
import json
import sqlite3
import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass

import pytest
from scrapy import Spider, signals
from scrapy.exceptions import CloseSpider
from scrapy.utils.test import get_crawler

from scrapy_bt.core.duplicates.verdicts import DuplicateMatch
from scrapy_bt.core.rules.rule import Column, TagRef
from scrapy_bt.core.rules.tables import GroupTable
from scrapy_bt.crawl.runtime.records import Record
from scrapy_bt.errors import NotStored
from scrapy_bt.frontier.records import OFFERED, RefusedRecord
from scrapy_bt.storage import relational
from scrapy_bt.storage.databases import sqlite
from scrapy_bt.storage.relational import StorePipeline
from scrapy_bt.storage.rows import StoreError


@dataclass
class Book:
    title: str


class Shop(Spider):
    name = "shop"
    tables = {"prices": GroupTable("r.yaml", {"price": Column("price", tag=TagRef("l", "t"), type="number")})}  # noqa: RUF012


def make_crawler(url, **settings):
    made = get_crawler(Shop, {"BT_STORE_URL": url, "BT_STORE_PREFIX": "x_", **settings})
    made.spider = made._create_spider()
    return made


@pytest.fixture
def crawler(tmp_path):
    return make_crawler(f"sqlite:///{tmp_path}/a.db", BT_DEAD_LETTERS=str(tmp_path / "letters"))


def store(crawler, *items):
    async def run():
        pipeline = StorePipeline.from_crawler(crawler)
        await pipeline.open_spider()
        passed = await asyncio.gather(*(pipeline.process_item(item) for item in items))
        await pipeline.close_spider()
        return passed

    return asyncio.run(run())


def test_each_kind_of_item_has_its_table_and_passes_when_it_is_stored(crawler, tmp_path):
    items = [Record("prices", {"price": 1}), Record("prices", {"price": None, "x": 1}), Book("a"), {"url": "u"}]
    items += [{"url": f"u{number}"} for number in range(1200)]
    assert store(crawler, *items) == items
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        assert connection.execute("SELECT price, x FROM x_prices ORDER BY price").fetchall() == [(None, 1), (1, None)]
        assert connection.execute("SELECT title FROM x_Book").fetchall() == [("a",)]
        assert connection.execute("SELECT count(*) FROM x_shop").fetchall() == [(1201,)]
    assert crawler.stats.get_value("bt/store/stored") == 1204


def test_a_row_names_the_run_that_has_written_it(crawler, tmp_path):
    store(crawler, Book("a"))
    crawler.spider.bt_run = "20260131T120000-shop-1"
    store(crawler, Book("a"), Book("b"), {"bt_run": "its own"})
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        rows = connection.execute("SELECT title, bt_run FROM x_Book ORDER BY title").fetchall()
        assert rows == [("a", None), ("b", "20260131T120000-shop-1")]
        own = connection.execute("SELECT bt_run_, bt_run FROM x_shop").fetchall()
        assert own == [("its own", "20260131T120000-shop-1")]


def test_what_does_not_fit_is_kept_with_the_reason_and_goes_on_to_other_pipelines(crawler, tmp_path, caplog):
    item = Record("prices", {"price": "dear"})
    assert store(crawler, item) == [item]
    assert "A record of prices does not fit (store): column price: 'dear' is no number" in caplog.text
    assert crawler.stats.get_value("bt/store/refused/prices") == 1
    (line,) = (tmp_path / "letters" / "shop.jl").read_text().splitlines()
    letter = json.loads(line)
    assert letter.pop("time")
    assert letter == {
        "store": "store", "kind": "prices", "reason": "column price: 'dear' is no number", "record": {"price": "dear"},
    }  # fmt: skip


def test_one_that_is_offered_again_is_stored_or_refused_again(crawler, tmp_path):
    async def run():
        pipeline = StorePipeline.from_crawler(crawler)
        await pipeline.open_spider()
        answers = []
        for store, price in (("store", 1), ("store", "dear"), ("kafka", 1)):
            offered = RefusedRecord(store, "prices", {"price": price})
            ((_, answer),) = await crawler.signals.send_catch_log_async(OFFERED, offered=offered)
            answers.append(answer)
        await pipeline.close_spider()
        return answers

    assert asyncio.run(run()) == ["", "column price: 'dear' is no number", None]


def test_the_same_article_from_two_addresses_is_one_row_with_both(tmp_path):
    crawler = make_crawler(f"sqlite:///{tmp_path}/a.db", BT_STORE_KEY={"article": ["content"]})
    records = [
        Record("article", {"content": "c", "url": "https://a.test/1", "title": "first"}),
        Record("article", {"content": "c", "url": "https://a.test/2"}),
        Record("article", {"content": "d", "url": "https://a.test/3"}),
    ]
    for _ in range(2):
        store(crawler, *records)
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        assert connection.execute("SELECT title, url FROM x_article ORDER BY content").fetchall() == [
            ("first", "https://a.test/2"), (None, "https://a.test/3"),
        ]  # fmt: skip
        joined = "SELECT content, u.url FROM x_article JOIN x_article_urls u USING (bt_key) ORDER BY u.url"
        assert connection.execute(joined).fetchall() == [
            ("c", "https://a.test/1"), ("c", "https://a.test/2"), ("d", "https://a.test/3"),
        ]  # fmt: skip


def test_a_database_that_stays_away_gives_items_back(tmp_path, caplog):
    crawler = make_crawler(f"sqlite:///{tmp_path}/a.db", BT_STORE_TIMEOUT=0.2)
    crawler.engine = Engine()

    async def run():
        pipeline = StorePipeline.from_crawler(crawler)
        await pipeline.open_spider()
        with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as holder:
            pipeline._database._engine.dispose()
            holder.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotStored, match="has been away for"):
                await pipeline.process_item({"a": 1})
        await pipeline.close_spider()

    with short_locks():
        asyncio.run(run())
    assert crawler.engine.reasons == ["store_failed"]
    assert "The crawl ends, since its records cannot be stored" in caplog.text


class Engine:
    """What a pipeline sees of Scrapy's engine."""

    running = True

    def __init__(self):
        self.reasons = []

    async def close_spider_async(self, *, reason):
        self.reasons.append(reason)


@contextmanager
def short_locks():
    before, sqlite._LONGEST_LOCK = sqlite._LONGEST_LOCK, 0.05
    try:
        yield
    finally:
        sqlite._LONGEST_LOCK = before


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"BT_STORE_URL": "sqlite:////proc/nowhere/a.db"}, "cannot be opened"),
        ({"url": ""}, "names StorePipeline, but BT_STORE_URL is empty, so that no record would be stored"),
        ({"BT_STORE_KEY": "x"}, "BT_STORE_KEY is ('x',)"),
        ({"BT_STORE_TIMEOUT": "long"}, "BT_STORE_TIMEOUT is 'long': it is a number of seconds"),
    ],
)
def test_a_store_that_cannot_begin_ends_the_crawl_in_order(tmp_path, caplog, settings, words):
    crawler = make_crawler(**{"url": f"sqlite:///{tmp_path}/a.db", **settings})
    with pytest.raises(NotStored):
        store(crawler, {"a": 1})
    assert words in caplog.text
    answers = crawler.signals.send_catch_log(signals.spider_opened, dont_log=Exception)
    assert any(isinstance(getattr(answer, "value", None), CloseSpider) for _, answer in answers)


def test_where_a_duplicate_was_found_is_kept_with_the_first(tmp_path):
    crawler = make_crawler(f"sqlite:///{tmp_path}/a.db")
    first = Record("article", {"content": "C", "url": "https://a.test/1"})
    again = Record("article", {"content": "c", "url": "https://a.test/2"})
    third = Record("article", {"content": "c!", "url": "https://a.test/3"})

    async def run():
        pipeline = StorePipeline.from_crawler(crawler)
        await pipeline.open_spider()
        await pipeline.process_item(first)
        for item in (again, third, again):
            await pipeline.note_duplicate(item, DuplicateMatch(item["url"], first["url"], "key"))
        await pipeline.note_duplicate(again, DuplicateMatch(again["url"], "https://never.test/", "key"))
        await pipeline.note_duplicate(first, DuplicateMatch(first["url"], first["url"], "key"))
        await pipeline.close_spider()

    asyncio.run(run())
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        query = "SELECT content, u.url FROM x_article JOIN x_article_urls u USING (bt_key) ORDER BY u.url"
        assert connection.execute(query).fetchall() == [("C", f"https://a.test/{number}") for number in (1, 2, 3)]
    assert crawler.stats.get_value("bt/store/places_lost") == 1


@pytest.mark.parametrize("missing", ["sqlalchemy", "alembic"])
def test_without_the_libraries_it_says_what_to_install(monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    for name in (
        "scrapy_bt.storage.database",
        "scrapy_bt.storage.engines",
        "scrapy_bt.storage.tables",
        "scrapy_bt.storage.migrations",
    ):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(StoreError, match=r"pip install 'scrapy_bt\[store\]'"):
        relational._open("sqlite://", 1.0, "url")
