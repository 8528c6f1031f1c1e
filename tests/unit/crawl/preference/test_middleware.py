"""Requests of ordinary spiders get their priority."""

import asyncio

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
    middleware = PreferredLinks(judge)
    middleware.process_spider_input(page)

    def given():
        return [Request("http://a.test/engine", priority=2), Request("http://a.test/other"), {"a": 1}]

    async def later():
        for one in given():
            yield one

    async def all_of():
        return [one async for one in middleware.process_spider_output_async(page, later())]

    for found in (list(middleware.process_spider_output(page, given())), asyncio.run(all_of())):
        assert [found[0].priority, found[1].priority, found[2]] == [7, 0, {"a": 1}]
    assert judge.forgotten == [page.url, page.url]


def test_without_preferences_there_is_none():
    with pytest.raises(NotConfigured):
        PreferredLinks.from_crawler(_crawler())


def _crawler():
    crawler = get_crawler(Spider)
    crawler.extensions = type("None_", (), {"middlewares": ()})()
    return crawler
