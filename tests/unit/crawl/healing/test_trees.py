"""What a tree's nodes give under observation."""

from scrapy import Spider
from scrapy.utils.test import get_crawler

from scrapy_bt.core.healing.perception.fieldwatch import Observation
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import events as ev
from scrapy_bt.crawl.healing.looks import Look
from scrapy_bt.crawl.healing.trees import TreeWitness, open_witness
from tests.htmlpages import page

TREE = """
links   :: data css "a::attr(href)" all
product :: item each css "div.row" { title = css "a::text"  price = css "span" as number  now = time }
main    :: and { :links :product }
"""


class Taken:
    repairs = None

    def __init__(self):
        self.observations = []

    def look_at(self, response):
        return Look(response)

    def take_in(self, look):
        if look is not None:
            self.observations += look.observations


def test_extractions_are_told_with_their_sources_and_places():
    taken = Taken()
    witness = TreeWitness(taken, parse(TREE), file="shop.bt")
    witness.begin(ev.Arrived("200", page(), 0.0))
    witness("links", "", ["/a", "/b"], found=1, empty=0)
    witness("product", "", [{"title": "x"}], found=1, empty=0)
    witness("product", "price", [1.5], found=1, empty=1)
    witness.end()
    assert taken.observations == [
        Observation("links", "", 'css "a::attr(href)" all', 2, 0, ("/a", "/b"), "shop.bt:2"),
        Observation("product", "", 'css "div.row"', 1, 0, (), "shop.bt:3"),
        Observation("product", "price", 'css "span" as number', 1, 1, ("1.5",), "shop.bt:3", "div.row"),
    ]


def test_without_a_page_nothing_is_told():
    taken = Taken()
    witness = TreeWitness(taken, parse(TREE))
    for event in (ev.Granted(0.0), ev.Arrived("timeout", now=0.0)):
        witness.begin(event)
        witness("links", "", ["/a"], found=1, empty=0)
        witness.end()
    assert taken.observations == []


def test_there_is_none_where_nothing_is_watched():
    assert open_witness(get_crawler(Spider), parse(TREE)) is None
