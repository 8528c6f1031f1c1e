"""The template's download handler against a server that shows, byte for byte, what reached it."""

import json
import subprocess
import sys

PROGRAM = """
import asyncio, json, sys
import scrapy
from scrapy.crawler import AsyncCrawlerProcess

HANDLER = "scrapy_bt.crawl.downloadhandlers.HTTPDownloadHandler"
PATHS = ["/a//b/../c/./d", "/%7euser/%41?sig=%2B%2f", "/long-header", "/unfinished", "/closed", "/no-length"]
heads, outcomes = [], {}

async def answer(reader, writer):
    try:
        while True:
            head = (await reader.readuntil(b"\\r\\n\\r\\n")).decode()
            path = head.split(" ", 2)[1]
            heads.append(head)
            if path == "/closed":
                break
            if path in ("/unfinished", "/no-length"):
                length = "Content-Length: 99\\r\\n" if path == "/unfinished" else ""
                writer.write(f"HTTP/1.1 200 OK\\r\\n{length}Connection: close\\r\\n\\r\\nhello".encode())
                await writer.drain()
                break
            extra = "X-Long: " + "x" * 20_000 + "\\r\\n" if path == "/long-header" else ""
            writer.write(f"HTTP/1.1 200 OK\\r\\n{extra}Content-Length: 2\\r\\n\\r\\nok".encode())
    except asyncio.IncompleteReadError:
        pass
    finally:
        writer.close()

class Probe(scrapy.Spider):
    name = "probe"
    custom_settings = {"DOWNLOAD_HANDLERS": {"http": HANDLER}, "RETRY_ENABLED": False, "LOG_LEVEL": "WARNING",
                       "TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False}
    async def start(self):
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for path in PATHS:
            yield scrapy.Request(self.base + path, errback=self.note_failure)
        yield scrapy.Request(self.base + "/post", method="POST", body=b"a=1")
    def parse(self, response):
        outcomes[response.url.removeprefix(self.base)] = response.text
    def note_failure(self, failure):
        outcomes[failure.request.url.removeprefix(self.base)] = type(failure.value).__name__

process = AsyncCrawlerProcess()
process.crawl(Probe)
process.start()
print(json.dumps({"heads": heads, "outcomes": outcomes}))
"""


def test_what_reaches_the_server_and_what_comes_back() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", PROGRAM], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    asked = [head.split(" ", 2)[1] for head in seen["heads"]]
    assert "/a//b/../c/./d" in asked
    assert "/%7euser/%41?sig=%2B%2f" in asked
    assert not [head for head in seen["heads"] if head.startswith("GET") and "Content-Length" in head]
    assert seen["outcomes"] == {
        "/a//b/../c/./d": "ok",
        "/%7euser/%41?sig=%2B%2f": "ok",
        "/long-header": "ok",
        "/post": "ok",
        "/no-length": "hello",
        "/unfinished": "ResponseDataLossError",
        "/closed": "DownloadFailedError",
    }
    assert "experimental" not in done.stderr
    assert "Unclosed" not in done.stderr


TOGETHER = """
import asyncio
import scrapy
from scrapy.crawler import AsyncCrawlerProcess

HANDLER = "scrapy_bt.crawl.downloadhandlers.HTTPDownloadHandler"

class Probe(scrapy.Spider):
    name = "probe"
    custom_settings = {"DOWNLOAD_HANDLERS": {"http": HANDLER}, "RETRY_ENABLED": False, "LOG_LEVEL": "WARNING",
                       "CONCURRENT_REQUESTS_PER_DOMAIN": 1, "DOWNLOAD_SLOTS": {"127.0.0.1": {"concurrency": 3}},
                       "TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False}
    async def answer(self, reader, writer):
        await reader.readuntil(b"\\r\\n\\r\\n")
        self.there += 1
        if self.there == 3:
            self.all_there.set()
        await self.all_there.wait()
        writer.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\nok")
        await writer.drain()
        writer.close()
    async def start(self):
        self.there, self.all_there = 0, asyncio.Event()
        server = await asyncio.start_server(self.answer, "127.0.0.1", 0)
        for number in range(3):
            yield scrapy.Request(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/{number}")
    def parse(self, response):
        print(response.text)

process = AsyncCrawlerProcess()
process.crawl(Probe)
process.start()
"""


def test_download_slots_alone_say_how_many_requests_are_sent_at_a_time() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", TOGETHER], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["ok", "ok", "ok"]
