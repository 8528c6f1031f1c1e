"""Who gets a lean engine, and what a project has decided stays."""

import asyncio
import logging

import pytest
from scrapy import Spider
from scrapy.core.engine import ExecutionEngine
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.settings import Settings
from scrapy.signalmanager import SignalManager

from scrapy_bt import Addon
from scrapy_bt.engine import choosing
from scrapy_bt.engine.choosing import LEAN_HANDLER
from scrapy_bt.engine.downloader import LeanDownloader
from scrapy_bt.engine.engine import LeanEngine
from scrapy_bt.engine.garbage import GarbageCollection
from scrapy_bt.engine.signals import LeanSignals
from scrapy_bt.engine.stats import LeanStats
from scrapy_bt.errors import BTError
from tests.enginetraces import QUIET

HANDLER = "scrapy_bt.crawl.downloadhandlers.HTTPDownloadHandler"


class OneSpider(Spider):
    name = "one"

    async def start(self):
        yield {"made": self.name}


class OwnEngine(ExecutionEngine):
    """A subclass that nobody knows."""


class OwnCrawler(Crawler):
    def _create_engine(self):
        return OwnEngine(self, lambda _: self.stop_async())


def crawl(crawler_class: type[Crawler] = Crawler, **settings) -> Crawler:
    async def run() -> Crawler:
        given = {**QUIET, "ADDONS": {"scrapy_bt.Addon": 300}, "BT_ENGINE": "lean", **settings}
        crawler = crawler_class(OneSpider, Settings(given))
        await AsyncCrawlerRunner(Settings(QUIET)).crawl(crawler)
        return crawler

    return asyncio.run(run())


def test_one_setting_makes_the_engine_and_its_parts_lean():
    crawler = crawl()
    assert type(crawler.engine) is LeanEngine
    assert isinstance(crawler.engine.downloader, LeanDownloader)
    assert type(crawler.signals) is LeanSignals
    assert type(crawler.stats) is LeanStats
    assert crawler.stats.get_value("item_scraped_count") == 1


def test_without_it_the_engine_is_scrapys():
    assert type(crawl(BT_ENGINE="scrapy").engine) is ExecutionEngine


def test_an_engine_of_somebodys_own_stays_and_the_log_says_so_in_one_line(caplog):
    with caplog.at_level(logging.INFO, logger=choosing.__name__):
        crawler = crawl(OwnCrawler)
    assert type(crawler.engine) is OwnEngine
    assert type(crawler.signals) is SignalManager
    assert crawler.stats.get_value("item_scraped_count") == 1
    assert [
        record.getMessage().partition(", since ")[0] for record in caplog.records if record.name == choosing.__name__
    ] == ["BT_ENGINE: Scrapy's own engine runs this crawl"]


def test_another_version_of_scrapy_keeps_its_engine(monkeypatch):
    monkeypatch.setattr(choosing.scrapy, "__version__", "2.99.0")
    crawler = crawl()
    assert type(crawler.engine) is ExecutionEngine
    assert "2.99.0" in choosing.find_obstacle(crawler.engine)


def test_what_is_scrapys_own_is_tested_with_the_version_that_is_installed():
    assert choosing.scrapy.__version__ in choosing.TESTED


@pytest.mark.parametrize(("name", "value"), [("BT_ENGINE", "fast"), ("BT_HTTP", "curl")])
def test_an_unknown_value_is_told(name, value):
    with pytest.raises(BTError, match=f"{name} is '{value}'"):
        Addon().update_settings(Settings({name: value}))


def settings_after(**given) -> Settings:
    settings = Settings(given)
    Addon().update_settings(settings)
    return settings


def test_what_the_project_has_not_decided_is_made_cheaper():
    settings = settings_after()
    assert settings.getint("CONCURRENT_ITEMS") == 8
    assert settings.getdict("DOWNLOAD_HANDLERS") == {}
    assert GarbageCollection in settings.getdict("EXTENSIONS")


def test_remote_control_is_not_loaded_where_it_is_off():
    path = "scrapy.extensions.remote_control.RemoteControl"
    for is_on in (True, False):
        settings = Settings({"REMOTE_CONTROL_ENABLED": is_on})
        Addon().update_settings(settings)
        components = settings.get_component_priority_dict_with_base("EXTENSIONS")
        assert (components.get(path) is not None) == (is_on and path in Settings()["EXTENSIONS_BASE"])


def test_aiohttp_fetches_where_it_is_asked_for():
    assert settings_after(BT_HTTP="aiohttp").getdict("DOWNLOAD_HANDLERS") == {"http": HANDLER, "https": HANDLER}


def test_the_lean_client_fetches_where_it_is_asked_for(monkeypatch, caplog):
    assert settings_after(BT_HTTP="lean").getdict("DOWNLOAD_HANDLERS") == {"http": LEAN_HANDLER, "https": LEAN_HANDLER}
    monkeypatch.setattr(choosing.scrapy, "__version__", "2.99.0")
    with caplog.at_level(logging.INFO, logger=choosing.__name__):
        assert settings_after(BT_HTTP="lean").getdict("DOWNLOAD_HANDLERS") == {}
    assert [record.getMessage().partition(", since ")[0] for record in caplog.records] == [
        "BT_HTTP: Scrapy's own handler fetches"
    ]


def test_what_the_project_has_decided_stays():
    settings = settings_after(
        BT_HTTP="aiohttp",
        CONCURRENT_ITEMS=30,
        DOWNLOAD_HANDLERS={"http": "mine.Handler", "s3": None},
    )
    assert settings.getint("CONCURRENT_ITEMS") == 30
    assert settings.getdict("DOWNLOAD_HANDLERS") == {"http": "mine.Handler", "s3": None, "https": HANDLER}


@pytest.mark.parametrize(
    "given", [{"BT_HTTP": "scrapy"}, {"BT_HTTP": "aiohttp", "TWISTED_REACTOR": "twisted.internet.epollreactor.X"}]
)
def test_scrapys_handler_stays_where_it_is_asked_for_or_the_reactor_is_another(given):
    assert settings_after(**given).getdict("DOWNLOAD_HANDLERS") == {}
