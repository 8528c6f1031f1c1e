"""Pieces of a text put in place of others."""

from scrapy_bt.core.healing.patching.pieces import TextEdit, diff_of, is_xpath, json_path, language_of, put


def test_pieces_are_put_from_the_end_on():
    assert put("one two three", [TextEdit(0, 3, "1"), TextEdit(8, 13, "3"), TextEdit(0, 3, "1")]) == "1 two 3"


def test_a_change_as_a_patch():
    assert diff_of("a\nb\n", "a\nc\n", "x.py") == "--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
    assert "No newline" in diff_of("a", "b", "x.py")
    assert diff_of("a", "a", "x.py") == ""


def test_an_xpath_is_told_from_css():
    paths = (
        *("//a", "./a", "(//a)[1]", "td[3]", "td[3]/text()", "a[last()]", "@href", "text()", ".", "..", "string(.//b)"),
        *("following-sibling::p", "descendant-or-self::p", "a[contains(@class, 'b')]", "concat(a, ': ')", "a/b"),
    )
    assert [one for one in paths if not is_xpath(one)] == []
    css = ("a.b", ".b", "#b > a", "a::attr(href)", "a::text", "li:nth-child(2)", "a[href*='/x@(']", 'a[href^="/"]', "*")
    assert [one for one in (*css, "div:has(> a:not(.b)) ::text", "a, li:first-child::text") if is_xpath(one)] == []


def test_a_selector_tells_its_language():
    selectors = {"css": "div.a", "xpath": "//a", "json": "$.a.b", "codes": "{start: a}"}
    assert {language_of(one): one for one in selectors.values()} == selectors
    assert json_path("$.a.b") == json_path("a.b") == "a.b"
