"""Requests of ordinary spiders get their priority."""

import asyncio
from itertools import count

import pytest
from scrapy import Request, Spider
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.preference.middleware import PreferredLinks


class Judge:
    """In place of the extension."""

    def __init__(self):
        self.forgotten = []

    def read(self, response):
        self.page = response.url

    def rank(self, request, page):
        assert page == self.page
        request.priority += 5 if "engine" in request.url else 0

    def forget_links(self, page):
        self.forgotten.append(page)


def test_requests_are_ranked_and_the_rest_passes():
    page, judge = HtmlResponse("http://a.test/", body=b""), Judge()
    middleware = _middleware(judge)
    middleware.process_spider_input(page)

    def given():
        return [Request("http://a.test/engine", priority=2), Request("http://a.test/other"), {"a": 1}]

    for found in _both_ways(middleware, page, given):
        assert [found[0], found[1].priority, found[2].priority] == [{"a": 1}, 7, 0]
    assert judge.forgotten == [page.url, page.url]


NUMBERS = "http://a.test/{}".format


def test_the_requests_of_a_page_come_together_the_best_first_and_equal_ones_in_their_order():
    page, judge = HtmlResponse("http://a.test/", body=b""), Judge()
    middleware = _middleware(judge)
    middleware.process_spider_input(page)
    wanted = ["1", "2", "engine", "4", "engine/5"]
    for found in _both_ways(middleware, page, lambda: map(Request, map(NUMBERS, wanted))):
        assert [one.url for one in found] == [*map(NUMBERS, ["engine", "engine/5", "1", "2", "4"])]


def test_of_endless_requests_the_first_come_while_the_callback_goes_on():
    page, judge = HtmlResponse("http://a.test/", body=b""), Judge()
    middleware = _middleware(judge)
    middleware.process_spider_input(page)
    assert next(middleware.process_spider_output(page, (Request(NUMBERS(number)) for number in count()))).url


def test_what_a_callback_has_asked_for_before_it_failed_is_asked_for():
    page, judge = HtmlResponse("http://a.test/", body=b""), Judge()
    middleware = _middleware(judge)
    middleware.process_spider_input(page)

    def failing():
        yield Request(NUMBERS(1))
        raise LookupError

    async def later():
        for one in failing():
            yield one

    async def read():
        output = middleware.process_spider_output_async(page, later())
        assert (await anext(output)).url == NUMBERS(1)
        with pytest.raises(LookupError):
            await anext(output)

    asyncio.run(read())
    output = middleware.process_spider_output(page, failing())
    assert next(output).url == NUMBERS(1)
    with pytest.raises(LookupError):
        next(output)
    assert len(judge.forgotten) == 2


class Waiting(Spider):
    name = "waiting"

    async def parse(self, response):
        yield

    def parse_plainly(self, response):
        yield


@pytest.mark.parametrize(("callback", "order"), [(None, "in turn"), ("parse", "in turn"), ("parse_plainly", "best")])
def test_an_asynchronous_callback_may_wait_for_what_it_has_asked_for(callback, order):
    spider, judge = Waiting(), Judge()
    request = Request("http://a.test/", callback=callback and getattr(spider, callback))
    page = HtmlResponse(request.url, body=b"", request=request)
    middleware = _middleware(judge, spider)
    middleware.process_spider_input(page)
    for found in _both_ways(middleware, page, lambda: [Request(NUMBERS(1)), Request(NUMBERS("engine"))]):
        assert found[0].url == NUMBERS(1 if order == "in turn" else "engine")


def _both_ways(middleware, page, given):
    async def later():
        for one in given():
            yield one

    async def all_of():
        return [one async for one in middleware.process_spider_output_async(page, later())]

    return list(middleware.process_spider_output(page, given())), asyncio.run(all_of())


def _middleware(judge, spider=None):
    crawler = get_crawler(Spider)
    crawler.spider = spider
    return PreferredLinks(judge, crawler)


def test_without_preferences_there_is_none():
    with pytest.raises(NotConfigured):
        PreferredLinks.from_crawler(_crawler())


def _crawler():
    crawler = get_crawler(Spider)
    crawler.extensions = type("None_", (), {"middlewares": ()})()
    return crawler
