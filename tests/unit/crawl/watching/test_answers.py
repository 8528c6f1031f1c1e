import asyncio
from types import SimpleNamespace

import pytest
from scrapy import signals

from scrapy_bt.core.documents.json import read_json
from scrapy_bt.crawl.watching.answers import Answers
from scrapy_bt.crawl.watching.messages import CrawlQuery, Snapshot
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.listings import ControlTarget
from tests.unit.crawl.conftest import crawl_with, make_crawler

TREE = """
main :: and (n, password) { :page :title }
page :: visit "data:text/html,<h1>{n}</h1>"
title :: item { title = css "h1::text" }
"""


def test_a_crawl_that_has_not_begun_says_so() -> None:
    crawler = SimpleNamespace(spider=None, stats=None)
    with pytest.raises(BTError, match="not begun"):
        Answers(crawler).answer(CrawlQuery("snapshot"))  # type: ignore[arg-type]


def test_a_crawl_tells_of_itself_and_takes_orders() -> None:
    crawler = make_crawler(TREE)
    told = {}

    async def look() -> None:
        answers = Answers(crawler)
        ask = answers.answer
        told["paused"] = ask(CrawlQuery("pause", ControlTarget()))
        told["snapshot"] = ask(CrawlQuery("snapshot"))
        told["page"] = ask(CrawlQuery("peek", state="paused"))
        told["task"] = ask(CrawlQuery("find", ControlTarget(task=1)))
        told["letters"] = ask(CrawlQuery("dead_letters"))
        told["tree"] = ask(CrawlQuery("tree"))
        told["dropped"] = ask(CrawlQuery("drop", ids=(5,)))
        told["boosted"] = ask(CrawlQuery("boost", ControlTarget(), seconds=5.0))
        with pytest.raises(BTError, match="'dance'"):
            ask(CrawlQuery("dance"))
        with pytest.raises(ValueError, match="no state"):
            ask(CrawlQuery("peek", state="dead"))
        told["resumed"] = ask(CrawlQuery("resume", ControlTarget()))

    crawler.signals.connect(look, signals.spider_opened, weak=False)
    done = asyncio.run(crawl_with(crawler, n="1", password="sesame"))
    assert done.items == [{"title": "1"}]
    assert (told["paused"], told["resumed"], told["dropped"], told["boosted"]) == (1, 1, 0, 1)
    snapshot = read_json(bytes(told["snapshot"]), shape=Snapshot)
    assert (snapshot.name, snapshot.description.counts.paused, snapshot.arguments["password"]) == ("tree", 1, "…")
    assert told["page"].tasks[0].entry.bucket.tree == "tree"
    assert told["task"].state == "paused"
    assert (told["letters"].total, told["tree"].text) == (0, TREE)
