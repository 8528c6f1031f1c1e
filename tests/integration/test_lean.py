"""An ordinary project, with components of every kind, that sets the lean engine and client: all is as it was."""

import gzip
import json
from pathlib import Path

import pytest

from tests.integration.projects import Project
from tests.serving import Handler, serving

PARTS = """
    import asyncio
    from scrapy import signals
    from scrapy.exceptions import DropItem, IgnoreRequest, NotConfigured
    from twisted.internet import defer, reactor


    class Plain:
        "A downloader middleware of plain methods."

        def process_request(self, request):
            request.headers["X-Seen"] = "plain"
            if request.url.endswith("/refused"):
                raise IgnoreRequest("refused")

        def process_response(self, request, response):
            return response.replace(flags=[*response.flags, "plain"])

        def process_exception(self, request, exception):
            request.meta.setdefault("failures", []).append(type(exception).__name__)


    class Patient:
        "One of coroutines."

        async def process_request(self, request):
            await asyncio.sleep(0)
            request.headers.appendlist("X-Seen", "patient")

        async def process_response(self, request, response):
            await asyncio.sleep(0)
            return response


    class Deferring:
        "One of the old kind, whose answer is a Deferred."

        def process_response(self, request, response):
            later = defer.Deferred()
            reactor.callLater(0, later.callback, response)
            return later


    class Counting:
        "A spider middleware that looks at what callbacks give."

        @classmethod
        def from_crawler(cls, crawler):
            counting = cls()
            counting.stats = crawler.stats
            return counting

        async def process_start(self, start):
            async for request in start:
                self.stats.inc_value("own/starts")
                yield request

        async def process_spider_output(self, response, result):
            async for output in result:
                self.stats.inc_value("own/outputs")
                yield output

        def process_spider_exception(self, response, exception):
            return [{"path": response.url, "broken": str(exception)}]


    class First:
        def process_item(self, item):
            if item.get("kind") == "unwanted":
                raise DropItem("unwanted")
            return {**item, "first": True}


    class Second:
        async def process_item(self, item):
            await asyncio.sleep(0.001)
            return {**item, "second": True}


    class Listening:
        "An extension that counts every signal."

        @classmethod
        def from_crawler(cls, crawler):
            for name in dir(signals):
                signal = getattr(signals, name)
                if type(signal) is object and name not in ("scheduler_empty", "spider_idle", "bytes_received"):
                    crawler.signals.connect(cls.count(crawler.stats, name), signal, weak=False)
            return cls()

        @staticmethod
        def count(stats, name):
            def receive(**given):
                stats.inc_value(f"own/signals/{name}/{','.join(sorted(given))}")
            return receive
    """

SPIDER = """
    import scrapy


    class Shop(scrapy.Spider):
        name = "shop"

        async def start(self):
            for path in PATHS:
                yield scrapy.Request(self.site + path, errback=self.fail, cb_kwargs={"path": path})
            yield scrapy.FormRequest(self.site + "/form", formdata={"a": "b"}, cb_kwargs={"path": "form"})
            yield {"path": "start"}

        def parse(self, response, path):
            yield {
                "path": path,
                "class": type(response).__name__,
                "status": response.status,
                "flags": response.flags,
                "protocol": response.protocol,
                "address": str(response.ip_address),
                "headers": sorted((name.decode(), str(values)) for name, values in response.headers.items()
                                  if name not in (b"Date", b"Server")),
                "text": getattr(response, "text", response.body.hex()),
                "latency": "download_latency" in response.meta,
                "times": response.meta.get("redirect_times", 0),
            }
            if path == "/":
                for number in range(20):
                    yield response.follow(f"/item/{number}", self.parse_item)
                yield scrapy.Request(response.url, self.parse_item)  # known already
            if path == "/broken":
                raise ValueError("broken")

        async def parse_item(self, response):
            number = int(response.url.rpartition("/")[2])
            yield {"path": response.url, "kind": "unwanted" if number % 5 == 0 else "wanted"}

        def fail(self, failure):
            yield {"failed": failure.request.url, "as": type(failure.value).__name__,
                   "before": failure.request.meta.get("failures", [])}
    """.replace(
    "PATHS",
    str(
        [
            *("/", "/moved", "/gzip", "/chunked", "/open", "/echo", "/none", "/gone", "/busy", "/cut", "/broken"),
            *("/refused", "/private", "/empty", "/binary", "/latin", "/%7Eu/../a//b?q=1&&c="),
        ]
    ),
)

SETTINGS = {
    "ROBOTSTXT_OBEY": True,
    "RETRY_TIMES": 1,
    "CONCURRENT_REQUESTS": 4,
    "DOWNLOADER_MIDDLEWARES": {"parts.Plain": 501, "parts.Patient": 502, "parts.Deferring": 503},
    "SPIDER_MIDDLEWARES": {"parts.Counting": 500},
    "ITEM_PIPELINES": {"parts.First": 1, "parts.Second": 2},
    "EXTENSIONS": {"parts.Listening": 1},
}
UNSTABLE = ("time", "memusage", "elapsed", "_per_minute", "log_count", "downloader/request_bytes")
"""Parts of names of statistics that no two crawls share; the port is in what is sent."""


class Shop(Handler):
    def do_GET(self):  # noqa: N802
        path = self.path
        if path == "/robots.txt":
            self.answer(200, "User-agent: *\nDisallow: /private\n", kind="text/plain")
        elif path == "/moved":
            self.answer(302, "", ("Location", "/landed"), ("Set-Cookie", "a=1; Path=/landed"))
        elif path == "/gzip":
            self.answer(200, gzip.compress(b"<p>packed</p>", mtime=0), ("Content-Encoding", "gzip"))
        elif path == "/chunked":
            self.pieces("Transfer-Encoding: chunked", b"3\r\nabc\r\n", b"4;x=y\r\ndefg\r\n0\r\n\r\n")
        elif path == "/open":
            self.pieces("Connection: close", b"without ", b"a length")
            self.close_connection = True
        elif path == "/cut":
            self.pieces("Content-Length: 100", b"cut")
            self.close_connection = True
        elif path == "/landed":
            cookies = ("Set-Cookie", "b=2; Path=/landed"), ("Set-Cookie", "c=3; Path=/landed")
            self.answer(200, self.headers.get("Cookie", "none"), *cookies)
        elif path == "/echo":
            self.answer(200, json.dumps(sorted(self.headers.items())).replace(self.headers["Host"], "HOST"))
        elif path in ("/none", "/gone", "/busy"):
            self.answer({"/none": 204, "/gone": 404, "/busy": 503}[path], "")
        elif path in ("/empty", "/binary"):
            self.answer(200, bytes(range(256)) if path == "/binary" else b"", kind="application/octet-stream")
        elif path == "/latin":
            self.answer(200, "é".encode("latin-1"), kind="text/html; charset=iso-8859-1")
        else:
            self.answer(200, f"<p>{path}</p>")

    def do_POST(self):  # noqa: N802
        self.answer(200, self.rfile.read(int(self.headers["Content-Length"])))

    def pieces(self, header, *pieces):
        self.wfile.write(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{header}\r\n\r\n".encode())
        for piece in pieces:
            self.wfile.write(piece)
            self.wfile.flush()


@pytest.fixture
def crawl(tmp_path):
    project = Project(tmp_path)
    project.write("parts.py", PARTS)
    project.spiders("shop", SPIDER)
    with serving(Shop) as site:

        def run(**settings):
            result = project.crawl("shop", site=site, settings={**SETTINGS, **settings})
            assert result.code == 0, result.log
            items = json.loads(json.dumps(result.items).replace(site, "SITE"))
            stats = {name: value for name, value in result.stats.items() if not any(part in name for part in UNSTABLE)}
            return sorted(items, key=json.dumps), stats, result.log

        yield run


def what_the_docs_say():
    """The settings that the page on speed begins with."""
    page = (Path(__file__).parents[2] / "docs" / "speed.md").read_text()
    settings = {}
    exec(page.partition("```python\n")[2].partition("```")[0], settings)
    return {name: value for name, value in settings.items() if name.isupper()}


def test_items_and_statistics_are_the_same_one_by_one(crawl):
    assert what_the_docs_say() == {"ADDONS": {"scrapy_bt.Addon": 300}, "BT_ENGINE": "lean"}
    items, stats, _ = crawl(ADDONS={})
    lean_items, lean_stats, log = crawl(**what_the_docs_say(), BT_HTTP="lean")
    assert "Scrapy's own" not in log
    assert lean_items == items
    assert lean_stats == stats
    assert stats["item_scraped_count"] > 30
    assert stats["own/outputs"] > 50
    assert {item["as"] for item in items if "as" in item} == {"HttpError", "IgnoreRequest", "ResponseDataLossError"}
    assert {"partial"} <= {flag for item in items for flag in item.get("flags", ())}
