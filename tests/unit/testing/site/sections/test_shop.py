import pytest
from parsel import Selector

from scrapy_bt.testing.site.content.products import make_products
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.shop import Shop

PRODUCTS = make_products(300, seed="practice")


@pytest.fixture(scope="module")
def shop():
    return Shop(PRODUCTS)


def read(shop, path):
    return Selector(shop.fixed[path].body.decode())


def test_every_product_is_reached_once_from_the_categories(shop):
    found = []
    for path in read(shop, "/shop/").css("ul.categories a::attr(href)").getall():
        following = path
        while following:
            page = read(shop, following)
            listed = page.css("article.product")
            found += [(each.css("h3 a::attr(href)").get(), each.css(".price::text").get()) for each in listed]
            following = page.css("li.next a::attr(href)").get()
    assert len(found) == len(PRODUCTS)
    assert set(found) == {(f"/shop/product/sku-{each.number:05}/", each.price_text) for each in PRODUCTS}


def test_the_pages_of_a_category_lead_on_and_back(shop):
    middle = read(shop, "/shop/lamps/page/2/")
    assert middle.css("ul.pager a::attr(href)").getall() == ["/shop/lamps/page/1/", "/shop/lamps/page/3/"]
    assert shop.fixed["/shop/lamps/"] == shop.fixed["/shop/lamps/page/1/"]
    assert read(shop, "/shop/lamps/page/3/").css("li.next").get() is None


def test_a_product_shows_all_it_has(shop):
    for product in PRODUCTS:
        page = read(shop, f"/shop/product/{product.sku.lower()}/")
        assert page.css("h1.title::text").get() == product.title
        assert page.css(".price::text").get() == product.price_text
        assert page.css(".sku::text").get() == product.sku
        assert page.css(".stock::text").get() == str(product.stock)
        assert page.css(".description::text").get() == product.description


def test_a_shop_with_one_product_has_empty_categories():
    shop = Shop(PRODUCTS[:1])
    assert read(shop, "/shop/lamps/").css("article").getall() == []
    assert len(read(shop, "/shop/chairs/").css("article")) == 1


def test_what_is_not_sold_is_not_there(shop):
    assert shop.answer(Ask("/shop/product/sku-99999/")).status == 404
    assert shop.answer(Ask("/shop/lamps/page/99/")).status == 404
    assert shop.answer(Ask("/shop/", method="POST")).status == 405
