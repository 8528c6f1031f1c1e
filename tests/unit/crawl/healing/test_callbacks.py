"""Each page is looked at from its callback's first line to its last."""

import asyncio
import inspect
from pathlib import Path
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule
from twisted.python.failure import Failure

from scrapy_bt.core.healing.perception.attention import Attention, Usual
from scrapy_bt.crawl.healing.callbacks import ObservedCallbacks
from scrapy_bt.crawl.healing.looks import PageLooks
from scrapy_bt.crawl.healing.selectors import CURRENT, leave_selectors, observe_selectors


class Taken:
    """In place of the extension."""

    repairs = None

    def __init__(self):
        self.pages, self.passes, self.attention = [], False, Attention()
        for selector in ("h1::text", "b::text"):
            self.attention.expect(selector, selector, Usual.of({self.attention.sign("", 1, "a"): 50, -1: 50}))

    def look_at(self, response):
        return None if self.passes else PageLooks(response)

    def take_in(self, look):
        if look is not None and not look.is_taken:
            look.is_taken = True
            self.pages.append((look.response.url, [(one.selector, one.found) for one in look.observations]))


@pytest.fixture
def taken():
    observe_selectors()
    yield Taken()
    leave_selectors()


def response(name):
    body = f"<h1>{name}</h1><p>text</p>".encode()
    return HtmlResponse(f"https://a.test/{name}", body=body, encoding="utf-8")


def parse(page):
    yield page.css("h1::text").get()
    yield page.css("p::text").get()


async def parse_later(page):
    yield page.css("h1::text").get()
    await asyncio.sleep(0)
    yield page.css("p::text").get()


class Scraper:
    """In place of Scrapy's; *callback* is called with each page."""

    def __init__(self, callback):
        self.callback = callback
        self.crawler = SimpleNamespace(spider=SimpleNamespace(parse=callback))

    async def call_spider_async(self, result, request):
        await asyncio.sleep(0)
        return self.callback(result)


async def call(taken, callback, *pages):
    observed = ObservedCallbacks(taken, Scraper(callback))
    tasks = [asyncio.create_task(observed(page, None)) for page in pages]
    return [await task for task in tasks]


def test_generators_of_several_pages_in_turn_are_told_apart(taken):
    outputs = asyncio.run(call(taken, parse, response("a"), response("b")))
    assert [next(outputs[0]), next(outputs[1])] == ["a", "b"]
    assert CURRENT.get() is None
    assert [list(one) for one in outputs] == [["text"], ["text"]]
    both = [("h1::text", 1), ("p::text", 1)]
    assert taken.pages == [("https://a.test/a", both), ("https://a.test/b", both)]


def test_asynchronous_ones_too(taken):
    async def read(page):
        (output,) = await call(taken, parse_later, page)
        return [one async for one in output]

    async def both():
        return await asyncio.gather(read(response("a")), read(response("b")))

    assert asyncio.run(both()) == [["a", "text"], ["b", "text"]]
    assert [found for _, found in taken.pages] == [[("h1::text", 1), ("p::text", 1)]] * 2


def test_a_callback_that_fails_has_looked_at_its_page(taken):
    with pytest.raises(AttributeError):
        asyncio.run(call(taken, lambda page: page.css("h2::text").get().strip(), response("a")))
    assert taken.pages == [("https://a.test/a", [("h2::text", 0)])]


def test_a_generator_that_fails_or_is_left(taken):
    for name in "ab":
        (output,) = asyncio.run(call(taken, lambda page: (1 / 0 for _ in page.css("h1")), response(name)))
        if name == "a":
            with pytest.raises(ZeroDivisionError):
                list(output)
        else:
            output.close()
    assert len(taken.pages) == 1


def test_a_page_that_passes_is_glanced_at(taken):
    taken.passes = True
    (output,) = asyncio.run(call(taken, parse, HtmlResponse("https://a.test/", body=b"<h1>x</h1>", encoding="utf-8")))
    assert inspect.getgeneratorstate(output) == inspect.GEN_CREATED
    assert output.gi_code is parse.__code__, "nothing stands between Scrapy and the callback"

    async def read():
        (output,) = await call(taken, lambda page: list(parse(page)), response("a"))
        return output

    assert asyncio.run(read()) == ["a", "text"]
    assert not taken.attention.is_raised
    taken.attention.glances = True
    for name, is_odd in (("b", False), ("much longer", True)):
        asyncio.run(call(taken, lambda page: list(parse(page)), response(name)))
        assert taken.attention.is_raised is is_odd


def test_what_is_missing_is_heard_on_any_page_that_passes(taken):
    taken.passes = True
    asyncio.run(call(taken, lambda page: page.css("b::text").getall(), response("a")))
    assert taken.attention.is_raised
    assert taken.pages == []


def test_what_is_no_text_is_none_of_ours(taken):
    asyncio.run(call(taken, lambda page: [page], Response("https://a.test/x", body=b"\0"), Failure(ValueError())))
    assert taken.pages == []


class Waiting:
    """Each page waits."""

    may_be = True

    def __init__(self):
        self.held = []

    def missing(self, look):
        return "parse"

    def hold_response(self, node, look):
        self.held.append((node, look.response.url))


def test_plain_links_of_a_page_that_waits_go_on(taken):
    taken.repairs = SimpleNamespace(waiting=Waiting())

    def parse_list(page):
        yield {"title": None}
        yield Request("https://a.test/next")
        yield Request("https://a.test/form", method="POST", body=b"x")
        yield Request("https://a.test/more", cb_kwargs={"title": None})
        yield Request("https://a.test/again", dont_filter=True)
        yield Request("https://a.test/part", meta={"item": {}})

    (output,) = asyncio.run(call(taken, parse_list, response("a")))
    assert [one.url for one in output] == ["https://a.test/next"]
    assert taken.repairs.waiting.held == [("parse", "https://a.test/a")]


class Stories(CrawlSpider):
    name = "stories"
    rules = (Rule(LinkExtractor(restrict_css="nav"), callback="parse_story"),)

    def parse_story(self, page):
        yield self.first(page, "h1::text")

    def first(self, page, selector):
        return page.css(selector).get()


def test_what_a_callback_calls_is_of_its_page_also_in_a_spider_of_rules(monkeypatch):
    spider, seen = Stories(), []
    taken = Taken()
    monkeypatch.setattr(taken, "take_in", lambda look: seen.extend(look.observations))
    page = HtmlResponse("https://a.test/", body=b"<nav><a href=/b>b</a></nav><h1>b</h1>", encoding="utf-8")

    class Rules(Scraper):
        async def call_spider_async(self, result, request):
            result.request = request
            return request.callback(result) if request.callback else spider.parse_with_rules(result, None, {})

    async def crawl():
        scraper = Rules(None)
        scraper.crawler.spider = spider
        observed = ObservedCallbacks(taken, scraper)
        (request,) = [one async for one in await observed(page, Request(page.url))]
        return [one async for one in await observed(page.replace(url=request.url, request=request), request)]

    spider._follow_links = True
    observe_selectors()
    try:
        assert asyncio.run(crawl()) == ["b"]
    finally:
        leave_selectors()
    assert seen[-1].node == "Stories.parse_story"
    (rule, *_) = seen  # as it stands in the file, and not the XPath that the extractor makes of it
    assert (rule.field, rule.selector) == ("css nav", "nav")
    assert Path(rule.place.rpartition(":")[0]).name == Path(__file__).name
