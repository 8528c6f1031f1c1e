"""What else the console promises: orders, the stream, trials, memory, and the bytes of an editor's page.

Orders and the stream are those of a page that watches a crawl; trials, memory and bytes those of `scrapy bt console` as
a process of its own, on a project with one rule.
"""

from __future__ import annotations

import gzip
import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

from benchmarks.console_outline import heap
from benchmarks.rounds import spread

_TRIED = 200_000
"""Bytes of the page that a rule is tried on."""
_WATCHED = 5.0
"""Seconds that a stream is listened to."""
_RULE = """rule: Lamps
layers:
  - layer: list
    entries: ["https://shop.test/"]
    tags:
      - tag: name
        start: "<b>"
        end: "</b>"
"""
_SETTINGS = 'ADDONS = {"scrapy_bt.Addon": 300}\n'
_PAGES = ("/", "/runs", "/trees", "/rules", "/rules/lamps.yaml", "/rules/lamps.yaml/try", "/samples", "/inferences")
_MORE = ("/healing", "/library", "/records", "/entities", "/settings")
_LOADED = "() => performance.getEntriesByType('resource').map((each) => each.name)"
_INTERACTIVE = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


def measure_watching(page: Page, address: str, add: Callable[[], None], *, rounds: int) -> dict[str, Any]:
    """A page of a crawl, to which *add* brings one more task: orders, the stream, and what the tab keeps."""
    page.goto(address)
    page.locator("[data-outline] tr[aria-selected]").first.wait_for()
    orders = [_order(page, key) for _ in range(rounds) for key in ("p", "r")]
    before = heap(page)
    for _ in range(200):
        add()
        page.wait_for_timeout(20)
    return {
        "order to done, p95": spread([_p95(orders)], "s", at_most=1.5),
        "heap of the tab": spread([heap(page)], "MB", at_most=120),
        "heap of the tab, more after 200 changes": spread([heap(page) - before], "MB", at_most=5),
    }


def measure_stream(address: str, key: str, name: str, add: Callable[[], None]) -> dict[str, Any]:
    """Kilobytes a second of a crawl that changes all the time."""
    with closing(http.client.HTTPConnection(urlsplit(address).netloc)) as connection:
        connection.request("GET", f"/api/v1/stream?topics=crawl:{name}", headers={"Authorization": f"Bearer {key}"})
        answer = connection.getresponse()
        while not answer.readline().startswith(b"data:"):
            pass  # the whole of it comes first
        began, size = time.monotonic(), 0
        while time.monotonic() - began < _WATCHED:
            add()
            size += len(answer.readline())
    return {"stream of a crawl that changes": spread([size / _WATCHED / 1000], "KB/s", at_most=20)}


def measure_own(browser: Browser, folder: Path, *, rounds: int) -> dict[str, Any]:
    """A console of a process of its own: trials while typing, its pages, its memory."""
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "lamps.yaml").write_text(_RULE)
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (folder / "project.py").write_text(_SETTINGS)
    with _command(folder) as (address, process):
        base, _, key = address.partition("/login#key=")
        page = browser.new_context().new_page()
        page.goto(address)
        page.wait_for_url("**/")
        ready = []
        for path in (*_PAGES, *_MORE):
            page.goto(base + path)
            ready.append(float(page.evaluate(_INTERACTIVE)))
        page.goto(f"{base}/rules/lamps.yaml")
        page.locator("bt-editor .cm-content").wait_for()
        editor = _kilobytes(page)
        tried = _try(base, key, 20 * rounds)
        first = _memory(process.pid)
        for path in (*_PAGES, *_MORE) * rounds:
            page.goto(base + path)
        last = _memory(process.pid)
        page.context.close()
    return {
        "interactive": spread(ready, "ms", at_most=700),
        "JavaScript of a page with an editor, gz": spread([editor], "KB", at_most=160),
        "rule tried on 200 KB, p95": spread([_p95(tried)], "ms", at_most=200),
        "memory of the server after all pages": spread([last], "MB", at_most=120),
        f"memory of the server, more after {rounds} times all pages": spread([last - first], "MB"),
    }


def _order(page: Page, key: str) -> float:
    """Seconds from the confirmed order on everything to what the frontier has made of it."""
    count = page.locator('[data-total="paused"]').first
    before = count.inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press(key)
    page.locator("dialog#order .primary").wait_for()
    began = time.monotonic()
    page.keyboard.press("Enter")
    while count.inner_text() == before:
        page.wait_for_timeout(10)
    return time.monotonic() - began


def _try(base: str, key: str, count: int) -> list[float]:
    """Milliseconds of trials of a rule that is written on, each with another letter."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Origin": base}
    with closing(http.client.HTTPConnection(urlsplit(base).netloc)) as connection:

        def ask(path: str, body: dict[str, Any]) -> dict[str, Any]:
            connection.request("POST", f"/api/v1/{path}", json.dumps(body), headers)
            told: dict[str, Any] = json.loads(connection.getresponse().read())
            return told

        row = "<li class='lamp'>A lamp for a desk: <b>Lamp</b> of brass, with a switch</li>\n"
        page = ask("pages", {"text": row * (_TRIED // len(row)), "url": "https://shop.test/"})["hash"]
        found = []
        for number in range(count + 1):
            began = time.monotonic()
            ask("try", {"name": "lamps.yaml", "page": page, "text": _RULE.replace("Lamps", f"Lamps {number}")})
            found.append(1000 * (time.monotonic() - began))
    return found[1:]  # the first one starts the process


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


def _memory(pid: int) -> float:
    """Megabytes of the process that serves; the one that tries patterns is ended at will."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None, "a process that runs has memory"
    return int(found[1]) / 1000


def _kilobytes(page: Page) -> float:
    static = Path(__file__).parent.parent / "scrapy_bt" / "console" / "static"
    names = {re.sub(r"^.*?/static/|\?.*$", "", url) for url in page.evaluate(_LOADED) if ".js" in url}
    return sum(len(gzip.compress((static / name).read_bytes())) for name in names) / 1000


@contextmanager
def _command(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`scrapy bt console`, and the address that it tells."""
    command = [sys.executable, "-m", "scrapy", "bt", "console", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None, "it is a pipe"
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+#key=\S+", line)))
        try:
            yield address, process
        finally:
            process.terminate()
