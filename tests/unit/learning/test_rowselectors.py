"""Selectors that are run within rows."""

from scrapy_bt.learning.rowselectors import finds_rows, inside, relative


def test_rows_are_known_however_they_are_written():
    assert finds_rows("//li", "//li")
    assert finds_rows("li", "//descendant-or-self::li")
    assert not finds_rows("li[", "//li")
    assert not finds_rows("//ul", "//li")


def test_an_xpath_begins_at_the_row_or_at_the_page():
    assert [inside(one) for one in ("./b", ".//b", "b", "td[2]/text()", "string(b)", "@id")] == [
        ".//b", ".//b", "b", ".//td[2]/text()", "string(b)", ".//@id",
    ]  # fmt: skip
    assert [relative(one) for one in ("//b", "b", "normalize-space(//b)", "(//b)[1]", "string(b)")] == [
        ".//b", "b", "normalize-space(.//b)", "(//b)[1]", "string(b)",
    ]  # fmt: skip
    assert relative("/html/body/li/b[2]") == "./b[2]"
    assert relative("/html/body/main/b/text()", is_body=True) == "./main/b/text()"
