"""Crawls in this process whose requests are answered here: by the label of the proxy, and by nobody else."""

import asyncio
from dataclasses import dataclass, field
from itertools import count

import pytest
from scrapy import Request, Spider, signals
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.http import Response
from scrapy.settings import Settings

from tests.unit.crawl.conftest import QUIET

MIDDLEWARE = "scrapy_bt.crawl.proxies.middleware.ProxyMiddleware"
A, B, C = LABELS = ("http://a:1", "http://b:2", "http://c:3")


@dataclass
class Crawled:
    responses: list = field(default_factory=list)
    asked: list = field(default_factory=list)
    """Per request: its URL and its proxy."""
    failures: list = field(default_factory=list)
    headers: list = field(default_factory=list)
    """Of the requests that were answered."""
    stats: dict = field(default_factory=dict)


class Answers:
    """Downloader middleware behind ours, in the place of the network."""

    answer = staticmethod(lambda request: 200)
    asked: list = []  # noqa: RUF012

    async def process_request(self, request):
        self.asked.append((request.url, request.meta.get("proxy")))
        await asyncio.sleep(0.001)
        said = self.answer(request)
        if isinstance(said, Exception):
            raise said
        request.meta["download_latency"] = 0.01
        return Response(request.url, status=said, request=request)


@pytest.fixture
def crawl():
    """Send requests one after another through proxies; *answer*: request -> status or exception.

    They are sent again from the first while *goes_on* says so of what was found so far.
    """

    def crawl(*requests, answer=lambda request: 200, settings=None, during=None, goes_on=lambda found: False):
        found = Crawled()

        async def rounds():
            for number in count(1):
                for request in requests:
                    yield request
                while len(found.asked) < number * len(requests) and goes_on(found):
                    await asyncio.sleep(0.001)
                if not goes_on(found):
                    return

        class Given(Spider):
            name = "given"
            handle_httpstatus_all = True
            custom_settings = {"HTTPERROR_ALLOW_ALL": True}  # noqa: RUF012

            async def start(self):
                async for each in rounds():
                    request = each if isinstance(each, Request) else Request(each, dont_filter=True)
                    yield request.replace(errback=self.fail)

            def parse(self, response):
                found.responses.append((response.url, response.status, response.meta.get("bt_proxy")))
                names = ("Proxy-Authorization",)
                found.headers.append(
                    {name: response.request.headers[name] for name in names if name in response.request.headers}
                )

            def fail(self, failure):
                found.failures.append(failure.value)

        Answers.answer, Answers.asked = staticmethod(answer), found.asked
        merged = {
            **QUIET,
            "BT_PROXIES": LABELS,
            "BT_PROXIES_FILE": "",
            "CONCURRENT_REQUESTS": 1,
            "RETRY_ENABLED": False,
            "DOWNLOADER_MIDDLEWARES": {MIDDLEWARE: 740, Answers: 760},
            **(settings or {}),
        }
        crawler = AsyncCrawlerRunner(Settings(merged)).create_crawler(Given)
        if during is not None:
            crawler.signals.connect(during, signals.spider_opened)
        asyncio.run(crawler.crawl_async())
        stats = crawler.stats.get_stats()
        found.stats = {name.removeprefix("bt/proxies/"): value for name, value in stats.items() if "bt/proxies" in name}
        found.stats["reason"] = stats.get("finish_reason")
        return found

    return crawl
