from __future__ import annotations

import pytest
from lxml import etree
from parsel import Selector

from scrapy_bt.core.inference.answers.elements.wholetexts import is_cut, take_lines, whole_text, xpath_of
from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer


@pytest.mark.parametrize(
    ("markup", "cut"),
    [
        ("<p>plain</p>", False),
        ("<p>a <b>bold</b> word</p>", True),
        ("<p>one<br>two</p>", True),
        ("<p><a>all of it</a></p>", False),
        ("<p>a <b></b></p>", False),
        ("<div>a <p>paragraph</p></div>", False),
        ("<p><i>€</i>5.00</p>", True),
        ("<p><b>5.00</b> <small>kg</small></p>", True),
        ("<p><b>5</b></p>", False),
        ("<p><b>5</b> <i>votes</i></p>", False),
    ],
)
def test_a_text_is_cut_where_elements_stand_within_its_line(markup: str, cut: bool) -> None:
    (element,) = etree.HTML(markup).find("body")
    assert is_cut(element) is cut


@pytest.mark.parametrize("css", ["p", "p.told", "div.box p.told", "div.box > p", '[itemprop="text"]', "#one p"])
def test_a_selector_in_xpath_finds_the_same(css: str) -> None:
    page = answer("/", '<div class="x box" id="one"><p class="told y" itemprop="text">a <b>bold</b>\n word</p></div>')
    path = xpath_of(css)
    assert path is not None
    assert extract(page, Extraction("xpath", f"normalize-space({path})")) == ["a bold word"]


def test_other_selectors_stay_as_they_are() -> None:
    assert xpath_of("td:nth-child(2)") is None
    (element,) = etree.HTML("<p>a <b>c</b></p>").find("body")
    assert whole_text(element, "p:first-child", within=False) == Extraction("css", "p:first-child::text")
    assert whole_text(element, "p", within=True) == Extraction("xpath", "normalize-space(.//p)")


def test_lines_with_nothing_but_a_break_between_them_are_taken_one_by_one() -> None:
    glued = Selector(text="<p>Mill Road 3<br>Oslo</p>", type="html").css("p")[0].root
    apart = Selector(text="<p>Mill Road 3<br> Oslo</p>", type="html").css("p")[0].root
    first = Selector(text="<p><br>Oslo <b>Town</b></p>", type="html").css("p")[0].root
    assert take_lines(glued, "//p") == Extraction("xpath", "//p//text()[normalize-space()]", all=True)
    assert take_lines(apart, "//p") == take_lines(first, "//p") == Extraction("xpath", "normalize-space(//p)")
