import asyncio
from typing import Any

import pytest

from scrapy_bt.console.sources.poller import CrawlView, Poller
from scrapy_bt.errors import BTError
from tests.contracts.workshop import Clock
from tests.unit.console.conftest import MadeCrawl


@pytest.fixture
def crawl() -> MadeCrawl:
    crawl = MadeCrawl()
    crawl.add("main/list")
    return crawl


def test_news_come_to_all_who_wait(crawl: MadeCrawl) -> None:
    async def look() -> dict[str, Any]:
        return crawl.status()

    async def run() -> None:
        poller = Poller(look, interval=0.001)
        await poller.watch()
        await poller.watch()
        views = await asyncio.gather(poller.wait(0), poller.wait(0))
        assert all(view.snapshot["tasks"]["ready"] == 1 for view in views)
        later = await poller.wait(views[0].version)
        assert later.version > views[0].version
        await poller.leave()
        assert poller._task is not None
        await poller.leave()
        assert poller._task is None

    asyncio.run(run())


def test_who_comes_while_the_last_one_leaves_is_told_news(crawl: MadeCrawl) -> None:
    async def look() -> dict[str, Any]:
        return crawl.status()

    async def run() -> None:
        poller = Poller(look, interval=0.001)
        await poller.watch()
        first = await poller.wait(0)
        await asyncio.gather(poller.leave(), poller.watch())
        assert (await poller.wait(first.version + 2)).version > first.version
        await poller.leave()

    asyncio.run(run())


def test_a_look_that_broke_is_taken_up_by_the_next_watcher(crawl: MadeCrawl) -> None:
    looks = iter([OSError("broken")])

    async def look() -> dict[str, Any]:
        for error in looks:
            raise error
        return crawl.status()

    async def run() -> None:
        poller = Poller(look, interval=0.001)
        await poller.watch()
        assert poller._task is not None
        await asyncio.wait([poller._task])
        await poller.watch()
        assert (await poller.wait(0)).snapshot["tasks"]["ready"] == 1
        await poller.leave()
        await poller.leave()

    asyncio.run(run())


def test_a_crawl_that_is_away_keeps_its_last_snapshot_and_says_why(crawl: MadeCrawl) -> None:
    clock = Clock()
    is_away = False

    async def look() -> dict[str, Any]:
        if is_away:
            raise BTError("it is away")
        return crawl.status()

    async def run() -> None:
        nonlocal is_away
        poller = Poller(look, clock=clock)
        first = await poller.refresh()
        is_away = True
        clock.turn(1.0)
        second = await poller.refresh()
        assert (second.error, second.at, second.rows) == ("it is away", first.at, first.rows)
        assert second.version == first.version + 1

    asyncio.run(run())


def test_the_counts_of_ten_minutes_are_kept(crawl: MadeCrawl) -> None:
    clock = Clock()

    async def look() -> dict[str, Any]:
        return crawl.status()

    async def run() -> None:
        poller = Poller(look, clock=clock)
        begun = clock.now
        await poller.refresh()
        clock.turn(1.0)
        await poller.refresh()
        assert len(poller.samples()) == 1  # one in two seconds
        crawl.add("main/page")
        clock.turn(2.0)
        await poller.refresh()
        assert [sample.tasks["ready"] for sample in poller.samples()] == [1, 2]
        assert "shop/main/page" not in {row["key"] for row in poller.rows_at(begun)}
        assert "shop/main/page" in {row["key"] for row in poller.rows_at(clock.now)}
        clock.turn(601.0)
        await poller.refresh()
        assert len(poller.samples()) == 1
        assert {row["key"] for row in poller.rows_at(clock.now)} >= {"shop/main/list", "shop/main/page"}

    asyncio.run(run())


def test_a_clock_that_is_set_back_begins_the_counts_anew(crawl: MadeCrawl) -> None:
    clock = Clock()
    crawl.add("main/list")

    async def look() -> Any:
        return crawl.status()

    async def turn_back() -> list[float]:
        poller = Poller(look, clock=clock)
        await poller.refresh()
        clock.now -= 3600.0
        await poller.refresh()
        clock.turn(2.0)
        await poller.refresh()
        return [sample.at - clock.now for sample in poller.samples()]

    assert asyncio.run(turn_back()) == [-2.0, 0.0]


def test_an_order_ends_the_rest_after_a_look_that_took_long(crawl: MadeCrawl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_bt.console.sources.poller._REST", 1e12)
    monkeypatch.setattr("scrapy_bt.console.sources.poller._LONGEST_REST", 3600.0)

    async def look() -> dict[str, Any]:
        return crawl.status()

    async def run() -> CrawlView:
        poller = Poller(look, interval=0.001)
        await poller.watch()
        first = await poller.wait(0)
        crawl.add("main/page")
        poller.hurry()
        second = await poller.wait(first.version)
        await poller.leave()
        return second

    assert asyncio.run(run()).snapshot["tasks"]["ready"] == 2


def test_orders_bring_no_more_looks_than_there_are_without_them(crawl: MadeCrawl) -> None:
    looks = 0

    async def look() -> dict[str, Any]:
        nonlocal looks
        looks += 1
        return crawl.status()

    async def run() -> None:
        poller = Poller(look, interval=3600.0)
        await poller.watch()
        await poller.wait(0)
        for _ in range(20):
            poller.hurry()
            await asyncio.sleep(0)
        await poller.leave()

    asyncio.run(run())
    assert looks == 1


def test_trends_are_executions_a_second_of_the_last_minutes(crawl: MadeCrawl) -> None:
    clock = Clock()
    snapshot = crawl.status()
    (node,) = snapshot["nodes"]

    async def look() -> dict[str, Any]:
        return snapshot

    async def run() -> None:
        nonlocal snapshot
        poller = Poller(look, clock=clock)
        await poller.refresh()
        for executions in (10, 10, 50):
            clock.turn(20.0)
            snapshot = {**snapshot, "nodes": [{**node, "executions": node["executions"] + executions}]}
            await poller.refresh()
        (rates,) = poller.trends().values()
        assert rates[:5] == [0.0, 0.5, 0.0, 2.0, 0.0]
        assert len(rates) == 30

    asyncio.run(run())
