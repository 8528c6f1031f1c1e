from __future__ import annotations

import asyncio

import pytest
from scrapy import Request, Spider
from scrapy.core.downloader.handlers import DownloadHandlers
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.exceptions import NotSupported
from scrapy.http import Response
from scrapy.settings import Settings

from scrapy_bt.engine.downloadhandlers import LeanDownloadHandlers
from tests.enginetraces import QUIET


class Handler:
    """Answers with the request's own URL; raises where the URL says so."""

    lazy = True

    @classmethod
    def from_crawler(cls, crawler: object) -> Handler:
        del crawler
        return cls()

    async def download_request(self, request: Request) -> Response:
        if "broken" in request.url:
            raise OSError("broken")
        return Response(request.url)

    async def close(self) -> None:
        pass


SETTINGS = {"DOWNLOAD_HANDLERS": {"http": Handler, "https": None, "ftp": None, "odd": Handler}}


@pytest.mark.parametrize("kind", [DownloadHandlers, LeanDownloadHandlers])
def test_a_request_goes_to_the_handler_of_its_scheme(kind: type[DownloadHandlers]) -> None:
    crawler = AsyncCrawlerRunner(Settings({**QUIET, **SETTINGS})).create_crawler(Spider)
    crawler.spider = Spider("it")
    crawler._apply_settings()
    handlers = kind(crawler)

    async def get(url: str) -> str:
        return (await handlers.download_request_async(Request(url))).url

    for url in ("http://a.test/b", "http://a.test/b?c=d", "http://a.test/é", "odd://a.test/b"):
        assert asyncio.run(get(url)) == Request(url).url
    with pytest.raises(OSError, match="broken"):
        asyncio.run(get("http://a.test/broken"))
    with pytest.raises(NotSupported, match="https"):
        asyncio.run(get("https://a.test/b"))
