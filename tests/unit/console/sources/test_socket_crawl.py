import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy import signals
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.console.sources.running import find_running
from scrapy_bt.console.sources.socket_crawl import SocketCrawl
from scrapy_bt.crawl.watching.folders import list_sockets
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Entry
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier
from tests.unit.crawl.conftest import crawl_with, make_crawler

TREE = """
main :: and (n, password) { :page :title }
page :: visit "data:text/html,<h1>{n}</h1>"
title :: item { title = css "h1::text" }
"""


class Running(SocketCrawl):
    """A crawl in a thread of its own, with what only its own process can do to it."""

    frontier: MemoryFrontier
    loop: asyncio.AbstractEventLoop

    def bury_one(self) -> None:
        """Its task is dead, and another like it is there."""

        async def bury() -> None:
            self.frontier.resume(ControlTarget())
            (lease,) = self.frontier.lease()
            self.frontier.put([Requeue(Entry(lease.entry.bucket, lease.entry.payload))])
            self.frontier.pause(ControlTarget())
            self.frontier.bury(lease, "of no use")

        asyncio.run_coroutine_threadsafe(bury(), self.loop).result()


@pytest.fixture
def crawl(project: Path) -> Iterator[Running]:
    """It is paused at its first task."""
    crawler, begun = make_crawler(TREE), threading.Event()

    def begin() -> None:
        Running.loop = asyncio.get_running_loop()
        Running.frontier = crawler.spider.runner.frontier  # type: ignore[union-attr]
        Running.frontier.pause(ControlTarget())
        begun.set()

    crawler.signals.connect(begin, signals.engine_started, weak=False)
    crawler.signals.connect(begun.set, signals.spider_closed, weak=False)
    thread = threading.Thread(target=lambda: asyncio.run(crawl_with(crawler, n="1", password="sesame")))
    thread.start()
    assert begun.wait()
    (path,) = list_sockets(project / ".scrapy" / "bt-run")
    crawl = Running(path)
    yield crawl
    crawl.order("resume", ControlTarget(), 0.0)
    thread.join()
    with pytest.raises(BTError, match=r"over|not answer|not begun"):
        crawl.status()
    crawl.close()


def test_it_is_asked_and_ordered_over_its_socket(crawl: SocketCrawl) -> None:
    status = crawl.status()
    assert (crawl.name, crawl.id) == ("tree", f"tree@{crawl.pid}")
    assert (status["tasks"]["paused"], status["workers"][0]["pid"]) == (1, crawl.pid)
    assert status["arguments"] == {"n": "1", "password": "…"}
    assert status["orders"]["pauses"] == [{"node": None, "tree": None, "paused": True}]
    (line,) = crawl.peek(ControlTarget(), "paused", "", 10).tasks
    found = crawl.find(line.entry.id)
    assert found is not None
    assert found.line.state == "paused"
    assert (crawl.find(99), crawl.dead_letters(0, 10)) == (None, (0, ()))
    program = crawl.program()
    assert program is not None
    assert program.text == TREE
    crawl.check(ControlTarget(task=line.entry.id))
    crawl.check(ControlTarget(node="page"))
    for target in (ControlTarget(task=99), ControlTarget(node="nowhere"), ControlTarget(tree="other")):
        with pytest.raises(BTError):
            crawl.check(target)
    assert crawl.treat("drop", [7]) == 0
    assert crawl.order("boost", ControlTarget(tree="tree"), 5.0) == 1


def test_a_running_crawl_is_found_by_name_and_ordered_on_a_command_line(
    crawl: SocketCrawl, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("tree", crawl.id):
        found = find_running(name)
        assert found is not None
        assert found.id == crawl.id
        found.close()
    assert find_running("other") is None
    assert find_running("tree@1") is None
    assert BT.run("boost", ["5", "tree", "--tree", "tree"], Settings()) == 0
    assert capsys.readouterr().out == f"{crawl.id}: 1 task of the tree 'tree' boosted by 5 s\n"
    assert BT.run("pause", [crawl.id, "--node", "nowhere"], Settings()) == 1
    assert "nothing is at node 'nowhere'" in capsys.readouterr().err


def test_the_dead_letters_of_a_running_crawl_are_listed_and_queued_again(
    crawl: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = crawl.peek(ControlTarget(), "paused", "", 10).tasks
    task = str(line.entry.id)
    assert BT.run("dead", ["list", "tree"], Settings()) == 0
    assert capsys.readouterr().out == f"{crawl.id}: no dead letters\n"
    crawl.bury_one()
    assert BT.run("dead", ["list", "tree"], Settings()) == 0
    assert capsys.readouterr().out.startswith(f"{crawl.id}: 1 dead letter\n")
    assert BT.run("dead", ["show", task, crawl.id, "--json"], Settings()) == 0
    (letter,) = json.loads(capsys.readouterr().out)["letters"]
    assert (letter["reason"], letter["tree"]) == ("of no use", "tree")
    assert BT.run("dead", ["drop", "99", "tree"], Settings()) == 1
    assert "has no dead letter 99" in capsys.readouterr().err
    assert BT.run("dead", ["requeue", "--all", "tree"], Settings()) == 0
    assert capsys.readouterr().out == f"{crawl.id}: 1 dead letter queued again\n"
    assert crawl.dead_letters(0, 10) == (0, ())


def test_a_crawl_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BTError, match="does not answer"):
        SocketCrawl(tmp_path / "shop-7.sock")
