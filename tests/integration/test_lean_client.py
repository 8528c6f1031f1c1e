"""The lean client over a long time."""

import asyncio
import gc
import os
from pathlib import Path

from scrapy import Request
from scrapy.utils.test import get_crawler

from scrapy_bt.engine.http.handler import LeanDownloadHandler
from tests.scripted import END, RESET, answer, scripted

REQUESTS = int(os.environ.get("CLIENT_REQUESTS", "2000"))
"""100,000 in the long variant."""


def make_handler():
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False})
    return LeanDownloadHandler.from_crawler(crawler)


def count_objects():
    gc.collect()
    return len(gc.get_objects()), sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_nothing_is_left_of_many_requests_whatever_becomes_of_them():
    """Objects and open files, by the end, are those of a tenth of the way."""
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    kinds = [
        *[answer(b"x" * 5000)] * 12,
        chunked + b"3\r\nabc\r\n0\r\n\r\n",
        [b"HTTP/1.1 200 OK\r\n\r\nopen", END],
        [chunked + b"3\r\nab", END],
        [b"nonsense\r\n\r\n", END],
        [RESET],
        answer(b"bye", b"Connection: close"),
    ]

    async def crawl():
        handler = make_handler()
        seen = []
        async with scripted(*kinds * (REQUESTS // len(kinds)), answer()) as site:

            async def ask(number):
                try:
                    await handler.download_request(Request(site.url(f"/{number}"), meta={"download_timeout": 150}))
                except Exception as error:  # noqa: BLE001  # which they are is shown elsewhere
                    return type(error).__name__
                return "response"

            outcomes = set()
            for begin in range(0, REQUESTS, 20):
                outcomes |= set(await asyncio.gather(*map(ask, range(begin, begin + 20))))
                site.requests.clear()
                if begin in (REQUESTS // 10, REQUESTS - 20):
                    await asyncio.sleep(0.05)
                    seen.append(count_objects())
        await handler.close()
        return seen, outcomes

    (early, late), outcomes = asyncio.run(crawl())
    assert outcomes == {"response", "DownloadFailedError", "ResponseDataLossError"}
    # A script is a list of the test, not of the client: they become fewer.
    assert late[0] - early[0] < 1000
    assert late[1] - early[1] < 50
