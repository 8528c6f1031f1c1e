from pathlib import Path

import pytest

from scrapy_bt.console.sources.finished_crawl import FinishedCrawl
from scrapy_bt.crawl.watching.records import RunRecord
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier


def record(jobdir: str = "") -> RunRecord:
    return RunRecord(
        "1-shop-7", "shop", 1.0, 2.0, "finished", "memory", 7, "here",
        jobdir=jobdir, tasks={"dead": 1}, weights={"list": (4, 16.0)},
    )  # fmt: skip


def test_it_shows_what_its_record_says() -> None:
    status = FinishedCrawl(record()).status()
    assert (status["tasks"]["dead"], status["reason"], status["workers"]) == (1, "finished", [])
    assert [(node["node"], node["weight"], node["executions"]) for node in status["nodes"]] == [("list", 2.0, 4)]


def test_it_takes_no_orders() -> None:
    crawl = FinishedCrawl(record())
    with pytest.raises(BTError, match="is over"):
        crawl.order("pause", ControlTarget(), 0.0)
    with pytest.raises(BTError, match="no JOBDIR"):
        crawl.treat("requeue", None)
    assert crawl.peek(ControlTarget(), "ready", "", 10).tasks == ()
    assert (crawl.find(1), crawl.dead_letters(0, 10), crawl.program()) == (None, (0, ()), None)
    crawl.close()


def test_the_letters_of_its_jobdir_can_be_treated(tmp_path: Path) -> None:
    frontier = MemoryFrontier(lambda bucket: 0.0, limits={}, journal=Journal(tmp_path / "bt"))
    frontier.put([Requeue(Entry(Bucket("shop", "list"), b"x"))])
    (lease,) = frontier.lease()
    frontier.bury(lease, "it broke")
    frontier.close()
    crawl = FinishedCrawl(record(str(tmp_path)))
    total, (letter,) = crawl.dead_letters(0, 10)
    assert (total, letter.reason) == (1, "it broke")
    found = crawl.find(letter.entry.id)
    assert found is not None
    assert found.line.state == "dead"
    assert crawl.treat("requeue", [letter.entry.id]) == 1
    assert crawl.dead_letters(0, 10)[0] == 0
