"""A page for tests, and what queries find in it."""

from __future__ import annotations

from typing import Any

from scrapy.http import HtmlResponse

from scrapy_bt.core.tree.pages import Query
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader

HTML = """<html><head><title> The  list </title></head><body>
<div class="row" id="1"><a href="/a?x=1&amp;y=2">One <b>first</b></a><span>1,50 €</span></div>
<div class="row" id="2"><a href="/b">Two</a><span>3 €</span></div>
<script>var data = {"key": "value"};</script>
</body></html>"""


def page(body: str = HTML, url: str = "https://site.test/list/", **headers: str) -> ResponsePage:
    return ResponsePage(HtmlResponse(url, body=body.encode(), encoding="utf-8", headers=headers))


def values(scope: Any, how: str, *texts: str, kind: str | None = None, base: str = "https://site.test/") -> list[Any]:
    return list(PageReader().values(Query(how, texts, kind), scope, base))
