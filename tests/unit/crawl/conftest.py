"""Real crawls of small trees in this process, without a reactor and without a network; a Redis for each module."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import redis
from scrapy import signals
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.settings import Settings

from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.spiders import TreeSpider
from scrapy_bt.testing import RedisServer

QUIET = {
    "TWISTED_REACTOR_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "BT_PROGRESS": "off",
    "BT_GC_THRESHOLD": 0,  # of this process, which has loaded far more than a crawl does
    "DOWNLOAD_HANDLERS": {"http": None, "https": None, "ftp": None},
}


@dataclass
class Crawl:
    """What a crawl came to."""

    crawler: Crawler
    items: list[dict[str, Any]]

    @property
    def reason(self) -> str:
        return self.stat("finish_reason")

    def stat(self, name: str) -> Any:
        return self.crawler.stats.get_value(name)


def tree_spider(text: str) -> type[TreeSpider]:
    """A spider of a text."""

    class TextSpider(TreeSpider):
        name = "tree"

        @classmethod
        def load_program(cls) -> Program:
            return build_program(text, file="tree.bt", name="tree")

    return TextSpider


def make_crawler(text: str, settings: dict[str, Any] | None = None) -> Crawler:
    """A crawler of a text that has not begun; nothing of it leaves the process."""
    runner = AsyncCrawlerRunner(Settings({**QUIET, **(settings or {})}))
    return runner.create_crawler(tree_spider(text))


async def crawl_with(crawler: Crawler, **arguments: Any) -> Crawl:
    items: list[dict[str, Any]] = []
    crawler.signals.connect(lambda item: items.append(dict(item)), signals.item_scraped, weak=False)
    await crawler.crawl_async(**arguments)
    return Crawl(crawler, items)


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer() as started:
        yield started


@pytest.fixture(scope="module")
def connected(server: RedisServer) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(server.url) as client:
        yield client


@pytest.fixture
def client(connected: redis.Redis) -> redis.Redis:
    """Of the module's Redis, which is empty at the start of each test."""
    connected.flushall()
    return connected


@pytest.fixture
def new_crawler() -> Callable[..., Crawler]:
    return make_crawler


@pytest.fixture
def crawl() -> Callable[..., Crawl]:
    """Crawl a text: *settings* as a dict, arguments of `main` by name."""

    def crawl(text: str, settings: dict[str, Any] | None = None, **arguments: Any) -> Crawl:
        return asyncio.run(crawl_with(make_crawler(text, settings), **arguments))

    return crawl
