import re

import pytest

from scrapy_bt.core.regex.syntax import parse
from scrapy_bt.core.regex.traits import always_captures, literal, looks_around, may_loop_on_nothing


def body(text):
    return parse(text, re.DOTALL).body


@pytest.mark.parametrize(
    ("text", "expected"), [("a.b", None), (r"a\.b", "a.b"), ("", None), ("a|b", None), ("中", "中")]
)
def test_a_pattern_may_stand_for_a_text(text, expected):
    assert literal(body(text)) == expected


@pytest.mark.parametrize(("text", "expected"), [("(a)b", True), ("(?:(a))b", True), ("(a)?", False), ("(a)|b", False)])
def test_a_group_may_take_part_in_every_match(text, expected):
    assert always_captures(body(text)) is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("a(?=b)", True), ("(?:a(?<!b))*", True), ("a|(b)", False), ("(?>a)", False)]
)
def test_a_pattern_may_look_around(text, expected):
    assert looks_around(body(text)) is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("(?:a*)*", True), ("(?:(?:b?)+c)", True), ("(?:a*)?", False), ("(?:a+)*", False)]
)
def test_something_that_may_be_empty_may_be_repeated(text, expected):
    assert may_loop_on_nothing(body(text)) is expected
