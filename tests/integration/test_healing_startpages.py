"""A site is redesigned between two crawls: the next one finds nothing on its first page, and there is no other."""

import pytest

from tests.serving import Handler, serving

PAGES = 30
WORDS = ["lamp", "desk", "clock", "chair", "kettle", "shelf", "mirror", "basket", "carpet", "candle", "vase"]

SPIDER = """
import scrapy
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule


class Goods({base}):
    name = "goods"
    rules = [Rule(LinkExtractor(restrict_css="li.good"), callback="parse_good")]

    async def start(self):
        yield scrapy.Request(f"{{self.site}}/")

    {parse}

    def parse_good(self, response):
        yield {{"url": response.url[len(self.site):], "name": response.css("h1.name::text").get()}}
"""
PARSE = """def parse(self, response):
        yield from response.follow_all(response.css("li.good a"), self.parse_good)
"""


def name(number):
    return f"{WORDS[number % 11].title()} and {WORDS[number * 7 % 10]} no {number}"


class Shop(Handler):
    is_new, rows = False, PAGES

    def do_GET(self):  # noqa: N802 - as the server calls it
        kind = type(self)
        number = self.path.strip("/")
        row = (
            '<div class=tile><a class=go href="/{0}">{1}</a></div>'
            if kind.is_new
            else ('<li class=good><a href="/{0}">{1}</a></li>')
        )
        page = "<main><h2 class=top>{}</h2></main>" if kind.is_new else "<div><h1 class=name>{}</h1></div>"
        rows = "".join(row.format(each, name(each)) for each in range(kind.rows))
        body = (
            page.format(name(int(number)))
            if number
            else f"<section>{rows}</section>"
            if kind.is_new
            else (f"<ul class=goods>{rows}</ul>")
        )
        self.answer(200, f"<html><body><p><a href=/about>About us</a></p>{body}</body></html>")


@pytest.mark.parametrize(("base", "parse"), [("scrapy.Spider", PARSE), ("CrawlSpider", "")])
def test_a_list_that_says_the_same_is_found_and_the_crawl_goes_on(project, base, parse):
    project.spiders("goods", SPIDER.format(base=base, parse=parse))
    server = type("Site", (Shop,), {})
    with serving(server) as site:
        before = project.crawl("goods", site=site, settings={"BT_HEALING": "auto"})
        server.is_new = True
        after = project.crawl("goods", site=site, settings={"BT_HEALING": "auto"})
    assert len(before.items) == PAGES
    assert {one["url"]: one["name"] for one in after.items} == {one["url"]: one["name"] for one in before.items}
    assert len(after.items) == PAGES, "each comes once"
    assert not after.has_traceback


def test_what_is_proposed_from_one_page_is_told_at_the_end(project):
    project.spiders("goods", SPIDER.format(base="scrapy.Spider", parse=PARSE))
    server = type("Site", (Shop,), {"rows": 3})
    with serving(server) as site:
        assert len(project.crawl("goods", site=site, settings={"BT_HEALING": "auto"}).items) == 3
        server.is_new = True
        after = project.crawl("goods", site=site, settings={"BT_HEALING": "auto"})
    assert after.items == []
    assert "waits for a person" in after.log
