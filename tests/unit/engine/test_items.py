"""Items of one response: how many wait in pipelines together, and what becomes of them."""

import asyncio

import pytest
from scrapy.exceptions import DropItem

from tests.enginetraces import Page, Part, Plan, crawl


class Slow(Part):
    """Counts the items that wait in it."""

    waiting = most = 0

    async def process_item(self, item):
        kind = type(self)
        kind.waiting += 1
        kind.most = max(kind.most, kind.waiting)
        for _ in range(20):
            await asyncio.sleep(0)
        kind.waiting -= 1
        return item


class Choosing(Part):
    """Drops the first item, fails at the second, and keeps the third."""

    def process_item(self, item):
        if item["number"] == 0:
            raise DropItem("first")
        if item["number"] == 1:
            raise ValueError("second")
        return item


def settings_with(pipeline, **others):
    return {"ITEM_PIPELINES": {pipeline: 100}, **others}


@pytest.mark.parametrize("limit", [1, 3])
def test_no_more_wait_than_the_setting_allows(limit):
    Slow.waiting = Slow.most = 0
    trace = crawl(Plan((Page(items=9),)), "lean", settings_with(Slow, CONCURRENT_ITEMS=limit))
    assert Slow.most == limit
    assert len(trace.items) == 9


@pytest.mark.parametrize("engine", ["lean", "scrapy"])
def test_each_item_is_told_of_once(engine):
    trace = crawl(Plan((Page(items=3),)), engine, settings_with(Choosing))
    last = {url.partition("#")[2]: calls[-1].partition(" ")[0] for url, calls in trace.by_url.items() if "#" in url}
    assert last == {"0": "item_dropped", "1": "item_error", "2": "item_scraped"}
    assert trace.stats["finish_reason"] == "finished"
