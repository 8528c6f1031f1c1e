"""A step counts as done when its records are stored; one that could not be stored is taken again."""

from collections import Counter

import pytest

from scrapy_bt.testing.redis import RedisServer

TREE = """
page   :: visit "{site}/plain/item/{number}/"
thing  :: item { number = number  sku = css ".sku::text" }
apart  :: item { alone = number }
detail :: and (number) { :page  :thing }
lonely :: and (number) { :apart }
main :: and (site) {
    number = 1
    while number <= 8 { goroutine { :detail(number) }  number = number + 1 }
    goroutine { :lonely(1) }
}
"""

PIPELINE = """
import asyncio
import json
from pathlib import Path

from scrapy.exceptions import DropItem
from scrapy_bt.errors import NotStored

class Undone(NotStored, DropItem):
    pass

class Store:
    def __init__(self, crawler):
        self.crawler = crawler
        self.is_away = crawler.settings.getbool("STORE_IS_AWAY")
        self.error = Undone if crawler.settings.getbool("IS_QUIET") else NotStored

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    async def process_item(self, item):
        await asyncio.sleep(0.05)
        if self.is_away and item.get("number") != 1:
            asyncio.ensure_future(self.crawler.engine.close_spider_async(reason="store_failed"))
            raise self.error("the store is away")
        with Path("stored.jl").open("a") as file:
            file.write(json.dumps(dict(item)) + "\\n")
        return item
"""


@pytest.fixture
def project(project):
    project.tree("tree", TREE)
    project.write("store.py", PIPELINE)
    project.settings["ITEM_PIPELINES"] = {"store.Store": 1}
    return project


def stored(project):
    import json

    path = project.folder / "stored.jl"
    records = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return Counter(record.get("number", "alone") for record in records)


EXPECTED = Counter([*range(1, 9), "alone"])


def test_a_record_that_was_not_stored_comes_again_from_a_jobdir(project):
    arguments = project.crawl_arguments("tree", site=project.site)
    settings = {"JOBDIR": "job", "IS_QUIET": False}
    first = project.run(*arguments, settings={**settings, "STORE_IS_AWAY": True})
    assert first.reason == "store_failed", first.log
    assert first.has_traceback
    assert first.stats["bt/given_back"] >= 1
    assert stored(project) == Counter([1])
    second = project.run(*arguments, settings=settings)
    assert (second.code, second.reason) == (0, "finished"), second.log
    assert stored(project) == EXPECTED


def test_a_record_that_was_not_stored_comes_again_to_other_workers(project):
    with RedisServer() as server:
        arguments = project.crawl_arguments("tree", site=project.site)
        settings = {"BT_FRONTIER": "redis", "REDIS_URL": server.url, "IS_QUIET": True}
        first = project.run(*arguments, settings={**settings, "STORE_IS_AWAY": True})
        assert first.reason == "store_failed", first.log
        assert not first.has_traceback
        second = project.run(*arguments, settings=settings)
        assert (second.code, second.reason) == (0, "finished"), second.log
    assert stored(project) == EXPECTED
