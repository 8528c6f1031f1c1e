"""What the methods of downloader middlewares may answer, at once or later."""

import asyncio

import pytest
from scrapy import Request, Spider
from scrapy.core.downloader.middleware import DownloaderMiddlewareManager
from scrapy.crawler import Crawler
from scrapy.exceptions import ScrapyDeprecationWarning, _InvalidOutput
from scrapy.http import Response
from scrapy.utils.decorators import _warn_spider_arg

from scrapy_bt.engine.downloadermiddlewares import LeanDownloaderMiddlewares

REQUEST, OTHER = Request("http://a.test/"), Request("http://b.test/")
RESPONSE = Response("http://a.test/")


class Answering:
    """A middleware with one method that answers one thing."""

    def __init__(self, method, answer, is_later):
        async def later(**given):
            return answer

        setattr(self, method, later if is_later else lambda **given: answer)
        getattr(self, method).__qualname__ = "method"


def outcome(manager, middleware):
    async def fetch(request):
        return RESPONSE

    crawler = Crawler(Spider)
    crawler.spider = Spider("it")
    try:
        return asyncio.run(manager(middleware, crawler=crawler).download_async(fetch, REQUEST))
    except (TypeError, _InvalidOutput) as error:
        return type(error), str(error)


@pytest.mark.parametrize("is_later", [False, True])
@pytest.mark.parametrize("answer", [None, REQUEST, OTHER, RESPONSE, Response("http://b.test/"), "text", 0])
@pytest.mark.parametrize("method", ["process_request", "process_response"])
def test_the_outcome_is_that_of_scrapys(method, answer, is_later):
    middleware = Answering(method, answer, is_later)
    assert outcome(LeanDownloaderMiddlewares, middleware) == outcome(DownloaderMiddlewareManager, middleware)


class OfOld:
    """Still takes the spider."""

    def __init__(self):
        self.seen = []

    def process_request(self, request, spider):
        self.seen.append(spider.name)

    def process_response(self, request, response, spider):
        self.seen.append(spider.name)
        return response


def test_a_method_that_still_wants_the_spider_gets_it():
    middleware = OfOld()
    with pytest.warns(ScrapyDeprecationWarning):
        assert outcome(LeanDownloaderMiddlewares, middleware) is RESPONSE
    assert middleware.seen == ["it", "it"]


def test_scrapys_own_methods_are_called_without_what_is_around_them():
    """What a subclass overrides, and a middleware that is put in later, are called as they are."""

    class Own(LikeScrapys):
        def process_request(self, request):
            return super().process_request(request)

    crawler = Crawler(Spider)
    manager = LeanDownloaderMiddlewares(LikeScrapys(), Own(), crawler=crawler)
    names = [method.__code__.co_name for method, _ in manager._chain("process_request")]
    assert names == ["process_request", "process_request"]
    assert manager._chain("process_request") is manager._chain("process_request")
    with pytest.warns(ScrapyDeprecationWarning, match="OfOld"):
        manager._add_middleware(OfOld())
    assert [wants for _, wants in manager._chain("process_request")] == [False, False, True]


class LikeScrapys:
    """Written as Scrapy's own are."""

    @_warn_spider_arg
    def process_request(self, request, spider=None):
        return None
