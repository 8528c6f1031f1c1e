"""Pages that are given to a callback once more."""

import pytest
from scrapy import Request, Spider
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.healing.holding import HeldPages
from scrapy_bt.crawl.healing.looks import KEPT
from scrapy_bt.crawl.healing.middleware import KeptPages


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
