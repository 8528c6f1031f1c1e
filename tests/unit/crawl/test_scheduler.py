import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.crawler import Crawler

from scrapy_bt.errors import BTError
from tests.unit.crawl.conftest import Crawl, crawl_with

TREE = """
main :: and (n) { :page :title }
page :: visit "data:text/html,<h1>{n}</h1>"
title :: item { title = css "h1::text" }
"""
Crawling = Callable[..., Crawl]


def test_a_crawl_whose_frontier_cannot_be_opened_ends_in_order(
    crawl: Crawling, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bt").mkdir()
    (tmp_path / "bt" / "frontier.sqlite").write_bytes(b"no database" * 100)
    done = crawl(TREE, {"JOBDIR": str(tmp_path)}, n="1")
    assert done.reason == "not_started"
    assert isinstance(done.crawler.spider.fault, BTError)
    assert "is damaged or no journal at all" in caplog.text
    assert "Traceback" not in caplog.text


def test_the_text_of_the_tree_is_kept_with_the_tasks(crawl: Crawling) -> None:
    done = crawl(TREE, n="1")
    assert done.crawler.spider.runner.frontier.recall("tree:tree") == TREE


def test_a_finished_jobdir_is_not_begun_again(
    crawl: Crawling, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = {"JOBDIR": str(tmp_path)}
    assert len(crawl(TREE, settings, n="1").items) == 1
    caplog.clear()
    assert crawl(TREE, settings, n="1").items == []
    assert "The crawl in this JOBDIR is finished (0 dead letters)" in caplog.text
    assert "The tasks in this JOBDIR" not in caplog.text
    crawl(TREE, settings, n="2")
    assert "The tasks in this JOBDIR" in caplog.text


def test_paused_tasks_go_on_when_the_setting_says_so(crawl: Crawling, tmp_path: Path) -> None:
    text = "main :: and { state pause :one }\none :: item { n = 1 }\n"
    settings = {"JOBDIR": str(tmp_path)}
    assert crawl(text, settings).reason == "paused"
    assert crawl(text, settings).items == []
    done = crawl(text, {**settings, "BT_RESUME_PAUSED": True})
    assert (done.reason, done.items) == ("finished", [{"n": 1}])


def test_a_file_of_tasks_starts_one_for_each_line(crawl: Crawling, tmp_path: Path) -> None:
    path = tmp_path / "tasks.jl"
    path.write_text('{"n": 1}\n\n{"n": 2}\n')
    items = crawl(TREE, tasks=str(path)).items
    assert sorted(item["title"] for item in items) == ["1", "2"]


def test_requests_of_a_subclass_are_sent_beside_those_of_the_tree(new_crawler: Callable[..., Crawler]) -> None:
    crawler = new_crawler(TREE)

    class Both(crawler.spidercls):
        async def start(self):
            yield Request("data:text/html,<h1>own</h1>", callback=self.parse_own)

        def parse_own(self, response):
            yield {"title": response.css("h1::text").get()}

    crawler.spidercls = Both
    done = asyncio.run(crawl_with(crawler, n="1"))
    assert sorted(item["title"] for item in done.items) == ["1", "own"]


def test_who_was_killed_before_the_tasks_were_marked_as_started_does_not_start_them_twice(
    crawl: Crawling, tmp_path: Path
) -> None:
    text = "main :: and (n) { state pause :one }\none :: item { n = n }\n"
    settings = {"JOBDIR": str(tmp_path)}
    crawl(text, settings, n="1")
    with closing(sqlite3.connect(tmp_path / "bt" / "frontier.sqlite", isolation_level=None)) as connection:
        assert connection.execute("DELETE FROM text WHERE key IN ('started', 'all stored')").rowcount == 2
    assert crawl(text, {**settings, "BT_RESUME_PAUSED": True}, n="1").items == [{"n": "1"}]
