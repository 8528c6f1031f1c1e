from __future__ import annotations

import pytest
from lxml import etree

from scrapy_bt.core.tree.localnames import with_local_names

PAGE = etree.fromstring(
    b'<rss xmlns:dc="urn:dc" xmlns:div="urn:div" xmlns:xlink="urn:xlink"><and>'
    b'<item xmlns="urn:own" xlink:href="/1" and="a"><title>6 * 2</title><dc:title>One</dc:title><n>6</n></item>'
    b'<item xlink:href="/2"><title>Two</title><div:div/><n>7</n></item>'
    b"</and></rss>"
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("//item/title/text()", ["6 * 2", "One", "Two"]),
        ("//title[1]/text()", ["6 * 2", "Two"]),
        ("//dc:title/text()", ["One"]),
        ("//item[dc:title]/n/text()", ["6"]),
        ("count(//dc:*)", 1.0),
        ("//item/@xlink:href", ["/1", "/2"]),
        ("//item/attribute::xlink:href", ["/1", "/2"]),
        ("//item/@and", ["a"]),
        ("string(//item[2]/title)", "Two"),
        ("//item[title = '6 * 2' and n=6]/n/text()", ["6"]),
        ("//n[. * 2 = 14]/text()", ["7"]),
        ("//n[.*2=12]/../dc:title/text()", ["One"]),
        ("sum(//n) div 2", 6.5),
        ("//n[number(.) mod 2 = 1]/text()", ["7"]),
        ("count(//and/*) * count(//div:div)", 2.0),
        ("count(/rss/and[item and item])", 1.0),
        ("//title/following-sibling::n/text()", ["6", "7"]),
        ("count(//n/ancestor :: item | //title)", 5.0),
        ("//*[local-name() = 'title'][not(contains(., 'T'))]/text()", ["6 * 2", "One"]),
        ("//n[position()=1]/text()[normalize-space()]", ["6", "7"]),
        ("count(//item[2]/namespace::dc)", 1.0),
        ("//title[text()=$title]/text()", ["Two"]),
    ],
)
def test_names_are_those_that_the_document_shows(text: str, found: object) -> None:
    expression = with_local_names(text, of_any_namespace=True)
    assert PAGE.xpath(expression, title="Two", smart_strings=False) == found


def test_names_of_html_stay_but_for_prefixes() -> None:
    assert with_local_names("//p[@id]/b and ..//og:image", of_any_namespace=False) == (
        "//p[@id]/b and ..//*[name()='og:image']"
    )


@pytest.mark.parametrize("text", ["//a[", "a:(", "'open", "//", "a b", "@@x", "a::b::c", "a:b:c"])
def test_what_is_no_expression_stays_none(text: str) -> None:
    with pytest.raises(etree.XPathError):
        PAGE.xpath(with_local_names(text, of_any_namespace=True))
