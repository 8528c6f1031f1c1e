from dataclasses import replace

import pytest
from rich.console import Console

from scrapy_bt.crawl.monitoring.progress import ProgressSnapshot
from scrapy_bt.frontier.listings import TaskCounts

SNAPSHOT = ProgressSnapshot(
    name="shop",
    seconds=3725.9,
    counts=TaskCounts(ready=10, running=2, delayed=3, parked=4, paused=0, dead=1),
    pages=1234,
    items=56,
    rate=7.89,
    slowest=("detail", 1.234),
)


def test_a_line_names_the_states_that_there_are() -> None:
    assert SNAPSHOT.line == (
        "shop: 10 queued, 2 running, 7 waiting, 1 dead; 1234 pages (7.9/s), 56 items; slowest: detail 1.23 s"
    )


def test_a_line_of_a_crawl_that_has_not_begun() -> None:
    snapshot = replace(SNAPSHOT, counts=TaskCounts(), pages=0, items=0, rate=0.0, slowest=None)
    assert snapshot.line == "shop: no tasks; 0 pages (0.0/s), 0 items"


@pytest.mark.parametrize("shown", ["shop 1:02:05", "7 waiting", "0 paused", "1234 pages (7.9/s)", "detail 1.23 s"])
def test_the_table_shows_everything(shown: str) -> None:
    console = Console(width=200)
    with console.capture() as capture:
        console.print(SNAPSHOT.table)
    assert shown in capture.get()


def test_the_table_needs_no_slowest_node() -> None:
    console = Console(width=200)
    with console.capture() as capture:
        console.print(replace(SNAPSHOT, slowest=None).table)
    assert "slowest" not in capture.get()
