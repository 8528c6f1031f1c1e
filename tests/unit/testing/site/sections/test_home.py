from parsel import Selector

from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.home import Home
from scrapy_bt.testing.site.sections.single import Single
from scrapy_bt.testing.site.sections.trouble import Trouble
from scrapy_bt.testing.site.settings import SiteSettings


def test_the_home_page_explains_every_section_and_setting():
    page = Selector(Home([Trouble(), Single()]).fixed["/"].body.decode())
    assert page.css("section h2 a::attr(href)").getall() == ["/trouble/", "/single/"]
    assert all(len(text) > 40 for text in page.css("section p").xpath("string()").getall())
    assert page.css("#settings code::text").getall() == list(vars(SiteSettings()))


def test_crawlers_are_kept_from_the_controls_only():
    assert Home([]).fixed["/robots.txt"].body == b"User-agent: *\nAllow: /\nDisallow: /_\n"


def test_the_home_page_is_only_read():
    assert Home([]).answer(Ask("/", method="POST")).status == 405
