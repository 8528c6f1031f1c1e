"""The console in a real Chromium: pages of large crawls and tables beside small ones, by turns in one browser.

The console and the frontier are in a process of this call's own, so that a page costs what it costs a user on the same
machine; the large page and the small one are opened in turns, and their ratio tells what size costs.
"""

from __future__ import annotations

import gzip
import re
import socket
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright
from scrapy.settings import Settings

from benchmarks.console_bars import measure_own, measure_stream, measure_watching
from benchmarks.console_outline import measure_hour, measure_outline
from benchmarks.rounds import beside, interleave, spread, versions
from scrapy_bt.capture.browser import find_browser
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.application import make_application
from scrapy_bt.console.server import ServerOptions, make_console
from scrapy_bt.console.sources.crawl import FoundTask
from scrapy_bt.console.sources.crawls import Crawls
from scrapy_bt.console.sources.records import ProjectRecords
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.components import add_defaults
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, DeadLetter, Entry
from scrapy_bt.frontier.listings import ControlTarget, TaskLine, TaskPage
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.operations.snapshots import compose
from scrapy_bt.storage.database import open_database
from scrapy_bt.storage.rows import Row

PATIENCE = 300_000
"""Milliseconds that a page may take before it counts as hanging."""
_STATIC = Path(__file__).parent.parent / "scrapy_bt" / "console" / "static"
_IS_PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
_SERVER = "() => { const e = performance.getEntriesByType('navigation')[0]; return e.responseEnd - e.requestStart; }"
_LOADED = "() => performance.getEntriesByType('resource').map((each) => each.name)"
_SCROLLED = """() => new Promise((resolve) => {
  const box = document.querySelector(".window"), times = [];
  let last = performance.now(), left = 60;
  const step = (now) => {
    times.push(now - last); last = now;
    box.scrollTop = (box.scrollTop + 600) % Math.max(1, box.scrollHeight - 700);
    if ((left -= 1) > 0) requestAnimationFrame(step); else resolve(times.slice(1));
  };
  requestAnimationFrame(step);
})"""


class CountedCrawl:
    """A crawl whose tasks are in a frontier of this process: *tasks* of them on *nodes* nodes."""

    kind: Any = "memory"
    place = "here"

    def __init__(self, name: str, *, tasks: int, nodes: int) -> None:
        self.id = self.name = name
        self.frontier = MemoryFrontier(lambda _: 1.0, limits={})
        places = [Bucket(name, f"main/{number // 100}/{number}") for number in range(nodes)]
        self.frontier.put(Requeue(Entry(places[number % nodes], b"x"), 0.0) for number in range(tasks))

    def add(self) -> None:
        """One more task."""
        self.frontier.put([Requeue(Entry(Bucket(self.name, "main/0/0"), b"x"), 0.0)])

    def status(self) -> dict[str, Any]:
        shown = compose(self.frontier.describe(), self.frontier.orders("here"), workers=[], weights={}, limits={})
        return {"name": self.name, "key": self.name, "feeds": [], "fed_by": [], "schemes": [], **shown}

    def peek(self, target: ControlTarget, state: str, after: str, count: int) -> TaskPage:
        return self.frontier.peek(target, state, after, count)

    def find(self, task: int) -> FoundTask | None:
        line: TaskLine | None = self.frontier.find(task)
        return None if line is None else FoundTask(line)

    def dead_letters(self, first: int, count: int) -> tuple[int, Sequence[DeadLetter]]:  # noqa: ARG002 - a crawl's
        return 0, []

    def program(self) -> Program | None:
        return None

    def check(self, target: ControlTarget) -> None:
        """Anything may be there."""

    def order(self, action: str, target: ControlTarget, seconds: float) -> int:
        give = getattr(self.frontier, action)
        return int(give(target, seconds) if action == "boost" else give(target))

    def treat(self, action: str, ids: Sequence[int] | None) -> int:
        return int(getattr(self.frontier, action)(ids))

    def dispatch(self) -> list[dict[str, Any]]:
        return []

    def close(self) -> None:
        """Nothing is open."""


class GivenCrawls(Crawls):
    """Those of this call."""

    given: list[Any]

    def living(self) -> list[Any]:
        return self.given


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 3 if quick else 15
    tasks, nodes, rows = (20_000, 2_000, 100_000) if quick else (100_000, 10_000, 1_000_000)
    small, many, wide = (
        CountedCrawl("small", tasks=100, nodes=10),
        CountedCrawl("many", tasks=tasks, nodes=10),
        CountedCrawl("wide", tasks=nodes, nodes=nodes),
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        _console(Path(folder), [small, many, wide], rows) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=find_browser(), chromium_sandbox=False, args=["--no-proxy-server"]
        )
        metrics = _measure(browser, address, small, rounds=rounds, sizes=(tasks, nodes, rows))
        metrics |= measure_own(browser, Path(folder) / "own", rounds=rounds)
        browser.close()
    return {
        "goal": "console",
        "versions": versions("starlette", "uvicorn", "playwright"),
        "settings": {"tasks": tasks, "nodes": nodes, "rows": rows},
        "rounds": rounds,
        "metrics": metrics,
    }


def _measure(
    browser: Browser, address: str, crawl: CountedCrawl, *, rounds: int, sizes: tuple[int, int, int]
) -> dict[str, Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    page.wait_for_url("**/")
    base = address.partition("/login")[0]
    tasks, nodes, rows = sizes
    pairs = {
        f"tasks, {tasks:,} / 100": ("/crawls/many/tasks", "/crawls/small/tasks", 150.0),
        f"nodes, {nodes:,} / 10": ("/crawls/wide", "/crawls/small", None),
        f"records, {rows:,} / 100": ("/records/large", "/records/small", None),
        f"records by a column, {rows:,} / 100": ("/records/large?sort=price", "/records/small?sort=price", None),
    }
    metrics: dict[str, Any] = {}
    for name, (large, little, at_most) in pairs.items():
        found = interleave({"large": _opening(page, base + large), "small": _opening(page, base + little)}, rounds)
        metrics[f"{name}: first paint"] = beside(found, "paint", "large", "small")
        metrics[f"{name}: answer"] = beside(found, "answer", "large", "small")
        paints = [each["large"]["paint"] for each in found]
        metrics[f"{name}: first paint of the large"] = spread(paints, "ms", at_most=400)
        spent = [each["large"]["cpu"] for each in found]
        metrics[f"{name}: CPU of console and crawl for the large"] = spread(spent, "ms")
        if at_most is not None:
            answers = [each["large"]["answer"] for each in found]
            metrics[f"{name}: answer of the large"] = spread(answers, "ms", at_most=at_most)
    for name, path in (("records", "/records/large"), ("nodes", "/crawls/wide")):
        page.goto(base + path)
        if name == "nodes":
            page.locator("[data-left]").wait_for(state="detached")  # all of them have come
            page.locator("input[data-search]").fill("/")  # also those that are folded
        page.locator(".window.live").wait_for()
        if name == "nodes":
            metrics |= measure_outline(page, rounds=rounds)
        frames = [_scroll(page) for _ in range(rounds)]
        metrics[f"{name}: frame while scrolling, p95"] = spread([each for each, _ in frames], "ms", at_most=33)
        metrics[f"{name}: CPU of the page for a frame"] = spread([each for _, each in frames], "ms")
    metrics["nodes: rows in the document"] = spread([page.locator("[data-outline] tbody tr").count()], "", at_most=200)
    page.goto(f"{base}/crawls/small")
    metrics["frontier to pixel"] = spread([_to_pixel(page, crawl) for _ in range(rounds)], "s", at_most=1.0)
    scripts = [url for url in page.evaluate(_LOADED) if url.endswith(".js")]
    metrics |= measure_watching(page, f"{base}/crawls/small", crawl.add, rounds=rounds)
    metrics |= measure_hour(page)
    metrics |= measure_stream(base, address.partition("#key=")[2], "small", crawl.add)
    metrics["JavaScript of an ordinary page, gz"] = spread([_kilobytes(scripts)], "KB", at_most=30)
    style = len(gzip.compress((_STATIC / "console.css").read_bytes())) / 1000
    metrics["CSS, gz"] = spread([style], "KB", at_most=20)
    context.close()
    return metrics


def _opening(page: Page, url: str) -> Callable[[], dict[str, float]]:
    def measure() -> dict[str, float]:
        before = time.process_time()
        page.goto(url, wait_until="load")
        page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        spent = 1000 * (time.process_time() - before)
        page.wait_for_function(_IS_PAINTED)  # it is told somewhat later
        return {"paint": max(0.1, page.evaluate(_PAINT)), "answer": max(0.1, page.evaluate(_SERVER)), "cpu": spent}

    return measure


def _scroll(page: Page) -> tuple[float, float]:
    """Milliseconds of a frame while the page scrolls, which one in twenty exceeds, and of its CPU in the page."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        told = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return float(told["TaskDuration"])

    before = spent()
    times = page.evaluate(_SCROLLED)
    each = 1000 * (spent() - before) / len(times)
    session.detach()
    return float(quantiles(times, n=20)[-1]), each


def _to_pixel(page: Page, crawl: CountedCrawl) -> float:
    """Seconds from a task that is queued to its count on the screen."""
    shown = page.locator('[data-total="ready"]').first
    before = shown.inner_text()
    began = time.monotonic()
    crawl.add()
    while shown.inner_text() == before:
        page.wait_for_timeout(10)
    return time.monotonic() - began


def _kilobytes(urls: Sequence[str]) -> float:
    names = {re.sub(r"^.*?/static/|\?.*$", "", url) for url in urls}
    return sum(len(gzip.compress((_STATIC / name).read_bytes())) for name in names) / 1000


@contextmanager
def _console(folder: Path, crawls: Sequence[CountedCrawl], rows: int) -> Iterator[str]:
    """The address of a console with these crawls and two tables of records."""
    (folder / "scrapy.cfg").write_text("[settings]\n")
    _fill(folder / "records.db", {"small": 100, "large": rows})
    settings = Settings({"ADDONS": {"scrapy_bt.Addon": 300}, "BT_STORE_URL": f"sqlite:///{folder}/records.db"})
    add_defaults(settings)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        port = listener.getsockname()[1]
        console, hosts = make_console(ServerOptions(), folder, folder / ".scrapy", settings, port=port)
        given = GivenCrawls(folder / ".scrapy", settings)
        given.given = list(crawls)
        console.crawls, console.records = given, ProjectRecords(folder, settings)
        session = console.sessions.open("local", Role.ADMIN, lasts=True)
        server = uvicorn.Server(uvicorn.Config(make_application(console, hosts=hosts), log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}/login#key={session.key}"
        finally:
            console.closing.set()
            server.should_exit = True
            thread.join()


def _fill(path: Path, tables: dict[str, int]) -> None:
    database = open_database(f"sqlite:///{path}")
    first = {"title": "Lamp 0", "price": 0.0, "url": "https://shop.test/0"}
    database.write([Row.of(name, first, {}, key="0" * 32) for name in tables])
    database.close()
    connection = sqlite3.connect(path)
    for name, count in tables.items():
        made = (
            (f"{number:032x}", f"Lamp {number}", float(number * 7919 % 10_007), f"https://shop.test/{number}")
            for number in range(1, count)
        )
        connection.executemany(f"INSERT INTO {name} (bt_key, title, price, url) VALUES (?, ?, ?, ?)", made)
    connection.commit()
    connection.close()
