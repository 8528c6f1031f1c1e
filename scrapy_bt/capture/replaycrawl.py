"""The crawl in which replays are sent: a spider that holds a conversation, and its settings."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

from ..errors import SampleError
from .replay import MOST_COPIES, Replayer, ReplayRules, slot_of
from .replaymiddlewares import LIMITS

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

_OWN = "scrapy_bt.capture.replaymiddlewares"
_COOKIES = "scrapy.downloadermiddlewares.cookies.CookiesMiddleware"
_LOOPBACK = ("localhost", "127.", "[::1]", "::1")
Conversation = Callable[[Replayer], Awaitable[None]]


class ReplaySpider(Spider):
    """Holds the conversation in which inference asks and is answered."""

    name = "replay"

    def __init__(
        self, *, conversation: Conversation, rules: ReplayRules, process: AsyncCrawlerProcess, **arguments: Any
    ) -> None:
        super().__init__(**arguments)
        self._conversation, self._rules, self._process = conversation, rules, process
        self.error: Exception | None = None
        self.replayer: Replayer | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.replayer = Replayer(crawler, spider._rules)  # noqa: SLF001  # its own
        spider.replayer.process = spider._process  # noqa: SLF001  # its own
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """Talk until there is nothing more to be said; nothing is crawled besides."""
        assert self.replayer is not None, "made by from_crawler"
        try:
            await self._conversation(self.replayer)
        except asyncio.CancelledError:
            self.replayer.was_interrupted = True
            raise
        except Exception as error:  # noqa: BLE001  # it is raised where the replay was asked for
            self.error = error
        no_requests: tuple[Request, ...] = ()
        for request in no_requests:
            yield request


def replay(settings: Settings, rules: ReplayRules, conversation: Conversation) -> bool:
    """Run a conversation that sends replays, with a crawl's settings; false: it was interrupted (Ctrl-C).

    Runs Twisted's reactor, which it can do once in a process.
    """
    own = replay_settings(settings, rules)
    process = AsyncCrawlerProcess(own)
    crawler = process.create_crawler(ReplaySpider)
    process.crawl(crawler, conversation=conversation, rules=rules, process=process)
    process.start()
    spider = crawler.spider
    if not isinstance(spider, ReplaySpider) or spider.replayer is None:
        raise SampleError("replays could not begin; the log says why")
    if spider.error is not None:
        raise spider.error
    return not spider.replayer.was_interrupted


def replay_settings(settings: Settings, rules: ReplayRules) -> Settings:
    """The settings of a crawl, with what replays do otherwise."""
    own = settings.copy()
    hosts = {host.rpartition(":")[0] if host.count(":") == 1 else host for host in rules.limits.hosts}
    slots = {
        slot_of(host, copy): {"delay": 0, "concurrency": MOST_COPIES, "jitter": 0}
        for host in hosts
        if host.startswith(_LOOPBACK)
        for copy in range(MOST_COPIES)
    }
    middlewares = dict(own.getdict("DOWNLOADER_MIDDLEWARES"))
    # Nearer to the network than the redirects, each of which has to pass.
    middlewares |= {_COOKIES: None, f"{_OWN}.ReplayCookies": 700, f"{_OWN}.LimitsMiddleware": 650}
    changes: dict[str, Any] = {
        "AUTOTHROTTLE_ENABLED": False,
        "CLOSESPIDER_TIMEOUT": 0,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "COOKIES_DEBUG": False,
        "COOKIES_ENABLED": True,
        "DOWNLOADER_MIDDLEWARES": middlewares,
        "DOWNLOAD_DELAY": max(rules.delay, own.getfloat("DOWNLOAD_DELAY")),
        "DOWNLOAD_SLOTS": {**own.getdict("DOWNLOAD_SLOTS"), **slots},
        "FEEDS": {},
        "HTTPCACHE_ENABLED": False,
        "JOBDIR": None,
        "LOGSTATS_INTERVAL": 0,
        # What Scrapy logs below this has whole URLs, and these may hold secrets.
        "LOG_LEVEL": "INFO" if own["LOG_LEVEL"] in ("DEBUG", logging.DEBUG, "NOTSET", 0) else own["LOG_LEVEL"],
        "REMOTE_CONTROL_ENABLED": False,
        "RETRY_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
        "SCHEDULER": "scrapy.core.scheduler.Scheduler",
        "STATS_DUMP": False,
        "TELNETCONSOLE_ENABLED": False,
        LIMITS: rules.limits,
    }
    own.setdict(changes, priority="cmdline")
    own.set("LOG_LEVEL", changes["LOG_LEVEL"], priority="cmdline")
    return own
