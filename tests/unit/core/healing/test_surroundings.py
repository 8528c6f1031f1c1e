"""What an element hands down to those inside it."""

from lxml import etree

from scrapy_bt.core.healing.concepts import concepts_of
from scrapy_bt.core.healing.looks import ROOM_BIT
from scrapy_bt.core.healing.surroundings import Surroundings


def test_names_tags_and_rooms_come_down_to_those_inside():
    inner = etree.fromstring("<nav class='site-menu'><p id='price-now'><b>1 €</b></p></nav>").find(".//b")
    around = Surroundings()
    at, above = around.of(inner), around.of(inner.getparent())
    assert (at.depth, at.tags) == (3, ("b", "p", "nav"))
    assert at.rooms & ROOM_BIT["nav"]
    assert (at.own, at.above) == (0, concepts_of("price-now") | concepts_of("site-menu"))
    assert above.words == {"price", "now"} <= at.words_above
    assert around.of(None).depth == 0
