from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from lxml import etree, html

from scrapy_bt.core.tree.selectors import How, compile_selector, select
from tests.growth import blocks_left_by

PAGE = html.fromstring("<div><p class='row'>One <b>x</b></p><p>Two</p><p>Two</p></div>")


@pytest.mark.parametrize(
    ("how", "text", "found"),
    [
        ("css", "p.row b::text", ["x"]),
        ("css", "P.row B::text", ["x"]),
        ("xpath", "//b/text()", ["x"]),
        ("xpath", "count(//p)", [3.0]),
        ("xpath", "string(//i)", []),
        ("xpath", "//p[re:test(., '^One')]/b/text()", ["x"]),
        ("xpath", "count(set:distinct(//p))", [2.0]),
    ],
)
def test_what_selectors_find(how: How, text: str, found: list[object]) -> None:
    assert select(how, text, PAGE) == found


FEED = etree.fromstring(
    b'<feed xmlns="urn:atom" xmlns:m="urn:media" xmlns:x="urn:x"><Title>t</Title><entry><link x:href="/a"/>'
    b"<m:title>m</m:title><title>e</title></entry></feed>"
)


@pytest.mark.parametrize(
    ("how", "text", "found"),
    [
        ("css", "Title::text", ["t"]),
        ("css", "entry > title::text", ["m", "e"]),
        ("css", "entry > m|title::text", ["m"]),
        ("css", "m|*::text", ["m"]),
        ("css", "entry:has(m|title) link[x|href]", [FEED[1][0]]),
        ("css", "title:first-of-type::text", ["m"]),
        ("xpath", "//entry/title/text()", ["m", "e"]),
        ("xpath", "//m:title/text()", ["m"]),
        ("xpath", "//entry/link/@x:href", ["/a"]),
        ("xpath", "//title[re:test(., '^E$', 'i')]/text()", ["e"]),
    ],
)
def test_namespaces_hide_nothing_in_xml(how: How, text: str, found: list[object]) -> None:
    assert select(how, text, FEED) == found


@pytest.mark.parametrize("text", ["//a[", "foo:bar(1", "set:distinct(]"])
def test_what_is_no_expression_is_told_when_it_is_compiled(text: str) -> None:
    with pytest.raises(etree.XPathSyntaxError):
        compile_selector("xpath", "html", text)


@pytest.mark.parametrize(
    "text", ["//b/text()", "count(set:distinct(//p))", "//p[re:test(., 'One')]", "absent:function(1)", "$absent"]
)
def test_nothing_stays_of_evaluations(text: str) -> None:
    expression = compile_selector("xpath", "html", text)
    assert blocks_left_by(lambda: evaluate(expression), times=2000) < 100


def evaluate(expression: Callable[[object], object]) -> None:
    with contextlib.suppress(etree.XPathError):
        expression(PAGE)
