"""Parts of somebody's own stay, and the others become lean."""

import asyncio

import pytest
from scrapy import Spider
from scrapy.core.downloader import Downloader
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.settings import Settings
from scrapy.signalmanager import SignalManager

from scrapy_bt.crawl.downloader import TimedDownloader
from scrapy_bt.engine.changing import make_lean
from scrapy_bt.engine.downloader import LeanDownloader
from scrapy_bt.engine.engine import LeanEngine
from scrapy_bt.engine.scraper import LeanScraper
from tests.enginetraces import QUIET

OFFLINE = {"DOWNLOAD_HANDLERS": {"http": None, "https": None, "ftp": None}}


class OwnSignals(SignalManager):
    """Somebody's."""


class OwnDownloader(Downloader):
    def needs_backout(self):
        return super().needs_backout()


def changed(downloader):
    async def make():
        crawler = AsyncCrawlerRunner(Settings({**QUIET, **OFFLINE, "DOWNLOADER": downloader})).create_crawler(Spider)
        crawler.spider = Spider("it")
        crawler.signals = OwnSignals(crawler)
        crawler._apply_settings()
        engine = crawler._create_engine()
        make_lean(engine)
        await engine.close_async()
        return engine

    return asyncio.run(make())


@pytest.mark.parametrize(("known", "is_lean"), [(Downloader, True), (TimedDownloader, True), (OwnDownloader, False)])
def test_a_downloader_becomes_lean_only_if_its_own_part_is_the_download(known, is_lean):
    engine = changed(known)
    assert (type(engine), type(engine.scraper)) == (LeanEngine, LeanScraper)
    assert isinstance(engine.downloader, known)
    assert isinstance(engine.downloader, LeanDownloader) is is_lean


def test_signals_of_somebodys_own_stay():
    assert type(changed(Downloader).crawler.signals) is OwnSignals
