"""How a page was asked for, written down."""

import pytest
from scrapy import FormRequest, Request, Spider
from scrapy.http import JsonRequest
from scrapy.settings import Settings

from scrapy_bt.core.healing.missed import MissedPage
from scrapy_bt.crawl.healing.asking import ask_again, read_request, same_page, write_down
from scrapy_bt.crawl.healing.sharedcookies import SharedCookies

URL = "https://a.test/1"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg"


class Shop(Spider):
    name = "shop"

    def parse_thing(self, response):
        return response


SPIDER = Shop()


@pytest.mark.parametrize(
    "asked",
    [
        Request(URL),
        Request(URL, meta={"depth": 3, "download_latency": 0.1, "item": {"rows": [1, None]}}, cb_kwargs={"name": "Ä"}),
        FormRequest(URL, formdata={"q": "lamp & desk"}),
        Request(URL, method="POST", body="GET"),
        JsonRequest(URL, data={"page": 2}, headers={"X-Requested-With": "XMLHttpRequest", "Cookie": "a=b"}),
    ],
    ids=["plain", "arguments", "form", "word", "json"],
)
def test_it_is_asked_for_again_as_it_was(asked):
    asked.callback = SPIDER.parse_thing
    told = write_down(asked, SPIDER)
    assert told is not None
    again = ask_again(asked.url, *told, SPIDER)
    assert (again.callback, again.dont_filter) == (SPIDER.parse_thing, True)
    assert same_page(again) == same_page(asked)
    assert (again.method, again.body, again.cb_kwargs) == (asked.method, asked.body, asked.cb_kwargs)
    assert again.meta == {name: value for name, value in asked.meta.items() if name == "item"}
    assert {**again.headers, b"Cookie": [b"a=b"]} == {**asked.headers, b"Cookie": [b"a=b"]}


@pytest.mark.parametrize(
    "options",
    [
        {"cookies": {"a": "b"}},
        {"headers": {"Cookie": "a=b"}, "meta": {"dont_merge_cookies": True}},
        {"callback": print},
        {"url": f"{URL}?x={JWT}"},
        {"url": f"{URL}/{JWT}/x"},
        {"method": "POST", "body": b"user=a&password=geheim99"},
        {"method": "POST", "body": b"<login><password>geheim99</password></login>"},
        {"method": "POST", "body": b'query { login(password: "geheim99") }'},
        {"method": "POST", "body": b"\xff\xfe"},
        {"headers": {"Authorization": "Bearer geheim99"}},
        {"headers": {"X-Name": b"\xe4"}},
        {"meta": {"item": object()}},
        {"meta": {"api_key": "geheim99"}},
        {"cb_kwargs": {"a": (1, 2)}},
        {"cb_kwargs": {"a": [JWT]}},
        {"cb_kwargs": {"a": "x" * 20_000}},
        {"cb_kwargs": {"a": float("nan")}},
    ],
    ids=" ".join,
)
def test_what_is_secret_and_what_cannot_be_written_down_is_not(options):
    assert write_down(Request(**{"url": URL, **options}), SPIDER) is None


@pytest.mark.parametrize(
    ("callback", "asked"),
    [("gone", ""), ("name", ""), ("parse", "[]"), ("parse", "{"), ("parse", '{"method": 5}'), ("parse", '{"odd": 1}')],
)
def test_what_cannot_be_asked_for_any_more(callback, asked):
    assert ask_again(URL, callback, asked, SPIDER) is None


@pytest.mark.parametrize(("is_merged", "kept"), [(True, True), (False, False)])
def test_a_cookie_that_the_spider_has_written_itself_is_its_own(is_merged, kept):
    spider = Shop()
    spider.settings = Settings({"COOKIES_ENABLED": is_merged})
    request = Request(URL, spider.parse_thing, headers={"Cookie": "a=b"})
    assert (write_down(request, spider) is not None) is kept


def test_cookies_that_all_requests_of_a_callback_have_are_those_of_the_next_crawl():
    before, now = SharedCookies(), SharedCookies()
    asked = [Request(f"{URL}{n}", SPIDER.parse_thing, cookies={"sid": "geheim99", "lang": "de"}) for n in range(3)]
    for one in asked:
        before.note(one)
    told = write_down(asked[0], SPIDER, before)
    assert told == ("parse_thing", '{"cookies": ["lang", "sid"]}')
    missed = MissedPage("parse_thing", "title", asked[0].url, *told)
    assert read_request(missed, SPIDER, now) == (asked[0].url, None), "no request has told them yet"
    now.note(Request(URL, SPIDER.parse_thing, cookies={"sid": "other", "lang": "de"}))
    _, again = read_request(missed, SPIDER, now)
    assert (again.url, again.cookies) == (asked[0].url, {"sid": "other", "lang": "de"})
    now.note(Request(URL, SPIDER.parse_thing, cookies={"sid": "other", "lang": "fr"}))
    assert read_request(missed, SPIDER, now)[1] is None, "they say what a page is about"


@pytest.mark.parametrize("other", [{}, {"a": "c"}, [{"name": "a", "value": "b"}]])
def test_cookies_that_differ_are_not_written_down(other):
    shared = SharedCookies()
    one = Request(URL, SPIDER.parse_thing, cookies={"a": "b"})
    for request in (one, Request(URL, SPIDER.parse_thing, cookies=other)):
        shared.note(request)
    assert write_down(one, SPIDER, shared) is None
