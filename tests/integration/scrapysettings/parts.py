"""Parts of Scrapy that a project puts in the place of others, and the cache."""

from __future__ import annotations

import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scrapy.core.downloader import Downloader
from scrapy.core.scheduler import Scheduler
from scrapy.extensions.httpcache import FilesystemCacheStorage
from scrapy.http import HtmlResponse
from scrapy.pipelines import ItemPipelineManager
from scrapy.pqueues import ScrapyPriorityQueue
from scrapy.squeues import LifoMemoryQueue, PickleLifoDiskQueue
from scrapy.utils.request import RequestFingerprinter

from .requests import TWICE
from .stage import SEVERAL, Crawl, Stage, changes_nothing, holds


class Mark:
    """Notes who was called; each of them stands in one setting."""

    called: set[str] = set()  # noqa: RUF012 - of all of them


class DownloaderMark(Downloader):
    def fetch(self, request: Any, *args: Any) -> Any:
        Mark.called.add("DOWNLOADER")
        return super().fetch(request, *args)


class DownloaderMiddlewareMark:
    def process_request(self, request: Any) -> None:
        Mark.called.add("DOWNLOADER_MIDDLEWARES")


class SpiderMiddlewareMark:
    def process_spider_input(self, response: Any) -> None:
        Mark.called.add("SPIDER_MIDDLEWARES")

    async def process_spider_output(self, response: Any, result: Any) -> Any:
        async for one in result:
            yield one


class ExtensionMark:
    def __init__(self) -> None:
        Mark.called.add("EXTENSIONS")


class ProcessorMark(ItemPipelineManager):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        Mark.called.add("ITEM_PROCESSOR")


PARTS = {
    "DOWNLOADER": DownloaderMark,
    "DOWNLOADER_MIDDLEWARES": {DownloaderMiddlewareMark: 700},
    "SPIDER_MIDDLEWARES": {SpiderMiddlewareMark: 700},
    "EXTENSIONS": {ExtensionMark: 700},
    "ITEM_PROCESSOR": ProcessorMark,
}


@holds(*PARTS)
async def parts_of_a_project(stage: Stage) -> None:
    Mark.called.clear()
    assert (await stage.crawl(settings=PARTS)).got == ["/page"]
    assert Mark.called == set(PARTS)


class SettingsHandler:
    """Answers with what its settings say."""

    lazy = True

    def __init__(self, crawler: Any) -> None:
        self.settings = crawler.settings

    @classmethod
    def from_crawler(cls, crawler: Any) -> SettingsHandler:
        return cls(crawler)

    async def download_request(self, request: Any) -> HtmlResponse:
        names = request.url.rpartition("/")[2].split(",")
        body = ",".join(str(self.settings[name]) for name in names)
        return HtmlResponse(request.url, body=f"<p>{body}</p>".encode(), request=request)

    async def close(self) -> None:
        """Nothing is open."""


OF_HANDLERS = (
    "HTTP2_MAX_FRAME_SIZE",
    "HTTPX_HTTP2_ENABLED",
    "AWS_ACCESS_KEY_ID",
    "AWS_ENDPOINT_URL",
    "AWS_MAX_POOL_CONNECTIONS",
    "AWS_REGION_NAME",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_USE_SSL",
    "AWS_VERIFY",
)


@holds("DOWNLOAD_HANDLERS", *OF_HANDLERS)
async def handlers(stage: Stage) -> None:
    given = {name: f"v{number}" for number, name in enumerate(OF_HANDLERS)}
    settings = {**given, "DOWNLOAD_HANDLERS": {"http": SettingsHandler}}
    crawl = await stage.crawl("http://any.test/" + ",".join(OF_HANDLERS), settings)
    assert crawl.got == [",".join(given.values())]


@holds("DOWNLOADER_STATS")
async def counts_of_requests(stage: Stage) -> None:
    assert (await stage.crawl(settings={"DOWNLOADER_STATS": True})).stat("downloader/request_count") == 1
    assert (await stage.crawl(settings={"DOWNLOADER_STATS": False})).stat("downloader/request_count") is None


class Unused:
    """A scheduler or a queue that nobody may put anything into."""

    def enqueue_request(self, request: Any) -> bool:
        raise AssertionError

    def push(self, *_: Any) -> None:
        raise AssertionError

    def __len__(self) -> int:
        return 0


class UnusedQueue(Unused, LifoMemoryQueue):
    """Of memory."""


class UnusedPriorityQueue(Unused, ScrapyPriorityQueue):
    """Of all."""


class UnusedDiskQueue(Unused, PickleLifoDiskQueue):
    """Of a `JOBDIR`."""


class UnusedScheduler(Unused, Scheduler):
    """Scrapy's own."""


QUEUES = {
    "SCHEDULER": UnusedScheduler,
    "SCHEDULER_DEBUG": True,
    "SCHEDULER_DISK_QUEUE": UnusedDiskQueue,
    "SCHEDULER_MEMORY_QUEUE": UnusedQueue,
    "SCHEDULER_PRIORITY_QUEUE": UnusedPriorityQueue,
    "SCHEDULER_START_DISK_QUEUE": UnusedDiskQueue,
    "SCHEDULER_START_MEMORY_QUEUE": UnusedQueue,
}


@changes_nothing(*QUEUES)
async def queues_of_requests(stage: Stage) -> None:
    assert len((await stage.crawl(settings=QUEUES, text=SEVERAL, times=3)).items) == 3
    with TemporaryDirectory() as folder:
        crawl = await stage.crawl(settings={**QUEUES, "JOBDIR": folder}, text=SEVERAL, times=3)
    assert len(crawl.items) == 3


@holds("JOBDIR")
async def what_was_not_done(stage: Stage) -> None:
    with TemporaryDirectory() as folder:
        settings = {"JOBDIR": folder, "CLOSESPIDER_ITEMCOUNT": 1, "CONCURRENT_REQUESTS": 1}
        first = await stage.crawl(settings=settings, text=SEVERAL, times=8)
        second = await stage.crawl(settings={"JOBDIR": folder}, text=SEVERAL, times=8)
    assert len(first.items) < 8
    assert len(first.items) + len(second.items) == 8


@changes_nothing("CRAWLSPIDER_FOLLOW_LINKS", "WARN_ON_GENERATOR_RETURN_VALUE")
async def callbacks(stage: Stage) -> None:
    settings = {"CRAWLSPIDER_FOLLOW_LINKS": False, "WARN_ON_GENERATOR_RETURN_VALUE": False}
    assert (await stage.crawl(settings=settings, text=TWICE)).paths == ["/page", "/page?again"]


RFC = "scrapy.extensions.httpcache.RFC2616Policy"


class Cache:
    """Two crawls with one cache."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def is_kept(self, path: str = "/page", **settings: Any) -> bool:
        """Whether the second crawl needs no request, an hour later."""
        with TemporaryDirectory() as folder:
            given = {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": folder, **settings}
            await self._stage.crawl(path, given)
            for file in Path(folder).rglob("*"):
                os.utime(file, (time.time() - 3600,) * 2)
            return not (await self._stage.crawl(path, given)).asked


@holds(
    "HTTPCACHE_ENABLED",
    "HTTPCACHE_DIR",
    "HTTPCACHE_EXPIRATION_SECS",
    "HTTPCACHE_GZIP",
    "HTTPCACHE_IGNORE_HTTP_CODES",
    "HTTPCACHE_IGNORE_SCHEMES",
)
async def the_cache(stage: Stage) -> None:
    cache = Cache(stage)
    assert await cache.is_kept()
    assert await cache.is_kept(HTTPCACHE_GZIP=True)
    assert await cache.is_kept(HTTPCACHE_EXPIRATION_SECS=7200)
    assert not await cache.is_kept(HTTPCACHE_EXPIRATION_SECS=1800)
    assert not await cache.is_kept(HTTPCACHE_ENABLED=False)
    assert not await cache.is_kept(HTTPCACHE_IGNORE_SCHEMES=["http"])
    assert await cache.is_kept("/status/404")
    assert not await cache.is_kept("/status/404", HTTPCACHE_IGNORE_HTTP_CODES=[404])


@holds("HTTPCACHE_POLICY", "HTTPCACHE_ALWAYS_STORE", "HTTPCACHE_IGNORE_RESPONSE_CACHE_CONTROLS")
async def what_the_site_says_of_caching(stage: Stage) -> None:
    cache = Cache(stage)
    fresh, never = "/cached?control=max-age=1000", "/cached?control=no-store"
    assert await cache.is_kept(fresh, HTTPCACHE_POLICY=RFC)
    assert not await cache.is_kept(never, HTTPCACHE_POLICY=RFC)
    mixed = "/cached?control=max-age=1000,no-store"
    assert await cache.is_kept(mixed, HTTPCACHE_POLICY=RFC, HTTPCACHE_IGNORE_RESPONSE_CACHE_CONTROLS=["no-store"])
    stored = CountingStorage.stored
    settings = {"HTTPCACHE_POLICY": RFC, "HTTPCACHE_STORAGE": CountingStorage}
    await cache.is_kept("/page", **settings)
    assert CountingStorage.stored == stored
    await cache.is_kept("/page", **settings, HTTPCACHE_ALWAYS_STORE=True)
    assert CountingStorage.stored > stored


class CountingStorage(FilesystemCacheStorage):
    """Files, counted."""

    stored = 0

    def store_response(self, *args: Any) -> None:
        CountingStorage.stored += 1
        super().store_response(*args)


class OneFingerprint(RequestFingerprinter):
    """All requests look the same."""

    def fingerprint(self, request: Any) -> bytes:
        return b"same"


@holds("HTTPCACHE_STORAGE", "HTTPCACHE_DBM_MODULE", "HTTPCACHE_IGNORE_MISSING", "REQUEST_FINGERPRINTER_CLASS")
async def where_the_cache_is(stage: Stage) -> None:
    dbm = {"HTTPCACHE_STORAGE": "scrapy.extensions.httpcache.DbmCacheStorage", "HTTPCACHE_DBM_MODULE": "dbm.dumb"}
    assert await Cache(stage).is_kept(**dbm)
    crawl: Crawl = await stage.crawl(settings={"HTTPCACHE_ENABLED": True, "HTTPCACHE_IGNORE_MISSING": True})
    assert (crawl.asked, crawl.items) == ([], [])
    with TemporaryDirectory() as folder:
        settings = {
            "HTTPCACHE_ENABLED": True,
            "HTTPCACHE_DIR": folder,
            "REQUEST_FINGERPRINTER_CLASS": OneFingerprint,
        }
        assert (await stage.crawl(settings=settings, text=TWICE)).paths == ["/page"]
