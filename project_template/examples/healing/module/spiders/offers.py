import scrapy


class OffersSpider(scrapy.Spider):
    """Things in the rows of a list."""

    name = "offers"
    site = "http://127.0.0.1:8000"

    async def start(self):
        yield scrapy.Request(f"{self.site}/makeover/offers/1/")

    def parse(self, response):
        for offer in response.css("div.offer"):
            yield {
                "name": offer.css("h3.name::text").get(),
                "price": offer.xpath("./b[@class='price']/text()").get(),
                "code": offer.css("i.code::text").get(),
            }
        yield from response.follow_all(css="a.next")
