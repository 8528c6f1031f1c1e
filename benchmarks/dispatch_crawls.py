"""Four real workers on one queue in Redis, each through a proxy of its own, on the practice site behind these."""

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
from benchmarks.dispatch_treatments import HOSTS, SECTIONS, WORKERS, Treatment
from benchmarks.rounds import ROOT
from scrapy_bt.core.dispatch.experience import FinishedTask
from scrapy_bt.core.dispatch.projections import number_of_kind, route_pattern
from scrapy_bt.core.dispatch.states import FEATURES
from scrapy_bt.testing import RedisServer
from scrapy_bt.testing.site.process import PracticeSite

_SPIDER = """
import scrapy


class Shop(scrapy.Spider):
    name = "shop"
    start_urls = ["http://a.test/links/0/"]
    handle_httpstatus_list = [403]

    def parse(self, response, tries=1):
        if response.status == 403:  # Scrapy's own retries stay with the worker, and its meta names the proxy
            if tries < 20:
                yield scrapy.Request(response.url, self.parse, dont_filter=True, cb_kwargs={"tries": tries + 1})
            return
        if "/links/" in response.url:
            for link in response.css("a::attr(href)").getall():
                yield response.follow(link, self.parse, priority=10 * ("/links/" in link))
"""
USUAL = 0.4
"""Seconds that the practice site waits before each answer."""
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
KINDS = {
    round(number_of_kind(route_pattern(f"http://{host}/plain/{section}/0/?number=0")), 4): host
    for host in HOSTS
    for section in SECTIONS
}
"""The hosts of links, by what their kind is known by in the stream."""
_Z = FEATURES.index("z")
_KEY = "{shop:requests}:"
_MOST = 300.0
"""Seconds until workers have to be there."""


def crawl(policy: str, treatment: Treatment, told: list[FinishedTask] | None = None) -> dict[str, Any]:
    """What the proxies have measured of one whole crawl; *told* gets what its workers have told of the links' tasks."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "shop.py").write_text(_SPIDER)
        server = stack.enter_context(RedisServer())
        client = stack.enter_context(redis.Redis.from_url(server.url))
        behind = stack.enter_context(PracticeSite(latency=USUAL)).url
        between = [sys.executable, "-m", "benchmarks.dispatch_site", behind, treatment.name]
        proxies = stack.enter_context(_start(between, ROOT, {}))
        assert proxies.stdout is not None
        ports = json.loads(proxies.stdout.readline())
        settings = {**_SETTINGS, "REDIS_URL": server.url, "BT_DISPATCH": policy}
        settings["SCHEDULER_PERSIST"] = str(told is not None)
        options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
        command = [sys.executable, "-m", "scrapy", "runspider", "shop.py", *options]
        starts = [(folder, {"http_proxy": f"http://127.0.0.1:{port}"}) for port in ports]
        first = WORKERS - 1 if treatment.late else WORKERS
        workers = [stack.enter_context(_start(command, *start)) for start in starts[:first]]
        _await_workers(client, "workers" if policy == "pull" else "dispatch", first)
        _ask(proxies, "open")
        if first < WORKERS:
            _ask(proxies, "late")
            workers += [stack.enter_context(_start(command, *start)) for start in starts[first:]]
        for worker in workers:
            if worker.wait():
                raise SystemExit(f"a worker ended with {worker.returncode}")
        counts = _ask(proxies, "counts")
        proxies.kill()
        if told is not None:
            told += [one for one in read(client, "shop") if round(one.state[one.action][_Z], 4) in KINDS]
    return counts


def _ask(proxies: subprocess.Popen[str], order: str) -> dict[str, Any]:
    assert proxies.stdin is not None
    assert proxies.stdout is not None
    proxies.stdin.write(f"{order}\n")
    proxies.stdin.flush()
    counts: dict[str, Any] = json.loads(proxies.stdout.readline())
    return counts


def _start(command: list[str], folder: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    given = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    given |= {"PYTHONPATH": str(ROOT), **environment}
    return subprocess.Popen(
        command, cwd=folder, env=given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )


def _await_workers(client: redis.Redis, name: str, count: int) -> None:
    end = time.monotonic() + _MOST
    while client.hlen(_KEY + name) < count:
        if time.monotonic() > end:
            raise SystemExit("the workers did not come")
        signal.sigtimedwait([], 0.1)
