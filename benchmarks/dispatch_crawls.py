"""Four real workers on one queue in Redis, each through a proxy of its own, on a site that treats them differently."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import redis

from benchmarks.dispatch_fit import read
from benchmarks.dispatch_site import ITEMS, LISTS, WORKERS
from benchmarks.rounds import ROOT
from scrapy_bt.core.dispatch.experience import FinishedTask
from scrapy_bt.testing import RedisServer

_SPIDER = """
import scrapy


class Shop(scrapy.Spider):
    name = "shop"
    start_urls = ["http://shop.test/list/0"]
    handle_httpstatus_list = [403]

    def parse(self, response, tries=1):
        if response.status == 403:  # Scrapy's own retries stay with the worker, and its meta names the proxy
            if tries < 20:
                yield scrapy.Request(response.url, self.parse, dont_filter=True, cb_kwargs={"tries": tries + 1})
            return
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link, self.parse, priority=10 * link.startswith("/list"))
"""
PLACES = 6
"""Requests that a worker has under way."""
_SETTINGS = {
    "ADDONS": json.dumps({"scrapy_bt.Addon": 300}),
    "BT_FRONTIER": "redis",
    "BT_CAPACITY": "False",
    "BT_PREFETCH": "1",
    "BT_PROGRESS": "off",
    "CONCURRENT_REQUESTS": str(PLACES),
    "CONCURRENT_REQUESTS_PER_DOMAIN": str(PLACES),
    "LOG_LEVEL": "WARNING",
    "TELNETCONSOLE_ENABLED": "False",
}
_KEY = "{shop:requests}:"
_MOST = 300.0
"""Seconds until workers have to be there."""


def crawl(policy: str, told: list[FinishedTask] | None = None) -> dict[str, Any]:
    """What the site has measured of one whole crawl; *told* gets what its workers have told of their tasks."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "shop.py").write_text(_SPIDER)
        server = stack.enter_context(RedisServer())
        client = stack.enter_context(redis.Redis.from_url(server.url))
        site = stack.enter_context(_start([sys.executable, "-m", "benchmarks.dispatch_site"], ROOT, {}))
        assert site.stdin is not None
        assert site.stdout is not None
        ports = json.loads(site.stdout.readline())
        settings = {**_SETTINGS, "REDIS_URL": server.url, "BT_DISPATCH": policy}
        settings["SCHEDULER_PERSIST"] = str(told is not None)
        options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
        command = [sys.executable, "-m", "scrapy", "runspider", "shop.py", *options]
        workers = [
            stack.enter_context(_start(command, folder, {"http_proxy": f"http://127.0.0.1:{port}"})) for port in ports
        ]
        _await_workers(client, "workers" if policy == "pull" else "dispatch")
        site.stdin.write("open\n")
        site.stdin.flush()
        site.stdout.readline()
        for worker in workers:
            if worker.wait():
                raise SystemExit(f"a worker ended with {worker.returncode}")
        site.stdin.write("counts\n")
        site.stdin.flush()
        counts: dict[str, Any] = json.loads(site.stdout.readline())
        site.kill()
        if told is not None:
            told += read(client, "shop")
    return counts | {"given up": LISTS * ITEMS - counts["pages"]}


def _start(command: list[str], folder: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    given = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    given |= {"PYTHONPATH": str(ROOT), **environment}
    return subprocess.Popen(
        command, cwd=folder, env=given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )


def _await_workers(client: redis.Redis, name: str) -> None:
    end = time.monotonic() + _MOST
    while client.hlen(_KEY + name) < WORKERS:
        if time.monotonic() > end:
            raise SystemExit("the workers did not come")
        signal.sigtimedwait([], 0.1)
