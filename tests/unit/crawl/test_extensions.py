import asyncio
import logging
from collections.abc import Callable

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.extensions import Progress
from scrapy_bt.errors import BTError
from scrapy_bt.settings import DEFAULTS
from tests.unit.crawl.conftest import Crawl, crawl_with

TREE = """
main :: and (n) { :page :title }
page :: visit "data:text/html,<h1>{n}</h1>"
title :: item { title = css "h1::text" }
"""


def test_an_unknown_mode_is_told(new_crawler: Callable[..., Crawler]) -> None:
    with pytest.raises(BTError, match="BT_PROGRESS is 'loud': it is 'auto', 'live', 'plain' or 'off'"):
        new_crawler(TREE, {"BT_PROGRESS": "loud"})


def test_it_is_silent_where_it_is_off_and_for_ordinary_spiders(new_crawler: Callable[..., Crawler]) -> None:
    with pytest.raises(NotConfigured):
        Progress.from_crawler(new_crawler(TREE, {"BT_PROGRESS": "off"}))
    with pytest.raises(NotConfigured):
        Progress.from_crawler(get_crawler(Spider, {**DEFAULTS, "BT_PROGRESS": "plain"}))


def test_a_plain_crawl_logs_a_line_now_and_then(
    new_crawler: Callable[..., Crawler], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "scrapy_bt.crawl.extensions")
    crawler = new_crawler(
        TREE.replace(":title", ":title :page :title"),
        {"BT_PROGRESS": "plain", "BT_PROGRESS_INTERVAL": 0.001, "DOWNLOAD_DELAY": 0.02},
    )
    asyncio.run(crawl_with(crawler, n="1"))
    lines = [each.getMessage() for each in caplog.records if each.name == "scrapy_bt.crawl.extensions"]
    assert lines
    assert all(line.startswith("tree: ") and " pages (" in line for line in lines)


def test_a_snapshot_tells_what_the_crawl_has_done(crawl: Callable[..., Crawl]) -> None:
    done = crawl(TREE, {"BT_PROGRESS": "plain"}, n="1")
    extension = done.crawler.get_extension(Progress)
    snapshot = extension.snapshot()
    assert (snapshot.name, snapshot.pages, snapshot.items, snapshot.counts.unfinished) == ("tree", 1, 1, 0)
    assert snapshot.rate > 0
    assert snapshot.slowest[0] in ("page", "title")
    assert extension.snapshot().rate == 0.0


def test_live_lines_end_with_the_crawl(crawl: Callable[..., Crawl], capsys: pytest.CaptureFixture[str]) -> None:
    done = crawl(TREE, {"BT_PROGRESS": "live"}, n="1")
    extension = done.crawler.get_extension(Progress)
    assert not extension._live.is_started
    extension._show(extension.snapshot())
