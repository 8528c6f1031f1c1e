"""Texts in numbers."""

import pytest

from scrapy_bt.core.healing.shapes import SHAPE, shape_of


def number(text, name):
    return shape_of(text)[SHAPE.index(name)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("12. März 2026", "month"), ("2026-11-22", "numeric date"), ("By Ann Lee", "by"), ("3 cups flour", "measure"),
        ("35 minutes", "time span"), ("4 servings", "servings"), ("Smith v. Jones", "versus"), ("22-1045", "docket"),
        ("$ 12", "money"), ("Ann Lee", "name-like"), ("1. Boil it", "ordinal"), ("Date: today", "label"),
    ],
)  # fmt: skip
def test_what_a_text_looks_like(text, name):
    assert number(text, name) == 1.0
    assert number("an ordinary text of some words", name) == 0.0


def test_all_numbers_have_a_name():
    assert len(shape_of("x")) == len(SHAPE)
    assert len(shape_of("長い文" * 4_000)) == len(SHAPE)
