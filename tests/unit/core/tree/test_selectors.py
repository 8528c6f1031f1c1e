from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Literal

import pytest
from lxml import etree, html

from scrapy_bt.core.tree.selectors import compile_selector, select
from tests.growth import blocks_left_by

PAGE = html.fromstring("<div><p class='row'>One <b>x</b></p><p>Two</p><p>Two</p></div>")


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("html", "p.row b::text", ["x"]),
        ("html", "P.row B::text", ["x"]),
        ("xml", "P.row", []),
        ("xpath", "//b/text()", ["x"]),
        ("xpath", "count(//p)", [3.0]),
        ("xpath", "string(//i)", []),
        ("xpath", "//p[re:test(., '^One')]/b/text()", ["x"]),
        ("xpath", "count(set:distinct(//p))", [2.0]),
    ],
)
def test_what_selectors_find(kind: Literal["xpath", "html", "xml"], text: str, found: list[object]) -> None:
    assert select(kind, text, PAGE) == found


@pytest.mark.parametrize("text", ["//a[", "foo:bar(1", "set:distinct(]"])
def test_what_is_no_expression_is_told_when_it_is_compiled(text: str) -> None:
    with pytest.raises(etree.XPathSyntaxError):
        compile_selector("xpath", text)


@pytest.mark.parametrize(
    "text", ["//b/text()", "count(set:distinct(//p))", "//p[re:test(., 'One')]", "absent:function(1)", "$absent"]
)
def test_nothing_stays_of_evaluations(text: str) -> None:
    expression = compile_selector("xpath", text)
    assert blocks_left_by(lambda: evaluate(expression), times=2000) < 100


def evaluate(expression: Callable[[object], object]) -> None:
    with contextlib.suppress(etree.XPathError):
        expression(PAGE)
