"""Selectors taken apart, and where a field was."""

import pytest

from scrapy_bt.core.healing.fields import find_old, path_of, reading_of, run_path, run_selector
from scrapy_bt.core.healing.pages import Page
from tests.redesigns import OLD

PAGE = Page(OLD)


@pytest.mark.parametrize(
    ("selector", "attribute", "own_text"),
    [
        ("h1", "", False), ("h1::text", "", True), ("a::attr(href)", "href", False), ("//a/@href", "href", False),
        ("//h1/text()", "", True), ("//h1", "", False), ("(//p)[2]", "", False),
    ],
)  # fmt: skip
def test_what_is_read_of_an_element(selector, attribute, own_text):
    reading = reading_of(selector)
    assert (reading.attribute, reading.own_text) == (attribute, own_text)
    assert run_path(PAGE, reading.path)


@pytest.mark.parametrize(
    "selector",
    ["h1 ::text", "h1 *::text", "//h1//text()", "//h1/descendant::text()", "//h1/descendant-or-self::*/text()"],
)
def test_all_texts_of_an_element(selector):
    reading = reading_of(selector)
    assert (reading.all_text, reading.own_text, [one.tag for one in run_selector(PAGE, selector)]) == (
        True,
        False,
        ["h1"],
    )
    assert (reading.write("h2"), reading.write("//h2")) == ("h2 ::text", "//h2//text()")


def test_functions_of_xpath_are_taken_off_and_put_on_again():
    reading = reading_of("normalize-space(//h1/text())")
    assert [one.tag for one in run_selector(PAGE, "normalize-space(//h1)")] == ["h1"]
    assert reading.write("//h2") == "normalize-space(//h2/text())"
    assert reading_of("string(//a/@href)").write("//b/a") == "string(//b/a/@href)"
    assert reading_of("string(//h1)").write("h2.t") == 'string(//h2[has-class("t")])'
    reading = reading_of("""substring-before(translate(normalize-space(//p[@a=","]/@b), ",", '.'), " (")""")
    assert reading.write("i") == """substring-before(translate(normalize-space(//i/@b), ",", '.'), " (")"""
    assert reading_of("string(h1[)") is None


@pytest.mark.parametrize(
    "selector",
    [
        "//p/text()[2]", "//p/text()[contains(., ']') and not(@x)]", "(//h1/text())[1]", "(//a/@href)[last()]",
        "//a/@*", "(//div[a[2]]//text()[normalize-space()])[1]", "concat(//h1, ' ', //p)", "substring(//p, 1, 3)",
    ],
)  # fmt: skip
def test_what_gives_texts_in_another_way_becomes_a_text_and_no_element(selector):
    reading = reading_of(selector)
    assert reading.write("b.cost") == 'normalize-space(//b[has-class("cost")])'
    assert run_selector(PAGE, selector) == []


@pytest.mark.parametrize(
    "selector", ["(//p)[2]", "//p[text()]", "//p[a/@href]", 'id("top")/p', "//p[contains(., '@x')]"]
)
def test_elements_with_texts_in_their_conditions_stay_elements(selector):
    assert reading_of(selector).write("b.cost") == "b.cost"


def test_the_same_reading_of_another_element():
    assert reading_of("a::attr(href)").write("//b/a") == "//b/a/@href"
    assert reading_of("a::attr(href)").write("b a") == "b a::attr(href)"
    assert reading_of("h1::text").write("//h2") == "//h2/text()"
    assert reading_of("h1::text").write("h2") == "h2::text"
    assert reading_of("h1").write("h2") == "h2"
    assert reading_of("//a//@href").write("//b") == "//b/@href"


@pytest.mark.parametrize("selector", ["h1[", "//h1[", "::attr(", "", "count(//p)", "'text'"])
def test_what_is_no_selector_finds_nothing(selector):
    assert run_selector(PAGE, selector) == []


@pytest.mark.parametrize(
    ("css", "path"),
    [
        ("p", "//p"), ("div > p.a.b::text", '//div/p[has-class("a")][has-class("b")]/text()'),
        ("#x .y::attr(data-z)", '//*[@id="x"]//*[has-class("y")]/@data-z'), ("li:first-child", "//li[count("),
        ("h1 ::text", "//h1/descendant-or-self::text()"), ("a[href]", "//a[@href]"),
    ],
)  # fmt: skip
def test_css_as_a_person_would_write_it_in_xpath(css, path):
    assert path_of(css).startswith(path)


def test_a_field_is_found_by_its_selector_or_by_its_value():
    assert find_old(PAGE, "span.author").text == "Ann Lee"
    assert find_old(PAGE, "ul.tags li", ["coast"]).text == "coast"
    assert find_old(PAGE, "h7", ["Ann  lee"]).text == "Ann Lee"
    assert find_old(PAGE, "h7") is None
