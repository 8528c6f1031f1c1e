import asyncio

import pytest
from scrapy import Spider
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from scrapy_bt import Addon
from scrapy_bt.crawl import missing
from scrapy_bt.crawl.components import MISSING
from scrapy_bt.crawl.missing import MissingPipelines, find_missing
from scrapy_bt.crawl.redis import QUEUE_APART
from scrapy_bt.crawl.spiders import TreeSpider
from scrapy_bt.storage.relational import StorePipeline

STORE = "scrapy_bt.storage.relational.StorePipeline"
URL = {"BT_STORE_URL": "sqlite:///a.db"}


class OwnStore(StorePipeline):
    """A project's own."""


class Plain(Spider):
    name = "plain"


def test_what_is_asked_for_and_not_named_is_missing():
    asked = Settings({**URL, "BT_DUPLICATES": "near", "BT_KAFKA_SERVERS": ["a:1"]})
    assert list(find_missing(asked)) == ["BT_DUPLICATES", "BT_STORE_URL", "BT_KAFKA_SERVERS"]
    assert find_missing(Settings(URL)) == {"BT_STORE_URL": (STORE, 900)}
    assert find_missing(Settings()) == {}


@pytest.mark.parametrize("named", [{STORE: 1}, {STORE: None}, {StorePipeline: 1}, {OwnStore: 1}])
def test_what_is_named_is_not_missing_also_where_it_is_switched_off(named):
    assert find_missing(Settings({**URL, "ITEM_PIPELINES": named})) == {}


@pytest.mark.parametrize(("spider", "settings"), [(TreeSpider, {}), (Plain, {QUEUE_APART: True})])
def test_trees_and_single_pages_are_told_nothing(spider, settings):
    with pytest.raises(NotConfigured):
        MissingPipelines.from_crawler(get_crawler(spider, settings))


def test_only_what_asks_for_records_brings_the_extension():
    for settings, is_there in ((Settings(URL), True), (Settings(), False)):
        Addon().update_settings(settings)
        assert any(f"{each.__module__}.{each.__name__}" == MISSING for each in settings["EXTENSIONS"]) is is_there


def test_it_is_told_once_with_the_line_to_add(caplog):
    async def crawl():
        settings = {**URL, "ADDONS": {Addon: 300}, "TWISTED_REACTOR_ENABLED": False}
        await AsyncCrawlerRunner(Settings(settings)).crawl(Plain)

    asyncio.run(crawl())
    (told,) = [record.getMessage() for record in caplog.records if record.name == missing.__name__]
    assert told.startswith("No effect on this spider: BT_STORE_URL. ")
    assert told.endswith(f'ITEM_PIPELINES = {{"{STORE}": 900}}')
