import pytest
from parsel import Selector

from scrapy_bt.testing.site.content.products import make_products
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.makeover import CHANGES, Makeover, author_of
from scrapy_bt.testing.site.settings import SiteSettings

PRODUCTS = make_products(12, seed="practice")
GOODS = {
    "tag": "h1.name::text",
    "attributes": "p.price::text",
    "siblings": ".facts li:nth-child(2)::text",
    "level": ".about > p.text::text",
    "gone": ".kind::text",
    "layout": "#content .name::text",
}


def page(section, path, **settings):
    return Selector(section.answer(Ask(path, settings=SiteSettings(**settings))).body.decode())


@pytest.mark.parametrize("change", GOODS)
def test_each_change_breaks_the_selector_of_its_field_alone(change):
    section = Makeover(PRODUCTS)
    old, new = page(section, "/makeover/goods/3/"), page(section, "/makeover/goods/3/", redesign=change)
    same = {name for name, selector in GOODS.items() if old.css(selector).get() == new.css(selector).get()}
    assert all(old.css(selector) for selector in GOODS.values())
    assert same == set(GOODS) - {change}


def test_a_redesign_begins_in_mid_crawl():
    section = Makeover(PRODUCTS)
    settings = {"redesign": "mixed", "redesign_from": 3}
    shown = [page(section, f"/makeover/stories/{n}/", **settings).css(".author::text").get() for n in range(1, 5)]
    assert shown == [author_of(PRODUCTS[0]), author_of(PRODUCTS[1]), None, None]
    section.reset()
    assert page(section, "/makeover/stories/1/", **settings).css(".author")


def test_offers_lead_to_each_other_in_any_layout():
    section = Makeover(PRODUCTS)
    for change in ("off", *CHANGES, "mixed"):
        path, names = "/makeover/offers/1/", []
        while path:
            at = page(section, path, redesign=change)
            names += at.css(".name::text").getall()
            path = at.css("a.next::attr(href)").get()
        assert names == [one.title for one in PRODUCTS]


@pytest.mark.parametrize("path", ["/makeover/goods/13/", "/makeover/other/1/", "/makeover/goods/1/2/"])
def test_what_is_not_there(path):
    assert Makeover(PRODUCTS).answer(Ask(path)).status == 404
