"""Slots: who has its turn."""

import asyncio

import pytest
from scrapy import Request, Spider
from scrapy.core.downloader import Downloader
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.settings import Settings

from scrapy_bt.crawl.downloader import TimedDownloader
from scrapy_bt.engine.changing import make_lean
from scrapy_bt.engine.downloader import LeanDownloader, find_lean_class
from tests.enginetraces import QUIET


class Gate:
    """A download handler that holds every request until it is let go."""

    lazy = False
    under_way: int
    most: int
    held: list

    def __init__(self, crawler):
        type(self).under_way, type(self).most, type(self).held = 0, 0, []

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    async def download_request(self, request):
        kind = type(self)
        kind.under_way += 1
        kind.most = max(kind.most, kind.under_way)
        gate = asyncio.Event()
        kind.held.append(gate)
        try:
            await gate.wait()
        finally:
            kind.under_way -= 1

    async def close(self):
        pass


async def make_downloader(**settings) -> LeanDownloader:
    given = {**QUIET, "DOWNLOAD_HANDLERS": {"http": Gate, "https": None, "ftp": None}, **settings}
    crawler = AsyncCrawlerRunner(Settings(given)).create_crawler(Spider)
    crawler.spider = Spider("it")
    crawler._apply_settings()
    engine = crawler._create_engine()
    make_lean(engine)
    return engine.downloader


def begin(downloader: LeanDownloader, count: int) -> list[asyncio.Future]:
    requests = [Request(f"http://a.test/{number}") for number in range(count)]
    return [asyncio.ensure_future(downloader._enqueue_request(request)) for request in requests]


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_requests_of_one_turn_keep_to_the_number_of_their_slot():
    async def run():
        downloader = await make_downloader(CONCURRENT_REQUESTS_PER_DOMAIN=2)
        tasks = [
            asyncio.ensure_future(downloader._enqueue_request(Request(f"http://a.test/{number}")))
            for number in range(6)
        ]
        for _ in range(6):
            await turns()
            Gate.held.pop(0).set()
        await asyncio.gather(*tasks)
        downloader.close()

    asyncio.run(run())
    assert Gate.most == 2


def test_one_that_is_cancelled_gives_its_turn_away():
    async def run():
        downloader = await make_downloader(CONCURRENT_REQUESTS_PER_DOMAIN=1)
        first, second, third = (
            asyncio.ensure_future(downloader._enqueue_request(Request(f"http://a.test/{number}")))
            for number in range(3)
        )
        await turns()
        second.cancel()
        Gate.held.pop(0).set()
        await turns()
        assert second.cancelled()
        Gate.held.pop(0).set()
        await asyncio.gather(first, third)
        (slot,) = downloader.slots.values()
        assert [*slot.active, *slot.transferring, *slot.queue] == []
        downloader.close()

    asyncio.run(run())


def test_one_that_is_cancelled_at_its_turn_gives_it_away_too():
    async def run():
        downloader = await make_downloader(CONCURRENT_REQUESTS_PER_DOMAIN=1)
        first, second, third = (
            asyncio.ensure_future(downloader._enqueue_request(Request(f"http://a.test/{number}")))
            for number in range(3)
        )
        await turns()
        (slot,) = downloader.slots.values()
        request, turn = slot.queue.popleft()
        slot.transferring.add(request)
        turn.set_result(None)
        second.cancel()
        await turns()
        Gate.held.pop(0).set()
        await turns()
        Gate.held.pop(0).set()
        done = await asyncio.gather(first, second, third, return_exceptions=True)
        assert [*slot.active, *slot.transferring, *slot.queue] == []
        assert isinstance(done[1], asyncio.CancelledError)
        downloader.close()

    asyncio.run(run())


class Counting(Downloader):
    def fetch(self, request):
        return super().fetch(request)


@pytest.mark.parametrize(("known", "is_lean"), [(Downloader, True), (TimedDownloader, True), (Counting, False)])
def test_a_class_that_overrides_more_than_the_download_stays(known, is_lean):
    assert (find_lean_class(known) is not None) is is_lean


def test_a_class_that_is_no_downloader_of_scrapys_stays():
    assert find_lean_class(Crawler) is None
