"""What a tree's nodes give under observation."""

from scrapy import Spider
from scrapy.utils.test import get_crawler

from scrapy_bt.core.healing.perception.attention import Attention, Usual
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import events as ev
from scrapy_bt.crawl.healing.looks import PageLooks
from scrapy_bt.crawl.healing.trees import TreeWitness, open_witness
from tests.htmlpages import page

TREE = """
links   :: data css "a::attr(href)" all
product :: item each css "div.row" { title = css "a::text"  price = css "span" as number  now = time }
main    :: and { :links :product }
"""


class Taken:
    repairs = None

    def __init__(self, *, passes=False):
        self.observations, self.attention, self.passes = [], Attention(), passes

    def look_at(self, response):
        return None if self.passes else PageLooks(response)

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


def test_a_page_that_passes_is_glanced_at():
    for links, glances, is_odd in (
        ("/a", True, False),
        ("/abcd", True, True),
        ("/abcd", False, False),
        ((), False, True),
    ):
        taken = Taken(passes=True)
        taken.attention.expect(("links", ""), "", Usual.of({taken.attention.sign("", 2, "/b"): 50, -1: 50}))
        taken.attention.glances = glances
        witness = TreeWitness(taken, parse(TREE))
        witness.begin(ev.Arrived("200", page(), 0.0))
        witness("links", "", [links] * 2 if links else (), found=int(bool(links)), empty=int(not links))
        assert witness.end() is None
        assert taken.attention.is_raised is is_odd


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
