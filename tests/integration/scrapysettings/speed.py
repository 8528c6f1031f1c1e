"""How fast: how many visits are under way, and how far apart."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from tests.waiting import until

from .stage import SEVERAL, Crawl, Stage, holds

ROWS = """
page :: visit "{address}"
rows :: item each css "p" { got = css "::text" }
main :: and (address) { :page  :rows }
"""


async def _bounded(stage: Stage, settings: dict[str, Any], **options: Any) -> None:
    """Six visits, of which two and never more go together."""
    crawl = await stage.crawl("/held?of=2", settings, text=SEVERAL, times=6, **options)
    assert (len(crawl.items), crawl.most) == (6, 2)


@holds("CONCURRENT_REQUESTS")
async def all_visits_together(stage: Stage) -> None:
    await _bounded(stage, {"CONCURRENT_REQUESTS": 2})


@holds("CONCURRENT_REQUESTS_PER_DOMAIN")
async def visits_of_a_site_together(stage: Stage) -> None:
    await _bounded(stage, {"CONCURRENT_REQUESTS_PER_DOMAIN": 2})


@holds("max_concurrent_requests")
async def visits_of_a_site_together_by_attribute(stage: Stage) -> None:
    await _bounded(stage, {}, attributes={"max_concurrent_requests": 2})


@holds("DOWNLOAD_SLOTS")
async def a_site_of_its_own(stage: Stage) -> None:
    await _bounded(stage, {"DOWNLOAD_SLOTS": {"127.0.0.1": {"concurrency": 2, "delay": 0}}})


@holds("DOWNLOAD_DELAY", "DOWNLOAD_DELAY_JITTER")
async def the_delay(stage: Stage) -> None:
    crawl = await stage.crawl(settings={"DOWNLOAD_DELAY": 0.01, "DOWNLOAD_DELAY_JITTER": 0.2}, text=SEVERAL, times=2)
    assert crawl.delays == [(0.01, 0.2)] * 2


@holds("RANDOMIZE_DOWNLOAD_DELAY")
async def an_even_delay(stage: Stage) -> None:
    crawl = await stage.crawl(settings={"DOWNLOAD_DELAY": 0.01, "RANDOMIZE_DOWNLOAD_DELAY": False})
    assert crawl.delays == [(0.01, 0)]


@holds("download_delay")
async def the_delay_by_attribute(stage: Stage) -> None:
    crawl = await stage.crawl(attributes={"download_delay": 0.03})
    assert crawl.delays[0][0] == 0.03


@holds(
    "AUTOTHROTTLE_ENABLED",
    "AUTOTHROTTLE_START_DELAY",
    "AUTOTHROTTLE_MAX_DELAY",
    "AUTOTHROTTLE_TARGET_CONCURRENCY",
    "AUTOTHROTTLE_DEBUG",
)
async def the_throttle(stage: Stage) -> None:
    settings = {
        "AUTOTHROTTLE_ENABLED": True,
        "AUTOTHROTTLE_START_DELAY": 4,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": 1e9,
        "AUTOTHROTTLE_DEBUG": True,
    }
    crawl = await stage.crawl(settings=settings)
    assert crawl.says("delay: 2000 ms")
    assert (await stage.crawl(settings={**settings, "AUTOTHROTTLE_MAX_DELAY": 1})).says("delay: 1000 ms")
    slower = {**settings, "AUTOTHROTTLE_TARGET_CONCURRENCY": 1e-9}
    assert (await stage.crawl(settings=slower)).says("delay:60000 ms")


class Counting:
    """A pipeline that knows how many items were in it together; the first wait until they are *awaited* many."""

    busy: ClassVar[int] = 0
    most: ClassVar[int] = 0
    awaited: ClassVar[int] = 1

    async def process_item(self, item: Any) -> Any:
        cls = type(self)
        cls.busy += 1
        cls.most = max(cls.most, cls.busy)
        await until(lambda: cls.most >= cls.awaited)
        await asyncio.sleep(0.01)  # so that more could come
        cls.busy -= 1
        return item


async def _items_together(stage: Stage, bound: int) -> int:
    Counting.most, Counting.awaited = 0, bound
    settings = {"CONCURRENT_ITEMS": bound, "ITEM_PIPELINES": {Counting: 1}}
    crawl = await stage.crawl("/rows", settings, text=ROWS)
    assert len(crawl.items) == 6
    return Counting.most


@holds("CONCURRENT_ITEMS", "ITEM_PIPELINES")
async def items_in_pipelines_together(stage: Stage) -> None:
    assert await _items_together(stage, 1) == 1
    assert await _items_together(stage, 3) == 3


class Meeting:
    """A pipeline that lets two items pass together."""

    met: ClassVar[asyncio.Event]
    inside: ClassVar[int] = 0

    async def process_item(self, item: Any) -> Any:
        Meeting.inside += 1
        if Meeting.inside == 2:
            Meeting.met.set()
        await Meeting.met.wait()
        return item


@holds("SCRAPER_SLOT_MAX_ACTIVE_SIZE")
async def bytes_in_work(stage: Stage) -> None:
    one = {"CONCURRENT_REQUESTS": 1}
    Meeting.inside, Meeting.met = 0, asyncio.Event()
    crawl = await stage.crawl(settings={**one, "ITEM_PIPELINES": {Meeting: 1}}, text=SEVERAL, times=2)
    assert len(crawl.items) == 2
    Counting.most, Counting.awaited = 0, 1
    settings = {**one, "ITEM_PIPELINES": {Counting: 1}, "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 1}
    crawl = await stage.crawl(settings=settings, text=SEVERAL, times=3)
    assert (len(crawl.items), Counting.most) == (3, 1)


async def _closed(stage: Stage, name: str, value: float, path: str = "/page") -> Crawl:
    settings = {name: value, "CONCURRENT_REQUESTS": 1, "DOWNLOAD_DELAY": 0.02}
    crawl = await stage.crawl(path, settings, text=SEVERAL, times=1000)
    assert crawl.stat("finish_reason") == name.lower(), crawl.log[-20:]
    return crawl


@holds("CLOSESPIDER_ITEMCOUNT", "CLOSESPIDER_PAGECOUNT", "CLOSESPIDER_PAGECOUNT_NO_ITEM", "CLOSESPIDER_ERRORCOUNT")
async def the_end_by_number(stage: Stage) -> None:
    for name in ("CLOSESPIDER_ITEMCOUNT", "CLOSESPIDER_PAGECOUNT"):
        assert len((await _closed(stage, name, 2)).items) < 1000
    await _closed(stage, "CLOSESPIDER_PAGECOUNT_NO_ITEM", 2, path="/status/404")
    await _closed(stage, "CLOSESPIDER_ERRORCOUNT", 2, path="/status/404")


@holds("CLOSESPIDER_TIMEOUT", "CLOSESPIDER_TIMEOUT_NO_ITEM")
async def the_end_by_time(stage: Stage) -> None:
    await _closed(stage, "CLOSESPIDER_TIMEOUT", 0.3)
    await _closed(stage, "CLOSESPIDER_TIMEOUT_NO_ITEM", 1, path="/status/404")
