import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy import signals

from tests.unit.crawl.conftest import Crawl, crawl_with, make_crawler

Crawling = Callable[..., Crawl]
OVER = "over  :: item { over = n }"
PAGE = 'page :: visit "data:text/html,<h1>title</h1>"'


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The module of some coroutines."""
    name = "coroutines_of_handover_tests"
    (tmp_path / f"{name}.py").write_text(
        "import asyncio\n"
        "async def title(response, context):\n    await asyncio.sleep(0)\n    return response.css('h1::text').get()\n"
        "async def five(response, context):\n    await asyncio.sleep(0)\n    return 5\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_records_without_a_visit_pass_the_pipelines_before_the_crawl_ends(crawl: Crawling) -> None:
    assert crawl(f"main :: and (n) {{ :over }}{OVER}", n="7").items == [{"over": "7"}]


def test_coroutines_are_awaited_where_a_page_has_come(crawl: Crawling, functions: str) -> None:
    text = f"""
        main :: and {{ :page x = :title y = :title :out }}
        {PAGE}
        title :: data python "{functions}:title"
        out :: item {{ both = "{{x}} {{y}}" }}
    """
    done = crawl(text)
    assert (done.items, done.reason) == ([{"both": "title title"}], "finished")


def test_coroutines_are_awaited_where_none_has_come(crawl: Crawling, functions: str) -> None:
    text = f"""
        main :: and {{ n = :five :over n = :five :over }}
        five :: data python "{functions}:five"
        {OVER}
    """
    done = crawl(text)
    assert (done.items, done.reason) == ([{"over": 5}, {"over": 5}], "finished")


def test_a_step_is_complete_when_its_records_are_through_the_pipelines() -> None:
    crawler = make_crawler(f"main :: and {{ n = 1 :over :page :over }}\n{PAGE}\n{OVER}")
    done_before: list[int] = []

    def count(item: object) -> None:
        done_before.append(crawler.spider.runner.frontier.counts().unfinished)

    async def scenario() -> Crawl:
        crawler.signals.connect(count, signals.item_scraped)
        return await crawl_with(crawler)

    assert len(asyncio.run(scenario()).items) == 2
    assert done_before == [1, 1]
