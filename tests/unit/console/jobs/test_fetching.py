"""What the spider of one page asks for and keeps; the process itself is tried in `test_fetches.py`."""

import asyncio
import base64
from typing import Any

from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure

from scrapy_bt.console.jobs.fetching import PageSpider
from scrapy_bt.core.rules.compiler import RULE


def test_it_asks_once_in_the_name_of_the_rule() -> None:
    spider = PageSpider("https://s.test/", "rule: r\n", {})

    async def collect() -> list[Request]:
        return [request async for request in spider.start()]

    (request,) = asyncio.run(collect())
    assert spider.program.rules[request.meta[RULE]] == "rule: r\n"


def test_pages_of_any_status_are_kept_and_other_ends_are_told() -> None:
    told: dict[str, Any] = {}
    spider = PageSpider("https://s.test/", "rule: r\n", told)
    page = HtmlResponse("https://s.test/", status=404, headers={"Content-Type": "text/html"}, body=b"gone")
    spider.fail(Failure(HttpError(page)))
    assert (told["status"], base64.b64decode(told["body"]), told["content_type"]) == (404, b"gone", "text/html")
    spider.fail(Failure(IgnoreRequest("no")))
    assert told["error"] == "no"
