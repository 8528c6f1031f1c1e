"""The spiders of Scrapy's documentation, which are watched, do item by item what they do without the add-on."""

import pytest

from tests.serving import Handler, serving

PAGES = 40

SPIDERS = """
import scrapy
from scrapy.linkextractors import LinkExtractor
from scrapy.loader import ItemLoader
from scrapy.spiders import CrawlSpider, Rule


class QuotesSpider(scrapy.Spider):  # Scrapy's tutorial
    name = "quotes"

    async def start(self):
        yield scrapy.Request(f"{self.site}/page/1/", self.parse)

    def parse(self, response):
        for quote in response.css("div.quote"):
            yield {
                "text": quote.css("span.text::text").get(),
                "author": quote.css("small.author::text").get(),
                "tags": quote.css("div.tags a.tag::text").getall(),
            }

        next_page = response.css("li.next a::attr(href)").get()
        if next_page is not None:
            yield response.follow(next_page, callback=self.parse)


class AuthorSpider(scrapy.Spider):  # Scrapy's tutorial
    name = "author"

    async def start(self):
        yield scrapy.Request(f"{self.site}/page/1/")

    def parse(self, response):
        author_page_links = response.css(".author + a")
        yield from response.follow_all(author_page_links, self.parse_author)

        pagination_links = response.css("li.next a")
        yield from response.follow_all(pagination_links, self.parse)

    def parse_author(self, response):
        def extract_with_css(query):
            return response.css(query).get(default="").strip()

        yield {
            "name": extract_with_css("h3.author-title::text"),
            "birthdate": extract_with_css(".author-born-date::text"),
            "bio": extract_with_css(".author-description::text"),
        }


class OverviewSpider(scrapy.Spider):  # "Scrapy at a glance", with an XPath
    name = "overview"

    async def start(self):
        yield scrapy.Request(f"{self.site}/page/1/")

    def parse(self, response):
        for quote in response.css("div.quote"):
            yield {
                "author": quote.xpath("span/small/text()").get(),
                "text": quote.css("span.text::text").get(),
            }

        next_page = response.css('li.next a::attr("href")').get()
        if next_page is not None:
            yield response.follow(next_page, self.parse)


class RulesSpider(CrawlSpider):  # after "CrawlSpider example"
    name = "rules"
    rules = (
        Rule(LinkExtractor(allow=(r"page/\\d+/",))),
        Rule(LinkExtractor(allow=(r"author/",)), callback="parse_item"),
    )

    async def start(self):
        yield scrapy.Request(f"{self.site}/page/1/")

    def parse_item(self, response):
        loader = ItemLoader(item={}, response=response)
        loader.add_css("name", "h3::text")
        loader.add_xpath("born", "//span[@class='author-born-date']/text()", re=r"(\\d{4})")
        loader.add_value("url", response.url)
        yield loader.load_item()
"""

QUOTE = """<div class="quote"><span class="text">“The {n}th thought.”</span>
<span>by <small class="author">Author {author}</small><a href="/author/{author}/">(about)</a></span>
<div class="tags"><a class="tag" href="#">t{n}</a>{more}</div></div>"""
AUTHOR = """<h3 class="author-title">Author {n}</h3><p>Born: <span class="author-born-date">May 5, {year}</span></p>
<div class="author-description"> Wrote much. </div>"""


class Quotes(Handler):
    def do_GET(self):  # noqa: N802 - as the server calls it
        kind, _, number = self.path.strip("/").partition("/")
        if kind not in ("page", "author"):
            self.answer(404, "none")
            return
        n = int(number)
        if kind == "author":
            self.answer(200, f"<html><body>{AUTHOR.format(n=n, year=1900 + n)}</body></html>")
            return
        more = "<a class=tag href='#'>other</a>"
        rows = "".join(
            QUOTE.format(n=n * 10 + at, author=(n * 3 + at) % 50, more=more * (at % 2)) for at in range(n % 4 + 1)
        )
        onward = f'<ul><li class="next"><a href="/page/{n + 1}/">Next</a></li></ul>' if n < PAGES else ""
        self.answer(200, f"<html><body>{rows}{onward}</body></html>")


@pytest.mark.parametrize("spider", ["quotes", "author", "overview", "rules"])
def test_items_are_the_same_in_the_same_order(project, spider):
    project.spiders("documented", SPIDERS)
    one_by_one = {"CONCURRENT_REQUESTS": 1}
    with serving(Quotes) as site:
        plain = project.crawl(spider, site=site, settings={"ADDONS": {}, **one_by_one})
        watched = project.crawl(spider, site=site, settings={"BT_HEALING": "watch", **one_by_one})
        again = project.crawl(spider, site=site, settings={"BT_HEALING": "watch", **one_by_one})
    assert len(plain.items) >= 40
    assert watched.items == plain.items
    assert again.items == plain.items
    assert not watched.has_traceback
    assert not any(name.startswith("bt/healing/alarm") for name in (*watched.stats, *again.stats))
