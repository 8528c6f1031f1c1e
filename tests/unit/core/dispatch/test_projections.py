"""Simple rules put URLs of a kind together, whatever the URL looks like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.dispatch.projections import (
    LONGEST,
    PATTERNS,
    digit_folding,
    hashed_trigrams,
    number_of_kind,
    query_names,
    route_pattern,
    shape,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/item/12", "https://a.example/item/987"),
        ("https://a.example/item/12.html", "http://A.example/item/9.html"),
        ("https://a.example/news/old-man-of-the-sea", "https://a.example/news/a_new_day"),
        ("https://a.example/x/5f2b1c9d77aa", "https://a.example/x/0011223344ff"),
        ("https://a.example/u/550e8400-e29b-41d4-a716-446655440000", "https://a.example/u/123e4567-e89b-12d3-a456-426614174000"),
        ("https://a.example/l?page=2&sort=a", "https://a.example/l?sort=b&page=77"),
        ("https://a.example/l?item[10]=a&item[9]=b", "https://a.example/l?item[8]=a&item[70]=b"),
        ("https://a.example/l?x9&x10z", "https://a.example/l?x9&x8z"),
        ("https://a.example/w/%E4%B8%AD", "https://a.example/w/中文"),
    ],
)  # fmt: skip
def test_urls_of_a_route_have_one_pattern(one, other):
    assert route_pattern(one) == route_pattern(other)


@pytest.mark.parametrize(
    "other",
    ["b.example/item/12", "a2.example/item/12", "a.example/items/12", "a.example/item/12?page=1", "a.example/item/x"],
)
def test_urls_of_other_routes_have_another_one(other):
    assert route_pattern("https://a.example/item/12") != route_pattern(f"https://{other}")


def test_the_simpler_rules():
    assert digit_folding("https://a.example/p12/x?n=345") == "a.example/p0/x?n=0"
    assert query_names("https://a.example/l?z=1&a=2&z=3") == "a.example/l?a&z"
    assert shape("https://a.example/p12") == "a.example/p00"


@given(st.text())
def test_nothing_breaks_a_rule(text):
    for pattern in PATTERNS.values():
        assert pattern(text) == pattern(text)
    assert len(shape(text)) <= LONGEST
    assert len(hashed_trigrams(text, 3)) == 3


def test_a_kind_has_one_place_between_minus_one_and_one():
    places = [number_of_kind(f"a.test/{number}") for number in range(50)]
    assert -1 <= min(places) < 0 < max(places) <= 1
    assert len(set(places)) == 50
