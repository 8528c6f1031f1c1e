import asyncio
from collections.abc import Callable

import pytest
from scrapy import signals
from scrapy.crawler import Crawler

from scrapy_bt.crawl.runtime.limits import LEAST_TASKS, FailureLimit

TREE = 'main :: and { :page }\npage :: visit "https://a.test/"\n'


class Engine:
    """Notes why it was closed."""

    def __init__(self) -> None:
        self.reasons: list[str] = []

    async def close_spider_async(self, *, reason: str) -> None:
        self.reasons.append(reason)


@pytest.fixture
def reasons(new_crawler: Callable[..., Crawler]) -> Callable[..., list[str]]:
    """Why a crawl is closed after these ends of tasks (+: done, -: dead) and errors of callbacks (!)."""

    def play(ends: str, **settings: object) -> list[str]:
        async def scenario() -> list[str]:
            crawler = new_crawler(TREE, settings)
            crawler._apply_settings()
            crawler.engine = Engine()
            limit = FailureLimit(crawler)
            for end in ends:
                if end == "!":
                    crawler.signals.send_catch_log(signals.spider_error)
                else:
                    limit.note(dead=end == "-")
            await asyncio.sleep(0)
            return crawler.engine.reasons

        return asyncio.run(scenario())

    return play


@pytest.mark.parametrize(
    ("ends", "limit", "is_ended"),
    [
        ("---", 3, True),
        ("-----", 3, True),
        ("--++++", 3, False),
        ("-" * 50, 0, False),
        ("-" * (LEAST_TASKS - 1), 0.2, False),
        ("-" * LEAST_TASKS, "20%", True),
        ("+" * LEAST_TASKS + "-" * 4, 0.2, False),
        ("+" * LEAST_TASKS + "-" * 5, 0.2, True),
    ],
)
def test_too_many_dead_letters_end_a_crawl_once(reasons, ends, limit, is_ended) -> None:
    assert reasons(ends, BT_DEAD_LIMIT=limit) == (["dead_limit"] if is_ended else [])


@pytest.mark.parametrize(
    ("ends", "is_ended"), [("---", True), ("-!!", True), ("--!", True), ("--+", False), ("!!!", False)]
)
def test_failed_tasks_are_errors_for_scrapy_s_limit_too(reasons, ends, is_ended) -> None:
    assert reasons(ends, CLOSESPIDER_ERRORCOUNT=3) == (["closespider_errorcount"] if is_ended else [])
