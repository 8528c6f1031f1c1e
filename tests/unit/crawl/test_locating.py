import re

import pytest
from parsel import Selector as ParselSelector
from scrapy import Field, Item
from scrapy.http import HtmlResponse, Response
from scrapy.loader import ItemLoader

from scrapy_bt.crawl.locating import LocatedList, LocateLoader, LocatingSelector, LocatingSelectorList, locate
from scrapy_bt.errors import PatternError, PatternTimeout

HTML = """<div class=row><a href="/a?x=1&amp;y=2">One</a><i>1,50 &euro;</i></div>
<div class=row><a href="/b">Two</a><i>3,00 &euro;</i></div>
<script>var id = 17; var name = "x&lt;y";</script>"""


@pytest.fixture
def response() -> HtmlResponse:
    return HtmlResponse("https://site.test/", body=HTML.encode(), encoding="utf-8")


def test_the_sources_of_text(response: HtmlResponse) -> None:
    texts = ["One", "Two"]
    assert locate(HTML, '">', "</a>").getall() == texts
    assert locate(response, '">', "</a>").getall() == texts
    assert locate(response.css("div"), '">', "</a>").getall() == texts
    assert locate(response.css("div")[1], '">', "</a>").getall() == ["Two"]
    assert locate(ParselSelector(HTML), '">', "</a>").getall() == texts
    assert locate([HTML, HTML], '">', "</a>").getall() == texts * 2
    assert locate(locate(HTML, "<div", "</div>"), '">', "</a>").getall() == texts


def test_a_response_is_searched_as_it_was_sent(response: HtmlResponse) -> None:
    assert locate(response, "<div class=", ">").getall() == ["row", "row"]
    assert locate(response.selector, '<div class="', '">').getall() == ["row", "row"]  # markup is written anew


@pytest.mark.parametrize("source", [None, 5, b"text", Response("https://site.test/", body=b"\x89PNG")])
def test_what_has_no_text(source: object) -> None:
    with pytest.raises(TypeError, match="nothing can be located in a"):
        locate(source, "a", "b")


def test_pieces_know_where_they_stood() -> None:
    (piece,) = locate("<a>x<b>", "<a>", "<b>")
    assert (piece.text, piece.start, piece.end) == ("x", 3, 4)
    assert (str(piece), repr(piece), piece.getall()) == ("x", "<Piece 3:4 'x'>", ["x"])
    assert repr(locate("y" * 60)[0]).endswith("…'>")


def test_codes_may_be_compiled() -> None:
    assert locate("<A>x\n</a>", re.compile("<a>", re.IGNORECASE), "</a>").getall() == ["x\n"]
    assert locate("<a\n>x", "<a.>").getall() == ["x"]  # a dot is any character
    assert locate("<a\n>x", re.compile("<a.>")).getall() == []


def test_offsets() -> None:
    text = "Price:\n  12 EUR\n"
    assert locate(text, "Price:", "EUR", start_offset="1,2", end_offset="0,1").get() == "12"
    with pytest.raises(ValueError, match="no offset"):
        locate(text, "Price:", "EUR", start_offset="1")


def test_the_chain_goes_on(response: HtmlResponse) -> None:
    rows = locate(response, "<div class=row>", "</div>")
    assert isinstance(rows, LocatedList)
    assert rows.css("a::attr(href)").getall() == ["/a?x=1&y=2", "/b"]
    assert rows.xpath("//i[starts-with(., $start)]/text()", start="3").getall() == ["3,00 €"]
    assert rows.locate("<i>", " ").getall() == ["1,50", "3,00"]
    assert rows.re(r"(\d+),(\d+)") == ["1", "50", "3", "00"]
    assert rows.re_first(r"\d{3}", "none") == "none"
    assert rows.css("i").locate(">", ",").getall() == ["1", "3"]
    assert rows.css("i")[0].locate(">", ",").get() == "1"
    assert isinstance(rows.css("i"), LocatingSelectorList)
    assert isinstance(rows[0].xpath("//i")[0], LocatingSelector)
    assert isinstance(rows[:1], LocatedList)
    assert rows[1].css("a::text").get() == "Two"


def test_nothing_found() -> None:
    nothing = locate(HTML, "<h1>", "</h1>")
    assert (nothing.get(), nothing.get("none"), nothing.getall(), nothing.re("x")) == (None, "none", [], [])
    assert nothing.css("a").getall() == []


@pytest.mark.parametrize(
    "regex", [r"name = (.*);", r"\d+", "(a)|(b)", r"(?P<extract>\d)\d", "(?P<extract>z)", "x.*y", r"(\w)\s"]
)
@pytest.mark.parametrize("replaced", [True, False])
def test_re_is_that_of_parsel(regex: str, replaced: bool) -> None:
    piece = locate(HTML, "<script>", "</script>")[0]
    peer = ParselSelector(text=piece.text, type="text")
    assert piece.re(regex, replace_entities=replaced) == peer.re(regex, replace_entities=replaced)
    assert piece.re_first(re.compile(regex)) == peer.re_first(regex)


def test_mistakes_and_slow_patterns_are_told() -> None:
    with pytest.raises(PatternError, match="at position 0"):
        locate(HTML, "(")
    with pytest.raises(PatternTimeout, match=r"longer than 0\.1 s"):
        locate("a" * 5000, r"(a+)+\1b", seconds=0.1)
    with pytest.raises(PatternTimeout, match=r"longer than 0\.1 s"):
        locate("a" * 5000, seconds=0.1).re(r"(a+)+\1b")


class Lamp(Item):
    name = Field()
    price = Field()


def test_a_loader(response: HtmlResponse) -> None:
    loader = LocateLoader(item=Lamp(), response=response)
    loader.add_locate("name", '">', "</a>", lambda values: [value.upper() for value in values])
    loader.add_locate("price", "<i>", "</i>", re=r"\d+")
    loader.add_css("price", "script::text", re=r"id = (\d+)")
    item = loader.load_item()
    assert dict(item) == {"name": ["ONE", "TWO"], "price": ["1", "50", "3", "00", "17"]}
    loader.replace_locate("name", 'var name = "', '";')
    assert loader.get_output_value("name") == ["x&lt;y"]
    assert loader.get_locate("<div class=", ">") == ["row", "row"]
    assert loader.get_locate("Price:", "x", start_offset="1,0") == []


def test_a_loader_within_a_page(response: HtmlResponse) -> None:
    loader = LocateLoader(item=Lamp(), response=response)
    inside = loader.nested_css("div:nth-of-type(2)")
    inside.add_locate("name", '">', "</a>")
    LocateLoader(item=loader.item, selector=response.css("div")[0]).add_locate("price", "<i>", " ").load_item()
    assert dict(loader.load_item()) == {"name": ["Two"], "price": ["1,50"]}
    assert isinstance(loader, ItemLoader)
