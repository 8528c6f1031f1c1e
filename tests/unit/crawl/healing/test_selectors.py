"""Selectors of ordinary spiders under observation."""

import parsel
import pytest
from scrapy.http import HtmlResponse, JsonResponse, Request
from scrapy.loader import ItemLoader

from scrapy_bt.crawl.healing.looks import PageLooks
from scrapy_bt.crawl.healing.selectors import CURRENT, leave_selectors, observe_selectors
from scrapy_bt.crawl.locating import LocateLoader
from tests.htmlpages import HTML

BEFORE = {name: getattr(parsel.Selector, name) for name in ("css", "xpath", "jmespath", "re")}


@pytest.fixture
def seen():
    """What was seen while the test ran: found, missing and values, by selector."""
    response = HtmlResponse("https://a.test/", body=HTML.encode(), encoding="utf-8")
    look = PageLooks(response)
    token = CURRENT.set(look)
    observe_selectors()
    yield look
    leave_selectors()
    CURRENT.reset(token)


def told(look):
    return {one.selector: (one.found, one.missing, one.values) for one in look.observations}


def test_css_xpath_and_re_of_a_response(seen):
    response = seen.response
    assert response.css("title::text").get() == " The  list "
    assert len(response.xpath("//div")) == 2
    assert response.css("b.absent").get() is None
    assert response.css("span").re(r"\d+") == ["1", "50", "3"]
    assert told(seen) == {
        "title::text": (1, 0, ("The  list",)),
        "//div": (2, 0, ()),
        "b.absent": (0, 1, ()),
        "span": (2, 0, ()),
        r"\d+": (3, 0, ("1", "50", "3")),
    }
    (one, *_) = seen.observations
    assert one.node == "test_css_xpath_and_re_of_a_response"
    assert one.place.startswith("tests/unit/crawl/healing/test_selectors.py:")


def test_selectors_within_rows_are_counted_together(seen):
    for row in seen.response.css("div.row"):
        row.css("a::attr(href)").get()
        row.xpath(".//b/text()").get()
    assert told(seen)["a::attr(href)"] == (2, 0, ("/a?x=1&y=2", "/b"))
    assert told(seen)[".//b/text()"] == (1, 1, ("first",))


def test_item_loaders_and_selectors_of_a_text(seen):
    for kind in (ItemLoader, LocateLoader):
        loader = kind(item={}, response=seen.response)
        loader.add_css("title", "title::text")
        loader.add_xpath("none", "//i/text()")
        assert loader.load_item()["title"] == [" The  list "]
    parsel.Selector(text=seen.response.text).css("a::text").getall()
    assert told(seen)["title::text"][:2] == (2, 0)
    assert told(seen)["//i/text()"][:2] == (0, 2)
    assert told(seen)["a::text"][:2] == (2, 0)
    assert {one.place.partition(":")[0] for one in seen.observations} == {"tests/unit/crawl/healing/test_selectors.py"}


def test_json(seen):
    response = JsonResponse("https://a.test/", body=b'{"a": [{"b": "x"}, {"b": 2}]}')
    assert response.jmespath("a[*].b").getall() == ["x", 2]
    assert told(seen) == {"a[*].b": (2, 0, ("x", "2"))}
    for row in response.jmespath("a[*]"):
        assert row.jmespath("b").get()
    assert {one.selector: one.within for one in seen.observations} == {"a[*].b": "", "a[*]": "", "b": "$.a[*]"}


def test_errors_are_as_before(seen):
    with pytest.raises(ValueError, match="XPath error"):
        seen.response.xpath("//[")
    assert seen.response.css("title").get()
    assert list(told(seen)) == ["title"]


def test_nothing_is_seen_outside_of_a_callback(seen):
    CURRENT.set(None)
    seen.response.css("title").get()
    assert not seen.observations


def test_selectors_are_what_they_were_when_the_last_observer_has_left():
    assert {name: getattr(parsel.Selector, name) for name in BEFORE} == BEFORE
    observe_selectors()
    observe_selectors()
    leave_selectors()
    assert parsel.Selector.css is not BEFORE["css"]
    leave_selectors()
    assert {name: getattr(parsel.Selector, name) for name in BEFORE} == BEFORE


def test_spaces_between_elements_are_no_values_and_alone_they_are_nothing():
    look = PageLooks(HtmlResponse("https://a.test/", request=Request("https://a.test/")))
    page = parsel.Selector(text="<div>\n  <b>One</b>\n <i>Two</i> </div><p> </p>")
    observe_selectors()
    CURRENT.set(look)
    try:
        page.css("div ::text").getall()
        page.css("p::text").get()
        page.xpath("normalize-space(//h1)").get()
    finally:
        CURRENT.set(None)
        leave_selectors()
    assert [(one.selector, one.found > 0, one.missing, one.values) for one in look.observations] == [
        ("div ::text", True, 0, ("One", "Two")),
        ("p::text", False, 1, ()),
        ("normalize-space(//h1)", False, 1, ()),
    ]
