"""Which output goes the plain way."""

import asyncio

import pytest
from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.settings import Settings
from scrapy.spidermiddlewares.urllength import UrlLengthMiddleware
from scrapy.statscollectors import MemoryStatsCollector

from scrapy_bt.engine.spidermiddlewares import LeanSpiderMiddlewares, PlainOutput

RESPONSE = Response("http://a.test/", request=Request("http://a.test/"))


class OwnAsync:
    async def process_spider_output(self, response, result):
        async for each in result:
            yield each


class Mending:
    def process_spider_exception(self, response, exception):
        return [{"mended": str(exception)}]


def scrape(output, middlewares):
    """The outputs, and whether they came plainly."""
    crawler = Crawler(Spider, Settings({"SPIDER_MIDDLEWARES": middlewares}))
    crawler.stats = MemoryStatsCollector(crawler)
    crawler.spider = Spider.from_crawler(crawler, name="it")

    async def call(response, request):
        return output()

    async def run():
        manager = LeanSpiderMiddlewares.from_crawler(crawler)
        found = await manager.scrape(call, RESPONSE, RESPONSE.request)
        if isinstance(found, PlainOutput):
            items = list(found)
            for chain in found.recovered:
                items += [each async for each in chain]
            return items, True
        return [each async for each in found], False

    return asyncio.run(run())


def plain():
    yield {"a": 1}
    yield {"a": 2}


async def patient():
    yield {"a": 1}


def failing():
    yield {"a": 1}
    raise ValueError("half")


def long():
    yield Request("http://a.test/" + "a" * 3000)
    yield None
    yield {"a": 1}


@pytest.mark.parametrize(
    ("output", "middlewares", "found"),
    [
        (plain, {}, ([{"a": 1}, {"a": 2}], True)),
        (patient, {}, ([{"a": 1}], False)),
        (plain, {OwnAsync: 500}, ([{"a": 1}, {"a": 2}], False)),
        (failing, {Mending: 500}, ([{"a": 1}, {"mended": "half"}], True)),
        (long, {}, ([{"a": 1}], True)),
    ],
)
def test_output_is_whole_on_either_way(output, middlewares, found):
    assert scrape(output, middlewares) == found


def test_an_exception_that_nobody_mends_comes_out():
    with pytest.raises(ValueError, match="half"):
        scrape(failing, {})


def test_an_exception_of_one_middleware_goes_to_those_that_are_asked_after_it(monkeypatch):
    """As in Scrapy: those nearer to the engine mend it, those nearer to the spider are not asked."""

    def refuse(self, request, response):
        raise ValueError(request.url)

    def links():
        yield {"a": 1}
        yield Request("http://a.test/b")

    monkeypatch.setattr(UrlLengthMiddleware, "get_processed_request", refuse)
    mended = [{"a": 1}, {"mended": "http://a.test/b"}]
    assert scrape(links, {Mending: 100}) == (mended, True)
    with pytest.raises(ValueError, match=r"a\.test/b"):
        scrape(links, {Mending: 950})
