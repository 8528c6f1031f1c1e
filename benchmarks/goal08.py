"""Goal 8: memory of a million queued tasks, in the memory frontier and in Scrapy's own memory scheduler.

Each variant fills its queue in a fresh process, which has loaded Scrapy and everything that a crawl needs, and says how
much memory it has then. The tasks are detail pages that wait for their visit, as the runtime stores them; the peer's
requests have the same addresses, a callback, and the depth and the referrer that Scrapy's spider middlewares note.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

import psutil
import scrapy
from scrapy.core.scheduler import Scheduler
from scrapy.utils.test import get_crawler

from benchmarks.rounds import Measures, interleave, run_worker, versions
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.runtime.completions import Bookkeeper
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.memory import MemoryFrontier

TASKS = 1_000_000
TARGET_MB = 300
_TREE = """
about  :: visit "{link}"
author :: item { name = css "h3::text" }
main :: and (link) { :about :author }
"""
_PAGE = "https://quotes.test/page/1/"
# The queue of the default, which sorts by download slot as well, needs a running engine; it holds the same requests.
_SETTINGS = {"SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.ScrapyPriorityQueue", "LOG_ENABLED": False}


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure it; *quick*: with fewer tasks, and their memory scaled up to a million."""
    rounds = 3 if quick else 5
    tasks = TASKS // 10 if quick else TASKS

    def worker(kind: str) -> Measures:
        result = run_worker("benchmarks.goal08", kind, str(tasks))
        return {**result, "megabytes": result["empty"] + (result["full"] - result["empty"]) * TASKS / tasks}

    measured = interleave({"frontier": lambda: worker("frontier"), "scrapy": lambda: worker("scrapy")}, rounds)
    megabytes = {kind: [entry[kind]["megabytes"] for entry in measured] for kind in ("frontier", "scrapy")}
    ours = _spread(megabytes["frontier"], "MB")
    return {
        "goal": 8,
        "versions": versions("scrapy", "msgspec"),
        "settings": {"tasks queued": tasks, **_SETTINGS},
        "rounds": rounds,
        "metrics": {
            "a million tasks, RSS": {**ours, "target": f"<= {TARGET_MB}", "met": ours["median"] <= TARGET_MB},
            "Scrapy's memory scheduler, RSS": _spread(megabytes["scrapy"], "MB"),
            "ratio to Scrapy": _ratio(megabytes["frontier"], megabytes["scrapy"]),
            "CPU to queue a million": _spread(_seconds(measured, "frontier", tasks), "s"),
            "CPU to queue a million, Scrapy": _spread(_seconds(measured, "scrapy", tasks), "s"),
        },
    }


def _spread(values: list[float], unit: str) -> dict[str, Any]:
    median = round(statistics.median(values), 2)
    return {"value": median, "min": round(min(values), 2), "median": median, "max": round(max(values), 2), "unit": unit}


def _ratio(ours: list[float], peers: list[float]) -> dict[str, Any]:
    ratios = [own / peer for own, peer in zip(ours, peers, strict=True)]
    median = round(statistics.median(ratios), 3)
    return {"ratio": median, "min": round(min(ratios), 3), "median": median, "max": round(max(ratios), 3)}


def _seconds(measured: list[dict[str, Measures]], kind: str, tasks: int) -> list[float]:
    return [entry[kind]["seconds"] * TASKS / tasks for entry in measured]


def _links(tasks: int) -> Iterator[str]:
    return (f"https://quotes.test/author/{number:07}-some-name" for number in range(tasks))


def _megabytes() -> float:
    gc.collect()
    return psutil.Process().memory_info().rss / 1e6


class _Spider(scrapy.Spider):
    name = "quotes"

    def parse_author(self, response: Any) -> None: ...


def _fill_frontier(tasks: int) -> Measures:
    program = Program(parse(_TREE, file="quotes.bt"), name="quotes", text=_TREE)
    bookkeeper = Bookkeeper(program)
    frontier = MemoryFrontier(lambda _bucket: 1.0, limits=program.limits)
    empty = _megabytes()
    started = time.process_time()
    frontier.put(Requeue(bookkeeper.entry(program.initial({"link": link}))) for link in _links(tasks))
    seconds = time.process_time() - started
    assert frontier.counts().ready == tasks
    return {"empty": empty, "full": _megabytes(), "seconds": seconds}


def _fill_scrapy(tasks: int) -> Measures:
    crawler = get_crawler(_Spider, _SETTINGS)
    spider = crawler.spider = _Spider.from_crawler(crawler)
    scheduler = Scheduler.from_crawler(crawler)
    scheduler.open(spider)
    empty = _megabytes()
    started = time.process_time()
    for link in _links(tasks):
        request = scrapy.Request(link, spider.parse_author, meta={"depth": 2}, headers={"Referer": _PAGE})
        scheduler.enqueue_request(request)
    seconds = time.process_time() - started
    assert len(scheduler) == tasks
    return {"empty": empty, "full": _megabytes(), "seconds": seconds}


if __name__ == "__main__":
    fill = {"frontier": _fill_frontier, "scrapy": _fill_scrapy}[sys.argv[1]]
    print(json.dumps(fill(int(sys.argv[2]))))
