import logging

import pytest
from scrapy import Request, Spider, signals
from scrapy.exceptions import CloseSpider
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.duplicates.urls import FILE, UrlFilter

BOUNDED = {"BT_URL_FILTER": "bounded", "BT_URL_FILTER_ITEMS": 2000, "BT_URL_FILTER_ERROR": 0.001}


def opened(settings):
    crawler = get_crawler(Spider, settings)
    crawler.spider = crawler._create_spider("any")
    made = UrlFilter.from_crawler(crawler)
    made.open()
    made.crawler = crawler
    return made


def seen(made, *urls):
    return [made.request_seen(Request(url)) for url in urls]


@pytest.mark.parametrize("settings", [{}, BOUNDED], ids=["exact", "bounded"])
def test_a_url_is_new_once_however_it_is_written(settings):
    made = opened(settings)
    assert seen(made, "http://a/?a=1&b=2", "http://A/?b=2&a=1", "http://a/", "http://a/") == [False, True, False, True]
    assert not made.request_seen(Request("http://a/", method="POST"))
    made.close("finished")
    assert made.crawler.stats.get_value("bt/urls/known") == 3


@pytest.mark.parametrize("settings", [{}, BOUNDED], ids=["exact", "bounded"])
def test_the_next_run_goes_on_with_it(settings, tmp_path):
    settings = {**settings, "JOBDIR": str(tmp_path)}
    urls = [f"http://a/{number}" for number in range(500)]
    first = opened(settings)
    seen(first, *urls)
    killed = opened(settings)
    assert not any(seen(killed, *urls[:10])), "what a killed run has seen is crawled again"
    first.close("shutdown")
    again = opened(settings)
    assert all(seen(again, *urls))
    assert sum(seen(again, *(f"http://b/{number}" for number in range(500)))) <= 5
    again.close("finished")
    assert again.crawler.stats.get_value("bt/urls/known") >= 995


def test_a_bounded_filter_says_how_exact_it_is_and_when_it_is_full(caplog):
    made = opened({**BOUNDED, "BT_URL_FILTER_ITEMS": 100})
    with caplog.at_level(logging.WARNING):
        seen(made, *(f"http://a/{number}" for number in range(100)))
        assert not caplog.records
        seen(made, *(f"http://b/{number}" for number in range(100)))
    assert caplog.text.count("holds more than the 100 that it is made for") == 1
    made.close("finished")
    stats = made.crawler.stats
    assert stats.get_value("bt/urls/error") > 0.001
    assert stats.get_value("bt/urls/bytes") < 300


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"x", "no filter of URLs"),
        (b'{"a": 1}\n', "no filter of URLs"),
        (b'{"filter": "bounded 1x8x1", "count": 1}\n', "1x8x1"),
    ],
)
def test_what_is_no_such_filter_ends_the_crawl_in_order(tmp_path, content, message, caplog):
    (tmp_path / FILE).write_bytes(content)
    made = opened({"JOBDIR": str(tmp_path)})
    assert message in caplog.text
    answers = made.crawler.signals.send_catch_log(signals.spider_opened, dont_log=Exception)
    assert any(isinstance(getattr(answer, "value", None), CloseSpider) for _, answer in answers)
    made.close("no_url_filter")
    assert (tmp_path / FILE).read_bytes() == content
