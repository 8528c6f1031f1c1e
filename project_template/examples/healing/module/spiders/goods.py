import scrapy


class GoodsSpider(scrapy.Spider):
    """A page for each thing."""

    name = "goods"
    site = "http://127.0.0.1:8000"

    async def start(self):
        yield scrapy.Request(f"{self.site}/makeover/goods/")

    def parse(self, response):
        yield from response.follow_all(css="a.entry", callback=self.parse_goods)

    def parse_goods(self, response):
        yield {
            "url": response.url,
            "title": response.css("h1.name::text").get(),
            "price": response.css("p.price::text").get(),
            "sku": response.css(".facts li:nth-child(2)::text").get(),
            "text": response.css(".about > p.text::text").get(),
            "stock": response.css("p.stock::text").re_first(r"\d+"),
            "kind": response.css("p.kind::text").get(),
        }
