from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.console.refusals import Refusal
from scrapy_bt.console.sources.crawls import Crawls
from scrapy_bt.crawl.watching.folders import SOCKETS, listen
from scrapy_bt.crawl.watching.records import RunRecord, write_record
from scrapy_bt.testing.ports import pick_port


def test_without_anything_there_is_nothing(project: Path, settings: Settings) -> None:
    crawls = Crawls(project / ".scrapy", settings)
    assert (crawls.living(), crawls.runs(), crawls.trouble, crawls.has_redis) == ([], [], "", False)
    with pytest.raises(Refusal, match="no crawl 'shop'"):
        crawls.get("shop")


def test_a_socket_that_nobody_serves_is_no_crawl(project: Path, settings: Settings) -> None:
    listen(project / ".scrapy" / SOCKETS / "shop-999999.sock").close()
    assert Crawls(project / ".scrapy", settings).living() == []


def test_a_redis_that_is_away_is_told_and_not_asked_all_the_time(project: Path, settings: Settings) -> None:
    settings.set("REDIS_URL", f"redis://127.0.0.1:{pick_port()}")
    crawls = Crawls(project / ".scrapy", settings)
    assert crawls.living() == []
    assert "127.0.0.1" in crawls.trouble
    assert crawls.living() == []
    crawls.close()


def test_a_crawl_that_is_over_is_the_last_of_its_name(project: Path, settings: Settings) -> None:
    for number, pid in ((1, 7), (2, 8)):
        record = RunRecord(f"{number}-shop-{pid}", "shop", 1.0, float(number), "finished", "memory", pid, "here")
        write_record(project / ".scrapy" / "bt-runs", record)
    (project / ".scrapy" / "bt-runs" / "3.json").write_text("{")
    crawls = Crawls(project / ".scrapy", settings)
    assert [record.id for record in crawls.runs()] == ["2-shop-8", "1-shop-7"]
    assert [crawls.get(id_).status()["key"] for id_ in ("shop", "shop@7", "shop@9")] == [
        "2-shop-8", "1-shop-7", "2-shop-8"
    ]  # fmt: skip
    assert [crawls.get(id_).id for id_ in ("shop", "shop@7", "shop@9")] == ["shop", "shop@7", "shop"]
    assert crawls.get("shop@7").kind == "finished"
    assert crawls.run("1-shop-7").ended == 1.0
    with pytest.raises(Refusal, match="no run"):
        crawls.run("x")


def test_a_name_may_hold_what_stands_before_a_process(project: Path, settings: Settings) -> None:
    record = RunRecord("1-a_b-7", "a@b", 1.0, 2.0, "finished", "memory", 7, "here")
    write_record(project / ".scrapy" / "bt-runs", record)
    crawls = Crawls(project / ".scrapy", settings)
    assert [crawls.get(id_).id for id_ in ("a@b", "a@b@7", "a@b@8")] == ["a@b", "a@b@7", "a@b"]


def test_a_crawl_is_found_behind_many_others(project: Path, settings: Settings) -> None:
    runs = project / ".scrapy" / "bt-runs"
    write_record(runs, RunRecord("0-old-1", "old", 1.0, 2.0, "finished", "memory", 1, "here"))
    for number in range(101):
        write_record(runs, RunRecord(f"1-x{number}-old-2", f"x{number}-old", 1.0, 2.0, "finished", "memory", 2, "here"))
    assert Crawls(project / ".scrapy", settings).get("old").status()["key"] == "0-old-1"
