"""Texts in numbers."""

import pytest

from scrapy_bt.core.healing.shapes import SHAPE, shape_of, tokens_of, width_of


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


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2024年3月5日", "numeric date"), ("2024년 3월 5일", "year"), ("下午3:05", "clock"), ("684,000원", "money"),
        ("60分钟", "time span"), ("4인분", "servings"), ("大さじ2", "measure"), ("林小雨", "name-like"),
        ("김하늘 기자", "by"), ("日期：今天", "label"), ("真的吗？", "asks"), ("是的。", "ends sentence"),
    ],
)  # fmt: skip
def test_what_a_text_of_east_asia_looks_like(text, name):
    assert number(text, name) == 1.0


def test_letters_of_east_asia_say_as_much_as_two_latin_ones():
    assert width_of("abc é") == 5
    assert width_of("아침 a") == 6
    assert number("我们在各种天气下测试了三个星期", "length") == number("a" * 30, "length")
    assert number("我们测试了", "words") == number("we have tested", "words")


def test_words_are_pairs_of_letters_where_no_spaces_part_them():
    assert tokens_of("Storm over the Bay") == ["storm", "over", "the", "bay"]
    assert tokens_of("胡桃木灯 | Almora") == ["胡桃", "桃木", "木灯", "|", "almora"]
    assert tokens_of("새 접이식 의자") == ["새", "접이식", "의자"]
