"""Pages that earlier crawls have read without a field."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from scrapy import Request, Spider

from scrapy_bt.core.healing.missed import MissedPage
from scrapy_bt.crawl.healing.asking import lacks_cookies, read_request, same_page, write_down
from scrapy_bt.crawl.healing.askingtasks import address_of
from scrapy_bt.crawl.healing.missed import FetchLater, MissedPages
from scrapy_bt.crawl.healing.sharedcookies import SharedCookies
from scrapy_bt.errors import BTError

URL, TITLE = "https://a.test/1", ("parse", "title")


class Shop(Spider):
    name = "shop"

    def parse_thing(self, response):
        return response


class Table:
    """What is kept, and what was told to be forgotten."""

    def __init__(self, *pages):
        self.pages, self.kept, self.forgotten, self.of_others = pages, [], [], []
        self.claimed: list[float] = []
        self.is_away = False

    def mended(self, spider):
        assert spider == "shop"
        return list(self.pages)

    def add(self, _spider, pages):
        self.kept += pages

    def claim(self, spider, asked, at):
        assert spider == "shop"
        self.claimed.append(at)
        return [pages for pages in asked if not set(pages) & set(self.of_others)]

    def renew(self, spider, before, at):
        if self.is_away:
            raise BTError("the store is away")
        if (spider, before) == ("shop", self.claimed[-1]):
            self.claimed.append(at)

    def forget(self, _spider, pages):
        self.forgotten += pages


SPIDER = Shop()


def made(table, executor):
    return MissedPages(table, executor, lambda missed: read_request(missed, SPIDER), lambda one: (same_page(one), True))


def note(pages, request, lacking):
    pages.note(request, lacking, lambda: write_down(request, SPIDER))


@pytest.fixture
def executor():
    with ThreadPoolExecutor(1) as made:
        yield made


def test_what_the_crawl_has_not_met_by_itself_is_fetched_at_its_end_once(executor):
    first, second, gone = (
        MissedPage(*TITLE, f"https://a.test/{number}", name)
        for number, name in ((1, "parse_thing"), (2, "parse_thing"), (3, "parse_renamed"))
    )
    table, spider = Table(first, second, gone), SPIDER
    pages = made(table, executor)
    pages.open("shop")
    note(pages, Request(first.url), ())
    (request,) = asyncio.run(pages.take())
    assert (request.url, request.callback, request.dont_filter) == (second.url, spider.parse_thing, True)
    assert (pages.is_wanting, asyncio.run(pages.take())) == (False, [])
    note(pages, request, ())
    pages.close(lambda *_: False, is_finished=True)
    executor.shutdown()
    assert table.forgotten == [first, second, gone]


def test_what_a_crawl_has_asked_for_is_its_own_until_it_is_read(executor):
    table, spider = Table(MissedPage(*TITLE, URL, "parse_thing"), MissedPage("parse", "price", URL, "parse")), SPIDER
    pages = made(table, executor)
    pages.open("shop")
    pages.renew()
    assert [request.callback for request in asyncio.run(pages.take())] == [spider.parse_thing, spider.parse]
    pages.renew()
    pages.renew()
    for request in (Request(URL, spider.parse_thing), Request(URL)):
        note(pages, request, ())
    pages.renew()
    executor.shutdown()
    assert (len(table.claimed), table.forgotten) == (3, list(table.pages)), "while they are asked for, it is renewed"


def test_what_a_crawl_that_is_killed_has_asked_for_is_left_to_the_next(executor):
    table = Table(MissedPage(*TITLE, URL, "parse_thing"))
    pages = made(table, executor)
    pages.open("shop")
    assert len(asyncio.run(pages.take())) == 1
    executor.shutdown()
    assert table.forgotten == []


def test_what_a_crawl_that_is_stopped_has_not_read_again_is_left_to_the_next(executor):
    read, left = (MissedPage(*TITLE, f"https://a.test/{number}", "parse_thing") for number in (1, 2))
    table = Table(read, left)
    pages = made(table, executor)
    pages.open("shop")
    note(pages, asyncio.run(pages.take())[0], ())
    pages.close(lambda *_: False, is_finished=False)
    executor.shutdown()
    assert table.forgotten == [read]
    assert table.claimed[1:] == [0.0], "it need not wait for that"


def test_what_needs_cookies_that_this_crawl_has_not_is_left_to_the_next(executor):
    table = Table(MissedPage(*TITLE, URL, "parse_thing", '{"cookies": ["sid"]}'))
    for cookies, asked in (({}, []), ({"lang": "de"}, []), ({"sid": "x"}, [{"sid": "x"}])):
        shared = SharedCookies()
        if cookies:
            shared.note(Request(URL, SPIDER.parse_thing, cookies=cookies))
        pages = MissedPages(
            table,
            executor,
            partial(read_request, spider=SPIDER, shared=shared),
            lambda one: (same_page(one), True),
            waits=partial(lacks_cookies, spider=SPIDER, shared=shared),
        )
        pages.open("shop")
        assert [request.cookies for request in asyncio.run(pages.take())] == asked
        pages.close(lambda *_: False, is_finished=True)
    executor.shutdown()
    assert table.forgotten == list(table.pages), "once"


def test_a_claim_is_kept_when_the_store_was_away(executor):
    table = Table(MissedPage(*TITLE, URL, "parse_thing"))
    pages = made(table, executor)
    pages.open("shop")
    asyncio.run(pages.take())
    table.is_away = True
    pages.renew()
    executor.submit(setattr, table, "is_away", False)
    pages.renew()
    executor.shutdown()
    assert len(table.claimed) == 2


def test_pages_without_a_field_that_is_lost_are_kept_until_they_have_it(executor):
    table = Table()
    pages = made(table, executor)
    pages.open("shop")
    for number in range(1, 4):
        request = Request(f"https://a.test/{number}", SPIDER.parse_thing, meta={"depth": 1, "download_latency": 0.1})
        note(pages, request, [TITLE, ("parse", "optional")])
    note(pages, Request("https://a.test/2"), [])
    pages.close(lambda *field: field == TITLE, is_finished=True)
    executor.shutdown()
    assert table.kept == [MissedPage(*TITLE, f"https://a.test/{number}", "parse_thing") for number in (1, 3)]


def test_pages_are_told_apart_by_what_is_asked_and_by_what_their_callbacks_are_told(executor):
    def ask(text, rank):
        return Request(URL, method="POST", body=text.encode(), cb_kwargs={"rank": rank})

    table = Table()
    first = made(table, executor)
    first.open("shop")
    for number, text in enumerate(("lamp", "desk", "lamp"), 1):
        note(first, ask(text, number), [TITLE])
    note(first, ask("lamp", 3), [TITLE])  # the same once more
    first.close(lambda *_: True, is_finished=True)
    executor.submit(lambda: None).result()
    later = made(Table(*table.kept), executor)
    later.open("shop")
    note(later, ask("desk", 7), [])  # the one request for it, with other arguments today
    note(later, ask("lamp", 8), [])  # none of the two
    asked = [(request.method, request.body, request.cb_kwargs) for request in asyncio.run(later.take())]
    assert asked == [("POST", b"lamp", {"rank": number}) for number in (1, 3)]


def test_requests_that_differ_in_meta_alone_are_each_asked_for_again(executor):
    table = Table()
    pages = made(table, executor)
    pages.open("shop")
    for size in ("s", "m", "l"):
        note(pages, Request(URL, meta={"size": size}), [TITLE])
    note(pages, Request(URL, meta={"size": "m"}), [])  # it has the field by now
    pages.close(lambda *_: True, is_finished=True)
    executor.submit(lambda: None).result()
    later = made(Table(*table.kept), executor)
    later.open("shop")
    note(later, Request(URL, meta={"size": "l"}), [TITLE])
    assert [request.meta for request in asyncio.run(later.take())] == [{"size": "s"}]


def test_what_another_worker_fetches_is_left_to_it(executor):
    theirs, ours = (MissedPage(*TITLE, f"https://a.test/{number}", "parse_thing") for number in (1, 2))
    table = Table(theirs, ours)
    table.of_others = [theirs]
    pages = made(table, executor)
    pages.open("shop")
    assert [request.url for request in asyncio.run(pages.take())] == [ours.url]


def test_where_an_address_does_not_tell_the_page_only_the_same_task_is_it(executor):
    def note(pages, lacking, told):
        pages.note(Request(URL, method="POST", body=told.encode()), lacking, lambda: ("task", told))

    table = Table()
    for_tasks = partial(MissedPages, executor=executor, read=lambda one: (f"POST {one.url}", one.asked))
    pages = for_tasks(table, page=address_of)
    pages.open("shop")
    note(pages, [TITLE], "second page")
    note(pages, [], "first page")
    pages.close(lambda *_: True, is_finished=True)
    executor.submit(lambda: None).result()
    later = for_tasks(Table(*table.kept), page=address_of)
    later.open("shop")
    note(later, [], "first page")
    assert asyncio.run(later.take()) == ["second page"]


def test_so_many_are_kept(executor):
    table = Table()
    pages = made(table, executor)
    pages.open("shop")
    for number in range(510):
        note(pages, Request(f"https://a.test/{number}"), [TITLE])
    pages.close(lambda *_: True, is_finished=True)
    executor.shutdown()
    assert [page.url[-3:] for page in (table.kept[0], table.kept[-1])] == ["/10", "509"]
    assert len(table.kept) == 500


def test_pages_of_this_crawl_are_fetched_when_one_of_their_nodes_is_healed():
    later, fetched = FetchLater(), []
    for number, nodes in enumerate(({"a"}, {"b"}, {"a", "b"}, {"c"})):
        later.keep(frozenset(nodes), lambda number=number: fetched.append(number))
    assert (later.fetch({"b"}), fetched) == (2, [1, 2])
    assert (later.fetch({"b"}), later.fetch({"a", "c"}), fetched) == (0, 2, [1, 2, 0, 3])
