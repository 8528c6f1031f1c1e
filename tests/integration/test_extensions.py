"""Extensions that others wrote run on the lean engine and client as on Scrapy's: the same items, the same statistics.

Those that are not installed are skipped; `tox -e extensions` installs what the tests of all days do without.
"""

import json
import shutil
from base64 import b64encode

import pytest

from tests.integration.projects import Project
from tests.serving import Handler, serving

LEAN = {"BT_ENGINE": "lean", "BT_HTTP": "lean"}
UNSTABLE = (
    "time",
    "memusage",
    "elapsed",
    "_seconds",
    "_per_minute",
    "log_count",
    "request_bytes",
    "response_bytes",
    "playwright/",
)
"""Parts of names of statistics that no two crawls share: ports and dates are in what is sent, and a browser asks for
more than pages."""
PAGES = 6

SPIDER = """
    import scrapy
    {imports}

    class Extended(scrapy.Spider):
        name = "extended"

        def __init__(self, site="", **arguments):
            super().__init__(**arguments)
            self.site = site

        async def start(self):
            for number in range({pages}):
                yield {request}

        {callback}
"""
CALLBACK = """def parse(self, response):
            yield {"url": response.url, "class": type(response).__name__, "text": response.css("p::text").get()}
            if response.css("a"):
                yield response.follow(response.css("a")[0], self.parse)
"""
POET = """def parse(self, response, page: Page):
            yield page.to_item()

        async def parse_later(self, response, page: Page):
            yield page.to_item()
"""


class Shop(Handler):
    """Pages, and a service that fetches them as Zyte's API does."""

    def do_GET(self):  # noqa: N802
        self.answer(200, page_of(self.path))

    def do_POST(self):  # noqa: N802
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        path = "/" + asked["url"].rpartition("/")[2]
        told = {"url": asked["url"], "statusCode": 200, "httpResponseBody": b64encode(page_of(path).encode()).decode()}
        told["httpResponseHeaders"] = [{"name": "Content-Type", "value": "text/html"}]
        self.answer(200, json.dumps(told), kind="application/json")


def is_stable(name):
    return not any(part in name for part in UNSTABLE)


def page_of(path):
    link = '<a href="/next">next</a>' if path == "/0" else ""
    return f"<html><p>page {path}</p>{link}</html>"


@pytest.fixture
def compare(tmp_path):
    """Crawls with Scrapy's engine and with the lean one; what the former came to, which the latter did, too."""
    with serving(Shop) as site:

        def run(settings, *, imports="", request="", callback=CALLBACK, before=lambda: None):
            project = Project(tmp_path)
            request = request or 'scrapy.Request(f"{self.site}/{number}")'
            project.spiders("extended", SPIDER.format(imports=imports, request=request, callback=callback, pages=PAGES))
            addons = {"scrapy_bt.Addon": 300, **settings.pop("ADDONS", {})}
            known = {"ROBOTSTXT_OBEY": False, "ADDONS": addons, **settings}
            known = json.loads(json.dumps(known).replace("SITE", site))
            seen = []
            for chosen in ({}, LEAN):
                before()
                result = project.crawl("extended", site=site, settings={**known, **chosen})
                assert result.code == 0, result.log
                assert not result.has_traceback, result.log
                assert "Scrapy's own" not in result.log, result.log
                items = sorted(json.dumps(item).replace(site, "SITE") for item in result.items)
                seen.append((items, {name: value for name, value in result.stats.items() if is_stable(name)}))
            (items, stats), (lean_items, lean_stats) = seen
            assert lean_items == items
            assert lean_stats == stats
            return [json.loads(item) for item in items], result.stats

        yield run


def test_scrapy_redis(compare, server, client):
    pytest.importorskip("scrapy_redis")
    settings = {
        "SCHEDULER": "scrapy_redis.scheduler.Scheduler",
        "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
        "ITEM_PIPELINES": {"scrapy_redis.pipelines.RedisPipeline": 300},
        "REDIS_URL": server.url,
    }
    items, _ = compare(settings, before=client.flushall)
    assert len(items) == client.llen("extended:items") == PAGES + 1


def test_scrapy_playwright(compare):
    pytest.importorskip("scrapy_playwright")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed")
    handler = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
    settings = {
        "DOWNLOAD_HANDLERS": {"http": handler, "https": handler},
        "PLAYWRIGHT_LAUNCH_OPTIONS": {"executable_path": chromium, "args": ["--no-sandbox"]},
        "PLAYWRIGHT_MAX_PAGES_PER_CONTEXT": 1,
    }
    request = 'scrapy.Request(f"{self.site}/{number}", meta={"playwright": True})'
    items, stats = compare(settings, request=request)
    assert len(items) == PAGES + 1
    assert stats["playwright/page_count"] == PAGES


def test_scrapy_poet(compare):
    pytest.importorskip("scrapy_poet")
    imports = """
    from web_poet import WebPage

    class Page(WebPage):
        def to_item(self):
            return {"url": str(self.url), "text": self.css("p::text").get()}
    """
    request = 'scrapy.Request(f"{self.site}/{number}", self.parse if number % 2 else self.parse_later)'
    settings = {"ADDONS": {"scrapy_poet.Addon": 400}}
    items, stats = compare(settings, imports=imports, request=request, callback=POET)
    assert len(items) == PAGES
    assert stats["item_scraped_count"] == PAGES


BOOKS = """
import attrs
import scrapy
from scrapy_poet import DummyResponse
from web_poet import WebPage, field, handle_urls


@attrs.define
class Book:
    title: str
    price: str


@handle_urls("")
class BookPage(WebPage[Book]):
    @field
    def title(self):
        return self.css("h1.title::text").get().strip()

    @field
    def price(self):
        return self.css("b.price::text").get()


class Books(scrapy.Spider):
    name = "books"

    async def start(self):
        for number in range(40):
            yield scrapy.Request(f"{self.site}/{number}", self.parse_book)

    def parse_book(self, response: DummyResponse, book: Book):
        yield book
"""


def test_items_of_scrapy_poet_are_healed_where_their_page_object_stands(tmp_path):
    pytest.importorskip("scrapy_poet")

    class Books(Handler):
        page = "<h1 class=title>Book {n} of many</h1><b class=price>{n}.50 €</b>"

        def do_GET(self):  # noqa: N802
            self.answer(200, f"<body>{self.page}<p>About {{n}}</p></body>".format(n=self.path[1:]))

    project = Project(tmp_path)
    project.spiders("books", BOOKS)
    settings = {"ADDONS": {"scrapy_bt.Addon": 300, "scrapy_poet.Addon": 400}, "BT_HEALING": "auto", **LEAN}
    with serving(Books) as site:
        before = project.crawl("books", site=site, settings=settings)
        Books.page = "<main><h2>Book {n} of many</h2><i class=cost>{n}.50 €</i></main>"
        after = project.crawl("books", site=site, settings=settings)
    assert sorted(map(json.dumps, after.items)) == sorted(map(json.dumps, before.items))
    assert (len(after.items), after.has_traceback) == (40, False), after.log
    done = project.run("bt", "heal", "accept", "--all", "--write", settings=settings)
    assert done.code == 0, done.output
    source = (tmp_path / "spiders/books.py").read_text()
    assert ["h1.title" in source, "b.price" in source] == [False, False]


def test_scrapy_zyte_api(compare):
    pytest.importorskip("scrapy_zyte_api")
    settings = {"ADDONS": {"scrapy_zyte_api.Addon": 500}, "ZYTE_API_URL": "SITE/v1/", "ZYTE_API_KEY": "key"}
    items, stats = compare(settings)
    assert {item["class"] for item in items} == {"ZyteAPITextResponse"}
    assert stats["scrapy-zyte-api/success"] == PAGES + 1


def test_scrapy_impersonate(compare):
    pytest.importorskip("scrapy_impersonate")
    handler = "scrapy_impersonate.ImpersonateDownloadHandler"
    request = 'scrapy.Request(f"{self.site}/{number}", meta={"impersonate": "chrome"})'
    items, _ = compare({"DOWNLOAD_HANDLERS": {"http": handler, "https": handler}}, request=request)
    assert len(items) == PAGES + 1
