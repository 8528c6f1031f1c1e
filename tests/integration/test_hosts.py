"""Crawls of several hosts: one that does not answer keeps no place that others could use."""

import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.integration.faults.crawls import IS_LONG

PAGES = 40
AT_ONCE = 8
"""Requests of one host."""
MANY = 5_455 if IS_LONG else 300
TREE = """
index :: visit "{fast}/index"
links :: data css "a::attr(href)" all
page  :: visit "{link}"
title :: item { name = css "h1::text" }
pick  :: and (link) { :page  :title }
main  :: and (fast) {
    :index
    while link = :links { async { :pick(link) } }
}
"""

LOGIN = """
index :: visit "{slow}/many"
links :: data css "a::attr(href)" all
page  :: visit "{link}"
title :: item { name = css "h1::text" }
pick  :: and (link) { :page  :title }
enter :: visit POST "{fast}/enter" { form = { user = "ann"  password = "s3cret" } }
mine  :: visit "{fast}/mine"
login :: and (fast) { :enter }
[[ login ]]
many  :: and (slow) {
    :index
    while link = :links { async { :pick(link) } }
}
main  :: and (slow, fast) {
    async { :many(slow) }
    visit "{fast}/gate"
    :login(fast)
    :mine
    :title
}
"""


class Hosts:
    """127.0.0.2 answers when all pages of 127.0.0.1 were asked for, and not before; a gate waits for it to be busy."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.slow_at_once = 0
        self.is_slow_busy, self.is_fast_done = threading.Event(), threading.Event()
        hosts = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + hosts.answer(self.path))

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.do_GET()

            def log_message(self, *_: object) -> None: ...

        self.servers = [ThreadingHTTPServer((host, 0), Handler) for host in ("127.0.0.1", "127.0.0.2")]
        self.fast, self.slow = (
            f"http://{host}:{port}" for host, port in (each.server_address for each in self.servers)
        )
        for server in self.servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def answer(self, path: str) -> bytes:
        kind = path.split("/")[1]
        self.asked[kind] += 1
        if kind == "index":
            links = [f"{self.slow}/slow/{number}" for number in range(PAGES)]
            links += [f"{self.fast}/fast/{number}" for number in range(PAGES)]
            return "".join(f'<a href="{link}">a page</a>' for link in links).encode()
        if kind == "fast" and self.asked["fast"] >= PAGES:
            self.slow_at_once = self.asked["slow"]
            self.is_fast_done.set()
        if kind == "many":
            return "".join(f'<a href="{self.slow}/slow/{number}">a page</a>' for number in range(MANY)).encode()
        if kind == "mine":
            self.slow_at_once = self.asked["slow"]
            self.is_fast_done.set()
        if kind == "gate":
            self.is_slow_busy.wait()
        if kind == "slow":
            if self.asked["slow"] >= AT_ONCE:
                self.is_slow_busy.set()
            self.is_fast_done.wait()
        return f"<h1>{path}</h1>".encode()


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    hosts = Hosts()
    yield hosts
    hosts.is_slow_busy.set()
    hosts.is_fast_done.set()
    for server in hosts.servers:
        server.shutdown()
        server.server_close()


def crawl(project, *, settings: dict, fast: str):
    project.tree("hosts", TREE)
    return project.crawl("hosts", settings=settings, fast=fast)


def on_redis(server) -> dict:
    """Settings; how busy the machine is says nothing about how many tasks are in progress."""
    return {"BT_FRONTIER": "redis", "REDIS_URL": server.url, "BT_CAPACITY": False}


@pytest.mark.parametrize("frontier", ["memory", "redis"])
def test_a_host_that_does_not_answer_starves_nobody(project, server, hosts: Hosts, frontier: str) -> None:
    queue = on_redis(server) if frontier == "redis" else {}
    settings = {"CONCURRENT_REQUESTS": 8, "CONCURRENT_REQUESTS_PER_DOMAIN": 8, "DOWNLOAD_TIMEOUT": 3600, **queue}
    result = crawl(project, settings=settings, fast=hosts.fast)
    assert result.reason == "finished"
    assert len(result.items) == 2 * PAGES
    assert hosts.asked == {"index": 1, "slow": PAGES, "fast": PAGES}
    assert 0 < hosts.slow_at_once < 8


@pytest.mark.timeout(2000)
@pytest.mark.parametrize("frontier", ["memory", "redis"])
def test_a_login_does_not_wait_behind_the_tasks_of_another_tree(project, server, hosts: Hosts, frontier: str) -> None:
    """It has more to come than each of these, so that by priority alone it would be the last."""
    queue = on_redis(server) if frontier == "redis" else {}
    settings = {"CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": AT_ONCE, "DOWNLOAD_TIMEOUT": 3600, **queue}
    project.tree("login", LOGIN)
    arguments = project.crawl_arguments("login", slow=hosts.slow, fast=hosts.fast)
    result = project.run(*arguments, settings=settings)
    assert result.reason == "finished"
    assert len(result.items) == MANY + 1
    assert hosts.asked == {"many": 1, "slow": MANY, "gate": 1, "enter": 1, "mine": 1}
    assert hosts.slow_at_once == AT_ONCE


def test_a_limit_of_a_host_is_kept_where_scrapy_itself_goes_beyond(project, hosts: Hosts) -> None:
    settings = {"CONCURRENT_REQUESTS": 32, "CONCURRENT_REQUESTS_PER_DOMAIN": 3, "DOWNLOAD_TIMEOUT": 3600}
    result = crawl(project, settings=settings, fast=hosts.fast)
    assert len(result.items) == 2 * PAGES
    assert hosts.slow_at_once == 3
