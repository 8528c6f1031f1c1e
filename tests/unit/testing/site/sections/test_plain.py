import pytest
from parsel import Selector

from scrapy_bt.testing.site.content.products import make_products
from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.plain import Plain

PRODUCTS = make_products(250, seed="practice")


@pytest.fixture(scope="module")
def plain():
    return Plain(PRODUCTS, seed="practice")


def read(plain, path):
    return Selector(plain.fixed[path].body.decode())


def test_every_item_is_reached_once_from_the_index(plain):
    lists = read(plain, "/plain/").css("a.list::attr(href)").getall()
    items = [path for each in lists for path in read(plain, each).css("a.item::attr(href)").getall()]
    assert len(lists) == 3
    assert items == [f"/plain/item/{product.number}/" for product in PRODUCTS]


def test_an_item_shows_its_product(plain):
    page = read(plain, "/plain/item/7/")
    product = PRODUCTS[6]
    assert page.css("h1.title::text").get() == product.title
    assert page.css("p.price::text").get() == product.price_text
    assert page.css("p.sku::text").get() == product.sku
    assert page.css("p.description::text").get() == product.description


def test_pages_have_2_to_10_kilobytes(plain):
    sizes = [len(reply.body) for reply in plain.fixed.values()]
    assert min(sizes) >= 2_000
    assert max(sizes) <= 10_000
    assert max(sizes) - min(sizes) > 5_000


def test_every_page_of_the_graph_is_reached_and_has_ten_links_to_others(plain):
    seen, waiting = set(), ["/plain/graph/0/"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        links = read(plain, path).css("a.link::attr(href)").getall()
        assert len(set(links) - {path}) == 10
        waiting += links
    assert len(seen) == len(PRODUCTS)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_a_small_graph_has_as_many_links_as_there_are_other_pages(count):
    plain = Plain(PRODUCTS[:count], seed="practice")
    assert len(read(plain, "/plain/graph/0/").css("a.link")) == count - 1


def test_the_pages_are_the_same_at_every_start(plain):
    again = Plain(PRODUCTS, seed="practice")
    assert {path: reply.body for path, reply in again.fixed.items()} == {
        path: reply.body for path, reply in plain.fixed.items()
    }


def test_there_is_nothing_else(plain):
    assert plain.answer(Ask("/plain/item/251/")).status == 404
    assert plain.answer(Ask("/plain/", method="POST")).status == 405
