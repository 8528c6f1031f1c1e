"""Cookies that all requests of a callback have."""

import pytest
from scrapy import Request, Spider

from scrapy_bt.crawl.healing.sharedcookies import SharedCookies, cookies_of

URL = "https://a.test/1"


class Shop(Spider):
    name = "shop"

    def parse_thing(self, response):
        return response


SPIDER = Shop()


def test_they_are_told_by_callback_until_one_has_others():
    shared = SharedCookies()
    mine, plain = Request(URL, SPIDER.parse_thing, cookies={"a": "b"}), Request(URL)
    for request in (mine, plain, mine):
        shared.note(request)
    assert (shared.of("parse_thing"), shared.of("parse"), shared.of("other")) == ({"a": "b"}, {}, {})
    assert (shared.has(mine), shared.has(plain)) == (True, True)
    shared.note(Request(URL, SPIDER.parse_thing, cookies={"a": "c"}))
    assert (shared.of("parse_thing"), shared.has(mine)) == ({}, False)


@pytest.mark.parametrize(
    ("cookies", "told"),
    [(None, {}), ({}, {}), ({"a": "b"}, {"a": "b"}), ({"a": 1}, None), ([{"name": "a", "value": "b"}], None)],
)
def test_what_is_told_in_another_way_is_not_known(cookies, told):
    assert cookies_of(Request(URL, cookies=cookies)) == told
