"""Unions of XPaths are run path by path."""

import pytest

from scrapy_bt.core.healing.fields import run_selector
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.unions import split_union

PAGE = Page("<html><body><i>a</i><p>b</p><div><i>c</i><p class='x|y'>d</p></div></body></html>")


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("//p", ("//p",)),
        ("//p | //i", ("//p", "//i")),
        ("//p[@class='x|y']|//*[a|b]", ("//p[@class='x|y']", "//*[a|b]")),
        ("(//p|//i)[1]", ("(//p|//i)[1]",)),
        ("", ("",)),
    ],
)
def test_a_union_is_taken_apart_where_it_is_one(path, parts):
    assert split_union(path) == parts


@pytest.mark.parametrize("selector", ["p, i", "//i|//p", "p.x, p, div > i", "//p[@class='x|y'] | //i | //p"])
def test_hits_of_a_union_stand_as_on_the_page_each_once(selector):
    whole = selector if selector.startswith("/") else None
    wanted = PAGE.root.xpath(whole) if whole else PAGE.root.cssselect(selector)
    assert run_selector(PAGE, selector) == wanted
