import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy import signals
from scrapy.exceptions import NotConfigured

from scrapy_bt.crawl.watching.extension import Watching
from scrapy_bt.crawl.watching.folders import RECORDS, SOCKETS, list_sockets, watch_folder
from scrapy_bt.crawl.watching.messages import CrawlQuery, Snapshot, read_answer, write_line
from scrapy_bt.crawl.watching.records import list_records, read_record
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.listings import ControlTarget
from tests.unit.crawl.conftest import Crawl, crawl_with, make_crawler

TREE = """
main :: and (n, password) { :page :title }
page :: visit "data:text/html,<h1>{n}</h1>"
title :: item { title = css "h1::text" }
"""
GIVEN = {"n": "1", "password": "sesame"}


def test_it_is_off_where_it_is_not_wanted(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotConfigured):
        Watching.from_crawler(make_crawler(TREE, {"BT_WATCH": False}))
    (project / "scrapy.cfg").unlink()
    with pytest.raises(NotConfigured):
        Watching.from_crawler(make_crawler(TREE, {"BT_WATCH": True}))


def test_a_running_crawl_answers_at_its_socket(project: Path) -> None:
    crawler = make_crawler(TREE)
    told: list[object] = []

    async def talk() -> None:
        (path,) = list_sockets(project / ".scrapy" / SOCKETS)
        reader, writer = await asyncio.open_unix_connection(path)
        for line, kind in (
            (write_line(CrawlQuery("snapshot")), Snapshot),
            (b"nonsense\n", int),
            (write_line(CrawlQuery("resume", ControlTarget())), int),
        ):
            writer.write(line)
            try:
                told.append(read_answer(await reader.readline(), kind))
            except BTError as error:
                told.append(str(error))
        writer.close()
        await writer.wait_closed()

    talks: list[asyncio.Task[None]] = []

    def begin() -> None:
        crawler.spider.runner.frontier.pause(ControlTarget())  # type: ignore[union-attr]
        talks.append(asyncio.get_running_loop().create_task(talk()))

    async def run() -> Crawl:
        done = await crawl_with(crawler, **GIVEN)
        await talks[0]
        return done

    crawler.signals.connect(begin, signals.headers_received, weak=False)
    crawler.signals.connect(begin, signals.engine_started, weak=False)
    done = asyncio.run(run())
    assert done.items == [{"title": "1"}]
    snapshot, refusal, resumed = told
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.name, snapshot.description.counts.paused, resumed) == ("tree", 1, 1)
    assert "no question" in str(refusal)
    assert list_sockets(project / ".scrapy" / SOCKETS) == []


def test_a_record_is_kept_of_every_crawl(project: Path, crawl: Callable[..., Crawl]) -> None:
    crawl(TREE, **GIVEN)
    folder = watch_folder(RECORDS)
    assert folder is not None
    (path,) = list_records(folder)
    record = read_record(path)
    assert (record.name, record.reason, record.frontier) == ("tree", "finished", "memory")
    assert record.arguments == {"n": "1", "password": "…"}
    assert record.stats["item_scraped_count"] == 1
    assert record.id == path.stem
    assert record.weights["page"][0] == 1
    assert "sesame" not in path.read_text()


def test_a_folder_that_cannot_be_written_costs_one_line(
    project: Path, crawl: Callable[..., Crawl], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    (project / ".scrapy").mkdir()
    (project / ".scrapy" / "bt-run").write_text("")
    (project / ".scrapy" / "bt-runs").write_text("")
    assert crawl(TREE, **GIVEN).items == [{"title": "1"}]
    lines = [each.getMessage() for each in caplog.records if each.name.startswith("scrapy_bt.crawl.watching")]
    assert len(lines) == 1
    assert "Nobody can watch" in lines[0]
