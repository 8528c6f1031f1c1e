"""What scrapy-poet makes for a callback before it begins is looked at together with what the callback itself reads."""

import asyncio
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse

from scrapy_bt.crawl.healing.callbacks import ObservedCallbacks
from scrapy_bt.crawl.healing.looks import PageLooks
from scrapy_bt.crawl.healing.selectors import CURRENT, leave_selectors, observe_selectors


class Spider:
    def parse(self, response, title):
        yield title, response.css("p::text").get()


class Injector:
    """In place of scrapy-poet's."""

    async def build_callback_dependencies(self, request, response):
        await asyncio.sleep(0)
        return {"title": response.css("h1::text").get().upper()}


class Waiting:
    """In place of the repairs: each page waits."""

    may_be = False

    def __init__(self):
        self.held = []

    def missing(self, look):
        return look.callback

    def hold_response(self, node, look):
        self.held.append((node, look.response.request))


@pytest.fixture
def healing():
    observe_selectors()
    taken = []

    def take_in(look):
        if not look.is_taken:
            look.is_taken = True
            taken.append((look.callback, [(one.selector, one.found) for one in look.observations]))

    yield SimpleNamespace(repairs=None, look_at=PageLooks, miss=None, take_in=take_in, taken=taken)
    leave_selectors()


async def crawl(healing, body):
    """What comes of a page, and the request."""
    spider, injector = Spider(), Injector()
    scraper = SimpleNamespace(call_spider_async=None, crawler=SimpleNamespace(spider=spider))

    async def call(response, request):
        return spider.parse(response, **request.cb_kwargs)

    scraper.call_spider_async = call
    observed = ObservedCallbacks(healing, scraper)
    observed.observe_injections([object(), SimpleNamespace(injector=injector)])
    request = Request("https://a.test/", callback=spider.parse, errback=print)
    response = HtmlResponse(request.url, body=body, encoding="utf-8")
    try:
        request.cb_kwargs.update(await injector.build_callback_dependencies(request, response))
    except IgnoreRequest:
        return [], request
    finally:
        assert CURRENT.get() is None, "who comes next is no part of it"
    return list(await observed(response, request)), request


def test_both_are_one_page_of_the_callback(healing):
    items, _ = asyncio.run(crawl(healing, b"<h1>a</h1><p>b</p>"))
    assert items == [("A", "b")]
    assert healing.taken == [("Spider.parse", [("h1::text", 1), ("p::text", 1)])]


def test_a_page_of_which_nothing_can_be_made_is_told_as_ever(healing):
    with pytest.raises(AttributeError):
        asyncio.run(crawl(healing, b"<p>b</p>"))
    assert healing.taken == [("Spider.parse", [("h1::text", 0)])]


def test_or_waits_without_anybody_being_told(healing):
    healing.repairs = SimpleNamespace(waiting=Waiting())
    items, request = asyncio.run(crawl(healing, b"<p>b</p>"))
    assert (items, request.errback) == ([], None)
    assert healing.repairs.waiting.held == [("Spider.parse", request)]
