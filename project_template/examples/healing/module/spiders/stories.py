import scrapy
from scrapy.loader import ItemLoader

AUTHOR = ".author::text"


class StoriesSpider(scrapy.Spider):
    """Articles, by an item loader."""

    name = "stories"
    site = "http://127.0.0.1:8000"

    async def start(self):
        yield scrapy.Request(f"{self.site}/makeover/stories/")

    def parse(self, response):
        yield from response.follow_all(css="a.entry", callback=self.parse_story)

    async def parse_story(self, response):
        loader = ItemLoader(item={"url": response.url}, response=response)
        loader.add_css("headline", "h1.headline::text")
        loader.add_css("author", AUTHOR)
        loader.add_css("text", "div.story > p::text")
        loader.add_css("kicker", ".kicker::text")
        yield loader.load_item()
