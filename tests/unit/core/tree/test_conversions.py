import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.tree.conversions import as_integer, as_json, as_number, as_text, as_url, count_numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [("  a \n\t b\u00a0c ", "a b c"), ("", ""), (None, ""), (3.0, "3"), (True, "true")],
)
def test_white_space_is_normalised(value: object, text: str) -> None:
    assert as_text(value) == text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("-3", -3),
        ("−3", -3),
        ("+7 %", 7),
        ("3.50", 3.5),
        ("3,50", 3.5),
        ("0,125", 0.125),
        ("1,234", 1234),
        ("1.234", 1.234),
        ("1,234.50 €", 1234.5),
        ("1.234,5", 1234.5),
        ("1.234.567", 1234567),
        ("1,234,567.8", 1234567.8),
        ("12,34,567", 1234567),
        ("12 345,67 kr", 12345.67),
        ("12\u00a0345", 12345),
        ("12\u202f345\u202f678", 12345678),
        ("1'234.5", 1234.5),
        ("5 stars 12 reviews", 5),
        ("2 3", 2),
        ("10-20", 10),
        ("SKU-300", 300),
        ("£ 7", 7),
        ("3.", 3),
        ("v1.2.3", 1.2),
        ("none", None),
        ("", None),
        ("9" * 400, None),
    ],
)
def test_the_first_number_however_it_is_written(text: str, number: float | None) -> None:
    found = as_number(text)
    assert found == number
    assert type(found) is type(number)


@pytest.mark.parametrize("value", [3, 2.5, -1])
def test_a_number_is_one_already(value: float) -> None:
    assert as_number(value) == value


def test_a_number_of_more_than_64_bits_keeps_its_size_only() -> None:
    assert as_number("9" * 25) == 1e25


@pytest.mark.parametrize(("value", "number"), [("3,99", 3), ("-3.7", -3), ("x", None), (2.9, 2), (math.nan, None)])
def test_an_integer_loses_what_follows_the_mark(value: object, number: int | None) -> None:
    assert as_integer(value) == number


@pytest.mark.parametrize(
    ("link", "url"),
    [
        ("/a?b=c", "https://site.test/a?b=c"),
        (" b ", "https://site.test/list/b"),
        ("https://other.test/", "https://other.test/"),
        ("//cdn.test/x", "https://cdn.test/x"),
        ("#top", "https://site.test/list/page#top"),
        ("", None),
        (None, None),
        ("javascript:void(0)", None),
        ("http://[broken", None),
        ("mailto:a@b.test", "mailto:a@b.test"),
    ],
)
def test_links_become_absolute(link: str | None, url: str | None) -> None:
    assert as_url(link, "https://site.test/list/page") == url


def test_a_relative_link_without_a_page_leads_nowhere() -> None:
    assert as_url("/a", "") is None


@given(st.text(st.sampled_from("0123456789., '’-−+\u00a0ax"), max_size=20) | st.text(max_size=20))
def test_no_text_is_too_strange(text: str) -> None:
    number = as_number(text)
    assert number is None or math.isfinite(number)
    assert isinstance(as_integer(text), (int, type(None)))
    assert isinstance(as_url(text, "https://site.test/"), (str, type(None)))


@given(st.integers(-(10**15), 10**15))
def test_whole_numbers_survive_grouping(number: int) -> None:
    assert as_number(f"{number:,} €") == number
    assert as_number(f"{number:,}".replace(",", "\u202f")) == number


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("sold out", 0), ("1,234.50 €", 1), ("1 234", 1), ("2026-06-28", 3)]
)
def test_the_numbers_of_a_text_are_counted(text: str, count: int) -> None:
    assert count_numbers(text) == count


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, null]}', {"a": [1, None]}),
        ("7", 7),
        ("", None),
        ("{", None),
        ("12345678901234567890", "12345678901234567890"),
        ('"a\\ud800"', "a?"),
    ],
)
def test_json_is_what_a_task_can_carry(text: str, value: object) -> None:
    assert as_json(text) == value
