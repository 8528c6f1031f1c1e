"""Real crawls of an ordinary spider that only has items, in this process."""

import asyncio
from dataclasses import dataclass

import pytest
from scrapy import Request, Spider, signals
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.exceptions import DropItem
from scrapy.settings import Settings

from scrapy_bt.crawl.duplicates import pipeline as module
from scrapy_bt.crawl.duplicates.content_store import ContentStore
from scrapy_bt.crawl.duplicates.pipeline import DuplicateItem
from scrapy_bt.errors import NotStored
from scrapy_bt.testing import RedisServer
from tests.unit.crawl.conftest import QUIET
from tests.unit.crawl.duplicates.ledger_contract import text

PIPELINE = "scrapy_bt.crawl.duplicates.pipeline.DuplicatesPipeline"


class Picky:
    """Drops what says so, raises at what says so, gives another object for the rest; notes duplicates."""

    told: list = []  # noqa: RUF012

    async def process_item(self, item):
        await asyncio.sleep(0.01)
        if "drop" in item["url"]:
            raise DropItem("picky")
        if "raise" in item["url"]:
            raise ValueError("picky")
        return dict(item)

    async def note_duplicate(self, item, match):
        self.told.append((item["url"], match.original_url))
        if "unstored" in match.url:
            raise NotStored("the store is away")


@dataclass
class Crawled:
    passed: list
    dropped: list
    failed: list
    stats: dict


def crawl(*items, settings=None, behind=None):
    class Given(Spider):
        name = "given"

        async def start(self):
            yield Request("data:,")

        def parse(self, response):
            yield from items

    pipelines = {PIPELINE: 100, **({Picky: 200} if behind is None else behind)}
    runner = AsyncCrawlerRunner(Settings({**QUIET, "ITEM_PIPELINES": pipelines, **(settings or {})}))
    crawler = runner.create_crawler(Given)
    found = Crawled([], [], [], {})
    handlers = (
        (lambda item: found.passed.append(item["url"]), signals.item_scraped),
        (lambda item, exception: found.dropped.append((item["url"], exception)), signals.item_dropped),
        (lambda item, failure: found.failed.append((item["url"], failure.value)), signals.item_error),
    )
    for handler, signal in handlers:
        crawler.signals.connect(handler, signal)
    Picky.told = []
    asyncio.run(crawler.crawl_async())
    found.stats = {
        name.removeprefix("bt/duplicates/"): value
        for name, value in crawler.stats.get_stats().items()
        if name.startswith("bt/duplicates")
    }
    found.stats["reason"] = crawler.stats.get_value("finish_reason")
    return found


def article(url, title="Lamps", **more):
    return {"url": url, "title": title, **more}


def test_the_same_article_passes_once_and_whoever_asks_learns_where_else_it_is():
    found = crawl(article("a"), article("b", "LAMPS!"), article("c", "Chairs"))
    assert sorted(found.passed) == ["a", "c"]
    [(url, error)] = found.dropped
    assert isinstance(error, DuplicateItem)
    assert str(error) == "b has the same content as a"
    assert (url, error.match.original_url) == ("b", "a")
    assert Picky.told == [("b", "a")]
    assert found.stats == {"passed": 2, "same": 1, "waited": 1, "reason": "finished"}


def test_a_dropped_or_failed_record_leaves_its_place_to_the_next():
    found = crawl(article("drop"), article("raise"), article("c"), article("d"))
    assert found.passed == ["c"]
    assert [url for url, _ in found.dropped] == ["drop", "d"]
    assert [url for url, _ in found.failed] == ["raise"]
    assert found.stats["given_back"] == 2


def test_long_texts_are_compared_as_short_ones_are():
    whole = " ".join(text(seed) for seed in range(30))
    found = crawl(article("a", whole), article("b", whole.upper()), settings={"BT_DUPLICATES": "near"})
    assert len(found.passed) == 1


def test_near_texts_are_found_when_asked_for():
    items = [article("a", text(1)), article("b", text(1, changes=4))]
    assert sorted(crawl(*items).passed) == ["a", "b"]
    found = crawl(*items, settings={"BT_DUPLICATES": "near"})
    assert found.passed == ["a"]
    assert "b shares 9" in str(found.dropped[0][1])
    assert found.stats["near"] == 1


def test_only_the_fields_that_count_are_compared():
    items = [article("a", price=1), article("b", price=2), article("c", None, price=3), article("d", "", price=4)]
    found = crawl(*items, settings={"BT_DUPLICATES_FIELDS": ["title"]})
    assert sorted(found.passed) == ["a", "c", "d"]
    assert found.stats["without_content"] == 2


@pytest.mark.parametrize("count", [1, 99, 100, 101])
def test_fields_that_no_record_has_are_told_once(caplog, count):
    items = [article(str(number)) for number in range(count)]
    found = crawl(*items, settings={"BT_DUPLICATES_FIELDS": "txt"})
    assert len(found.passed) == found.stats["without_content"] == count
    assert caplog.text.count("BT_DUPLICATES_FIELDS is 'txt': no record has had content in these fields") == 1


@pytest.mark.parametrize(
    ("fields", "items"), [("title", [article("a"), {"url": "b"}]), ("", [{"url": "a"}]), ("txt", [])]
)
def test_nothing_is_told_where_a_record_has_one_of_them_or_there_are_none(caplog, fields, items):
    crawl(*items, settings={"BT_DUPLICATES_FIELDS": fields})
    assert "BT_DUPLICATES_FIELDS is" not in caplog.text


def test_later_runs_know_what_earlier_ones_stored(tmp_path):
    settings = {"BT_DUPLICATES_STORE": str(tmp_path / "d.db")}
    assert crawl(article("a"), article("drop", "x"), settings=settings).passed == ["a"]
    found = crawl(article("b"), article("a"), article("y", "x"), settings=settings)
    assert found.passed == ["y"]
    assert (found.stats["same"], found.stats["again"]) == (1, 1)
    with ContentStore(tmp_path / "d.db", similarity=None) as content_store:
        assert content_store.tally().kept == 2
        assert content_store.matches()[0].url == "b"


def test_a_job_folder_keeps_the_ledger(tmp_path):
    settings = {"JOBDIR": str(tmp_path / "job")}
    assert crawl(article("a"), settings=settings).passed == ["a"]
    assert crawl(article("b"), settings=settings).passed == []


def test_who_cannot_keep_an_address_stops_the_record(caplog):
    found = crawl(article("a"), article("unstored"))
    assert found.passed == ["a"]
    assert [(url, type(error)) for url, error in found.failed] == [("unstored", NotStored)]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"BT_DUPLICATES": "some"}, "BT_DUPLICATES is 'some': it is 'exact', 'near' or empty"),
        ({"BT_DUPLICATES_SIMILARITY": 2}, "BT_DUPLICATES_SIMILARITY: 2.0 is no similarity"),
        ({"BT_DUPLICATES_STORE": "/proc/nowhere/d.db"}, "cannot be opened"),
    ],
)
def test_what_cannot_be_meant_ends_the_crawl_in_order(settings, message, caplog):
    found = crawl(article("a"), settings=settings)
    assert message in caplog.text
    assert found.stats["reason"] == "no_duplicates"


def test_a_ledger_that_breaks_ends_the_crawl_and_the_record_is_not_done(tmp_path, caplog):
    class Breaker:
        """Makes something else of the ledger's file."""

        async def process_item(self, item):
            with ContentStore(tmp_path / "d.db", similarity=None) as content_store:
                content_store._connection.execute("DROP TABLE keys")
            return item

    found = crawl(
        article("a"),
        article("b", "Chairs"),
        *(article(str(number), str(number)) for number in range(40)),
        settings={"BT_DUPLICATES_STORE": str(tmp_path / "d.db"), "CONCURRENT_ITEMS": 1},
        behind={Breaker: 200},
    )
    assert found.stats["reason"] == "duplicates_failed"
    assert all(isinstance(error, NotStored) for _, error in found.failed)
    assert "duplicates cannot be told any more" in caplog.text


def test_a_crawl_that_ends_does_not_wait_for_a_ledger_that_is_away(monkeypatch, caplog):
    monkeypatch.setattr(module, "_FAREWELL", 0.1)
    monkeypatch.setattr(module, "_LOOK_AGAIN", 0.05)

    class Ender:
        """Takes the ledger away and ends the crawl."""

        def __init__(self, crawler):
            self.crawler = crawler

        @classmethod
        def from_crawler(cls, crawler):
            return cls(crawler)

        async def process_item(self, item):
            server.freeze()
            self.ending = asyncio.ensure_future(self.crawler.engine.close_spider_async(reason="enough"))
            return item

    with RedisServer() as server:
        settings = {"BT_DUPLICATES_STORE": "redis", "REDIS_URL": server.url}
        found = crawl(article("a"), settings=settings, behind={Ender: 200})
        server.thaw()
    assert found.passed == ["a"]
    assert "the ledger of duplicates is away; what it does not know is stored again" in caplog.text


def test_a_ledger_that_is_away_for_a_while_holds_records_up_and_loses_none():
    class Breaker:
        """Kills the ledger's server once, for a moment; it comes back with what it knew."""

        is_done = False

        async def process_item(self, item):
            if not Breaker.is_done:
                Breaker.is_done = True
                server.kill()
                asyncio.get_running_loop().call_later(0.2, server.start)
            return item

    items = [article(f"{number}", f"text {number % 10}") for number in range(20)]
    with RedisServer(options=("--appendonly", "yes", "--appendfsync", "always")) as server:
        settings = {"BT_DUPLICATES_STORE": "redis", "REDIS_URL": server.url, "CONCURRENT_ITEMS": 4}
        found = crawl(*items, settings=settings, behind={Breaker: 200})
    assert len(found.passed) == 10
    assert found.stats["reason"] == "finished"
    assert found.stats["same"] == 10
