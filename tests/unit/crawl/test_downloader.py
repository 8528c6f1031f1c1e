import asyncio
from collections.abc import Callable
from time import perf_counter

import pytest
from scrapy import Request, signals
from scrapy.crawler import Crawler

from scrapy_bt.crawl import downloader
from scrapy_bt.crawl.downloader import SENT, note_return, seconds_of

TREE = """
main :: and { goroutine { :page } goroutine { :page } }
page :: visit "data:text/html,<p>x</p>"
"""


def test_a_request_is_marked_when_it_leaves_not_while_it_waits_for_its_turn(
    new_crawler: Callable[..., Crawler],
) -> None:
    marks: list[tuple[float, float]] = []
    queued: dict[int, float] = {}

    def reached(request: Request) -> None:
        queued[id(request)] = perf_counter()

    def left(request: Request) -> None:
        marks.append((queued[id(request)], request.meta[SENT]))

    crawler = new_crawler(TREE, {"DOWNLOAD_DELAY": 0.05, "DOWNLOAD_DELAY_JITTER": 0})
    crawler.signals.connect(reached, signals.request_reached_downloader, weak=False)
    crawler.signals.connect(left, signals.request_left_downloader, weak=False)
    started = perf_counter()
    asyncio.run(crawler.crawl_async())
    assert len(marks) == 2
    assert all(started < reached <= sent <= perf_counter() for reached, sent in marks)
    # The delay runs from when the first one left, which is not before it had come.
    assert marks[1][1] - marks[0][0] >= 0.049


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> float:
    """The time, which stands still."""
    monkeypatch.setattr(downloader, "perf_counter", lambda: 1000.0)
    return 1000.0


def test_a_visit_has_taken_the_time_since_its_request_left(now: float) -> None:
    assert seconds_of(Request("https://a.test/", meta={SENT: now - 5.0})) == 5.0


def test_a_visit_that_is_sent_again_has_taken_all_its_tries_but_not_the_waits_between(now: float) -> None:
    request = Request("https://a.test/", meta={SENT: now - 5.0})
    note_return(request)
    assert SENT not in request.meta
    note_return(request)
    request.meta[SENT] = now - 2.0
    assert seconds_of(request) == 7.0


def test_with_another_downloader_its_own_account_counts() -> None:
    assert seconds_of(Request("https://a.test/", meta={"download_latency": 3.0})) == 3.0
    assert seconds_of(Request("https://a.test/")) is None
