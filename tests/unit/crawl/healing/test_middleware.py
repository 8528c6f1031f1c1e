"""Each page is looked at from its callback's first line to its last."""

import asyncio

import pytest
from scrapy import Request, Spider
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.healing.holding import HeldPages
from scrapy_bt.crawl.healing.looks import KEPT, Look
from scrapy_bt.crawl.healing.middleware import KeptPages, ObservedCallbacks
from scrapy_bt.crawl.healing.selectors import CURRENT, leave_selectors, observe_selectors


class Taken:
    """In place of the extension."""

    repairs = None

    def __init__(self):
        self.pages = []

    def look_at(self, response):
        return Look(response)

    def take_in(self, look):
        if look is not None and not look.is_taken:
            look.is_taken = True
            self.pages.append((look.response.url, [(one.selector, one.found) for one in look.sightings]))


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


def test_generators_of_several_pages_in_turn_are_told_apart(taken):
    middleware = ObservedCallbacks(taken)
    outputs = []
    for page in (response("a"), response("b")):
        middleware.process_spider_input(page)
        outputs.append(middleware.process_spider_output(page, parse(page)))
    assert [next(outputs[0]), next(outputs[1])] == ["a", "b"]
    assert CURRENT.get() is None
    assert [list(one) for one in outputs] == [["text"], ["text"]]
    both = [("h1::text", 1), ("p::text", 1)]
    assert taken.pages == [("https://a.test/a", both), ("https://a.test/b", both)]


def test_asynchronous_ones_too(taken):
    middleware = ObservedCallbacks(taken)

    async def read(page):
        middleware.process_spider_input(page)
        return [one async for one in middleware.process_spider_output_async(page, parse_later(page))]

    async def both():
        return await asyncio.gather(read(response("a")), read(response("b")))

    assert asyncio.run(both()) == [["a", "text"], ["b", "text"]]
    assert [found for _, found in taken.pages] == [[("h1::text", 1), ("p::text", 1)]] * 2


def test_a_callback_that_fails_has_looked_at_its_page(taken):
    middleware = ObservedCallbacks(taken)
    page = response("a")
    middleware.process_spider_input(page)
    with pytest.raises(AttributeError) as raised:
        page.css("h2::text").get().strip()
    assert middleware.process_spider_exception(page, raised.value) is None
    assert taken.pages == [("https://a.test/a", [("h2::text", 0)])]


def test_a_generator_that_fails_or_is_left(taken):
    middleware = ObservedCallbacks(taken)
    for page in (response("a"), response("b")):
        middleware.process_spider_input(page)
        output = middleware.process_spider_output(page, (1 / 0 for _ in page.css("h1")))
        if page.url.endswith("a"):
            with pytest.raises(ZeroDivisionError):
                list(output)
        else:
            output.close()
    assert len(taken.pages) == 1


def test_a_page_that_is_no_text_is_none_of_ours(taken):
    middleware = ObservedCallbacks(taken)
    middleware.process_spider_input(Response("https://a.test/x", body=b"\0"))
    assert CURRENT.get() is None


def test_there_is_none_without_the_extension():
    with pytest.raises(NotConfigured):
        ObservedCallbacks.from_crawler(get_crawler(Spider))


def test_a_page_is_given_once_and_not_more_than_there_is_room_for():
    held = HeldPages()
    pages = KeptPages(held)
    small, large = Response("https://a.test/1", body=b"x"), Response("https://a.test/2", body=b"x" * 16_000_000)
    names = [held.keep(small), held.keep(large)]
    requests = [Request("https://a.test/1", meta={KEPT: name}) for name in names]
    first, second = map(pages.process_request, requests)
    assert (first.body, first.request, second) == (b"x", requests[0], None)
    assert pages.process_request(requests[0]) is None
    assert pages.process_request(Request("https://a.test/1")) is None
    again = pages.process_request(Request("https://a.test/2", meta={KEPT: held.keep(large)}))
    assert again.url == "https://a.test/2"


def test_there_is_none_where_nothing_is_healed():
    with pytest.raises(NotConfigured):
        KeptPages.from_crawler(get_crawler(Spider))
