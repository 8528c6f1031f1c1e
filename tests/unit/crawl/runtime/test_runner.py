import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.crawler import Crawler

from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.runtime.runner import TreeRunner
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.memory import MemoryFrontier
from tests.unit.crawl.conftest import Crawl

NODES = """
page  :: visit "data:text/html,<h1>{n}</h1>"
title :: item { n = n  title = css "h1::text" }
"""
OVER = "over  :: item { over = n }"
Crawling = Callable[..., Crawl]


def test_a_visit_becomes_a_request_and_its_page_a_record(crawl: Crawling) -> None:
    done = crawl(f"main :: and (n) {{ :page :title }}{NODES}", n="7")
    assert done.items == [{"n": "7", "title": "7"}]
    assert done.reason == "finished"
    assert (done.stat("bt/visits"), done.stat("bt/outcome/200"), done.stat("bt/items/title")) == (1, 1, 1)


def test_branches_run_apart_and_are_waited_for(crawl: Crawling) -> None:
    text = f"main :: and (n = 3) {{ while n > 0 {{ goroutine {{ :page :title }} n = n - 1 }} :over }}{NODES}{OVER}"
    done = crawl(text)
    assert sorted(item["title"] for item in done.items if "title" in item) == ["1", "2", "3"]
    assert {"over": 0} in done.items
    assert done.reason == "finished"


def test_a_visit_that_makes_no_request_fails_as_error(crawl: Crawling, caplog: pytest.LogCaptureFixture) -> None:
    done = crawl('main :: and (url) { :page }\npage :: visit "{url}"\n', url="relative")
    assert done.stat("bt/failed/page/error") == 1
    assert done.stat("bt/dead") == 1
    assert "begin it with https://" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The module of some coroutines."""
    name = "coroutines_of_runner_tests"
    (tmp_path / f"{name}.py").write_text(
        "import asyncio\n"
        "async def url(response, context):\n    await asyncio.sleep(0)\n    return 'data:text/html,<h1>made</h1>'\n"
        "async def fail(response, context):\n    await asyncio.sleep(0)\n    raise ValueError('no way')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_a_coroutine_that_makes_a_request_is_awaited(crawl: Crawling, functions: str) -> None:
    text = f"""
        main :: and {{ :page :out }}
        page :: visit {{ request = python "{functions}:url" }}
        out :: item {{ title = css "h1::text" }}
    """
    assert crawl(text).items == [{"title": "made"}]


def test_a_coroutine_that_fails_fails_its_visit(crawl: Crawling, functions: str, caplog) -> None:
    done = crawl(f'main :: and {{ :page }}\npage :: visit {{ request = python "{functions}:fail" }}\n')
    assert done.stat("bt/failed/page/error") == 1
    assert "ValueError: no way" in caplog.text


def test_a_crawl_whose_tasks_are_paused_ends_and_says_how_they_go_on(
    crawl: Crawling, caplog: pytest.LogCaptureFixture
) -> None:
    done = crawl(f"main :: and (n) {{ state pause :over }}{OVER}", n="1")
    assert (done.reason, done.items) == ("paused", [])
    assert "1 tasks are left, 1 of them paused" in caplog.text


def test_a_frontier_that_fails_ends_the_crawl_and_is_told(
    crawl: Crawling, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self, lease, completion) -> None:
        raise BTError("the disk is full")

    monkeypatch.setattr(MemoryFrontier, "complete", fail)
    done = crawl(f"main :: and (n) {{ :page :title }}{NODES}", n="7")
    assert done.reason == "frontier_failed"
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR] == ["the disk is full"]


def test_something_unforeseen_is_a_dead_letter_not_a_hanging_crawl(
    crawl: Crawling, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(visit) -> None:
        raise ZeroDivisionError("unforeseen")

    monkeypatch.setattr("scrapy_bt.crawl.runtime.runner.build_request", fail)
    done = crawl(f"main :: and (n) {{ :page :title }}{NODES}", n="7")
    assert (done.reason, done.stat("bt/dead")) == ("finished", 1)
    assert "Task 1 at main/page is dead: ZeroDivisionError: unforeseen" in caplog.text


def test_trees_need_asyncio(new_crawler: Callable[..., Crawler], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_bt.crawl.runtime.runner.is_asyncio_available", lambda: False)
    crawler = new_crawler("main :: and { }")
    with pytest.raises(BTError, match="trees need asyncio: keep Scrapy's default TWISTED_REACTOR"):
        asyncio.run(TreeRunner.open(crawler, build_program("main :: and { }", file="t.bt", name="t"), None))


def test_tasks_under_way_go_on_when_the_jobdir_is_opened_again(
    crawl: Crawling, new_crawler: Callable[..., Crawler], tmp_path: Path
) -> None:
    text = f"main :: and (n) {{ :page :title }}{NODES}"

    async def begin_and_close() -> None:
        crawler = new_crawler(text, {"JOBDIR": str(tmp_path)})
        crawler._apply_settings()
        runner = await TreeRunner.open(crawler, crawler.spidercls.load_program(), None)
        runner.frontier.remember("started", "{}")
        runner.frontier.remember("all stored", "yes")
        runner.frontier.put([Requeue(runner.first_entry({"n": "7"}))])
        request = runner.next_request()
        assert request.url.startswith("data:text/html,")
        assert runner.has_pending_requests()
        runner.take_back(request)
        assert runner.next_request() is request
        await runner.close()

    asyncio.run(begin_and_close())
    assert crawl(text, {"JOBDIR": str(tmp_path)}, n="7").items == [{"n": "7", "title": "7"}]
