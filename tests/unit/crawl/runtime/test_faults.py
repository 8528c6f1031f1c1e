import asyncio
import logging

import pytest
from scrapy import signals

from scrapy_bt.crawl.runtime.faults import refuse_opening, refuse_start, tell_fault
from scrapy_bt.errors import BTError
from tests.unit.crawl.conftest import crawl_with, make_crawler

TREE = "main :: and { :one }\none :: item { n = 1 }\n"
LOG = logging.getLogger("a part of a crawl")


def crawl_that(does):
    """A crawl with an extension that calls *does* with the crawler, before the spider is open."""

    class Extension:
        @classmethod
        def from_crawler(cls, crawler):
            does(crawler)
            return cls()

    return asyncio.run(crawl_with(make_crawler(TREE, {"EXTENSIONS": {Extension: 0}})))


def test_a_fault_is_logged_and_kept_for_who_runs_the_crawl(caplog: pytest.LogCaptureFixture) -> None:
    error = BTError("it is broken")
    done = crawl_that(lambda crawler: tell_fault(crawler, error, LOG))
    assert done.crawler.spider.fault is error
    assert [record.name for record in caplog.records if record.getMessage() == "it is broken"] == [LOG.name]


def test_a_refused_crawl_opens_and_closes(caplog: pytest.LogCaptureFixture) -> None:
    told = []

    def note(signal) -> None:
        told.append(signal)

    def refuse(crawler) -> None:
        crawler.signals.connect(note, signals.spider_opened)
        crawler.signals.connect(note, signals.spider_closed)
        refuse_start(crawler, BTError("it is broken"), LOG, reason="no_tool")

    done = crawl_that(refuse)
    assert (done.reason, done.items) == ("no_tool", [])
    assert told == [signals.spider_opened, signals.spider_closed]
    assert str(done.crawler.spider.fault) == "it is broken"
    assert "it is broken" in caplog.messages


def test_of_several_refusals_the_first_is_told(caplog: pytest.LogCaptureFixture) -> None:
    def refuse(crawler) -> None:
        def first() -> None:
            refuse_opening(crawler, BTError("first"), LOG, reason="no_tool")

        def second() -> None:
            refuse_opening(crawler, BTError("second"), LOG)

        crawler.signals.connect(first, signals.spider_opened, weak=False)
        crawler.signals.connect(second, signals.spider_opened, weak=False)

    done = crawl_that(refuse)
    assert (done.reason, str(done.crawler.spider.fault)) == ("no_tool", "first")
    assert [text for text in caplog.messages if text in ("first", "second")] == ["first"]
