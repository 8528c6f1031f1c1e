"""Crawls of spiders on a real Redis, and what is sent to it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

import pytest
import redis
import redis.asyncio
from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.settings import Settings

from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.testing import RedisServer
from tests.unit.crawl.conftest import QUIET, Crawl, crawl_with

SCHEDULER = "scrapy_bt.crawl.redis.scheduler.RedisScheduler"


class Shop(Spider):
    """Pages that lead to others: `pages` says which, by their texts."""

    name = "shop"
    pages: ClassVar[dict[str, list[Request]]] = {}

    async def start(self):
        for request in self.first():
            yield request

    def first(self) -> list[Request]:
        return [page("start", dont_filter=True)]

    def parse(self, response):
        yield {"page": response.text}
        yield from self.pages.get(response.text, [])


def page(text: str, **options: Any) -> Request:
    """A request whose page has this text, without a network."""
    return Request(f"data:text/plain,{text}", **options)


@pytest.fixture
def run_client(
    server: RedisServer, client: redis.Redis
) -> Callable[[Callable[[RetryingClient], Awaitable[None]]], None]:
    """Run a coroutine that is given a retrying client to the server."""

    def run_client(act: Callable[[RetryingClient], Awaitable[None]]) -> None:
        async def scenario() -> None:
            async with redis.asyncio.Redis.from_url(server.url) as connected:
                await act(RetryingClient(connected, name="redis://shown", extra={}))

        asyncio.run(scenario())

    return run_client


@pytest.fixture
def run_spider(server: RedisServer, client: redis.Redis) -> Callable[..., Crawl]:
    """Crawl with an ordinary spider on the Redis scheduler, in a project that has no add-on."""

    def run(spider: type[Spider] = Shop, settings: dict[str, Any] | None = None, **arguments: Any) -> Crawl:
        return asyncio.run(crawl_spider(server, spider, settings, **arguments))

    return run


async def crawl_spider(
    server: RedisServer, spider: type[Spider] = Shop, settings: dict[str, Any] | None = None, **arguments: Any
) -> Crawl:
    given = {**QUIET, "SCHEDULER": SCHEDULER, "REDIS_URL": server.url, **(settings or {})}
    crawler = AsyncCrawlerRunner(Settings(given)).create_crawler(spider)
    return await crawl_with(crawler, **arguments)
