"""The process that fetches one page by Scrapy, with the project's settings; where a rule is given, within its hosts.

Its standard input is `{"url": URL, "rule": TEXT}`; its standard output a line of JSON: the page, or why there is none.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, BinaryIO

from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response
from scrapy.settings import Settings
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.project import get_project_settings
from twisted.python.failure import Failure

from ...core.documents.json import read_json
from ...core.rules.visits import RULE

_FILE = "rule"
_GUARD = "scrapy_bt.crawl.network.guarding.RuleGuard"
_PLACE = 50
_SECONDS = 30


class PageSpider(Spider):
    """Asks for one page, and keeps what came of it in *told*."""

    name = "one-page"

    def __init__(self, url: str, rule: str, told: dict[str, Any]) -> None:
        super().__init__()
        self.program = SimpleNamespace(rules={_FILE: rule})
        self._url, self._told = url, told
        self._meta = {RULE: _FILE} if rule else {}

    async def start(self) -> AsyncIterator[Request]:
        """The one request; an answer of any status is a page."""
        meta = {**self._meta, "download_timeout": _SECONDS}
        yield Request(self._url, self.keep, errback=self.fail, meta=meta)

    def keep(self, response: Response) -> None:
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1")
        body = base64.b64encode(response.body).decode()
        self._told |= {"url": response.url, "status": response.status, "content_type": kind, "body": body}

    def fail(self, failure: Failure) -> None:
        if isinstance(failure.value, HttpError):
            self.keep(failure.value.response)
            return
        self._told["error"] = failure.getErrorMessage() or type(failure.value).__name__


def fetch(question: BinaryIO, answer: BinaryIO, settings: Settings) -> None:
    """Fetch what is asked for."""
    asked = read_json(question.read(), largest=None)
    told: dict[str, Any] = {}
    middlewares = {**settings.getdict("DOWNLOADER_MIDDLEWARES"), _GUARD: _PLACE}
    settings.setdict(
        {
            "DOWNLOADER_MIDDLEWARES": middlewares,
            "ITEM_PIPELINES": {},
            "FEEDS": {},
            "JOBDIR": None,
            "LOG_ENABLED": False,
        },
        priority="cmdline",
    )
    settings.setdict(
        {"TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False, "BT_FRONTIER": "memory"}, priority="cmdline"
    )
    process = CrawlerProcess(settings)
    process.crawl(PageSpider, url=asked["url"], rule=asked["rule"], told=told)
    process.start()
    answer.write(json.dumps(told or {"error": "nothing came"}).encode() + b"\n")


if __name__ == "__main__":
    fetch(sys.stdin.buffer, sys.stdout.buffer, get_project_settings())
