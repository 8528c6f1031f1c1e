"""What a step tells."""

from __future__ import annotations

import logging

import pytest
from scrapy.crawler import Crawler
from scrapy.utils.test import get_crawler

from scrapy_bt.core.tree.effects import Trouble
from scrapy_bt.crawl.runtime.completions import StepResult
from scrapy_bt.crawl.runtime.step_reports import StepReports


def tell(crawler: Crawler, step: StepResult, url: str = "", uncounted: tuple[str, ...] = ()) -> None:
    reports = StepReports(crawler, "shop")
    reports.uncounted = uncounted
    reports.tell(step, url, None)
    reports.tell(step, url, None)


@pytest.fixture
def crawler() -> Crawler:
    return get_crawler()


def test_where_a_page_is_known_its_address_is_told_without_secrets(
    crawler: Crawler, caplog: pytest.LogCaptureFixture
) -> None:
    tell(crawler, StepResult(troubles=[Trouble("page", "main/page", None, "404")]), "https://me:word@a.test/gone")
    told = [record.getMessage() for record in caplog.records]
    assert told == ["Node 'page' at main/page: 404, on https://me:…@a.test/gone"] * 2
    assert crawler.stats.get_value("bt/failed/page/404") == 2


def test_that_nothing_was_found_is_told_once_at_each_place_and_less_loudly(
    crawler: Crawler, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    tell(crawler, StepResult(troubles=[Trouble("gone", "main/gone", None, "empty")]))
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.INFO, "Node 'gone' at main/gone: empty")
    assert crawler.stats.get_value("bt/failed/gone/empty") == 2


def test_records_are_counted_by_their_nodes_but_those_that_are_tasks_of_others(crawler: Crawler) -> None:
    tell(crawler, StepResult(items=[("title", {}), ("page", {})]), uncounted=("page",))
    assert crawler.stats.get_value("bt/items/title") == 2
    assert crawler.stats.get_value("bt/items/page") is None
