"""Selectors tried on pages."""

import pytest

from scrapy_bt.core.healing.proposals import PageValue, Trial
from scrapy_bt.learning.trials import KeptPage, compare, rows_of, scopes_of, texts_of, try_selector, values_of

ROWS = "<ul><li><b>one</b></li><li><b>two</b></li><li><i>three</i></li></ul>"


def test_what_is_made_of_texts_is_what_is_compared():
    pages = ["<b>12.50 €</b>", "<b>none</b>", "<i>x</i>"]

    def read(text):
        return float(text[:5]) if text[:1].isdigit() else None

    assert try_selector("b", pages, forms={"0.0"}, read=read) == Trial(3, 2, 1, "12.50 €")
    assert try_selector("//b/text()", pages, forms={"0.0 €"}) == Trial(3, 2, 1, "12.50 €")
    with pytest.raises(ValueError, match="XPath error"):
        try_selector("//[", pages, forms=())


def test_within_rows_nearly_all_have_to_give_something():
    assert try_selector("b::text", [ROWS], forms=(), within="li").found == 0
    assert try_selector("*::text", [ROWS], forms={"word"}, within="li") == Trial(1, 1, 1, "one")
    assert values_of("b::text", ROWS, within="//descendant-or-self::li") == ["one", "two", ""]
    assert rows_of(ROWS, "li")[2] == "<li><i>three</i></li>"


def test_spaces_between_elements_are_no_values_that_are_missing():
    page = "<p>\n <b>12</b>\n <i>eggs</i>\n </p>"
    assert try_selector("//p//text()", [page], forms={"0"}) == Trial(1, 1, 1, "12")
    assert try_selector("//p//text()", ["<p>\n <b> </b></p>"], forms=()).found == 0


def test_a_list_gives_more_than_one_value():
    assert try_selector("b", [ROWS, "<b>x</b>"], forms=(), least=2).found == 1


def test_two_selectors_side_by_side():
    pages = [KeptPage("/1", "good", "<h1>a</h1>"), KeptPage("/2", "failing", "<h2>b</h2>")]
    assert compare("h1", "h2", pages) == (PageValue("/1", "good", "a", ""), PageValue("/2", "failing", "", "b"))


def test_texts_of_a_page_are_those_between_its_tags():
    assert texts_of("<p> a  <b>b</b> c</p><script>d</script>") == {"a", "b", "c"}


def test_scopes_are_pages_or_rows_with_the_first_value_of_each():
    assert scopes_of("b::text", [ROWS]) == [("one", {"one", "two", "three"})]
    assert scopes_of("./b/text()", [ROWS], within="li") == [("one", {"one"}), ("two", {"two"}), ("", {"three"})]
