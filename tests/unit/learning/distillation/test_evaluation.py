"""Purity of neighbours: known cases, ties by their chance."""

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.learning.distillation.addresses import RoutedUrl
from scrapy_bt.learning.distillation.evaluation import evaluate

ROUTES = [
    RoutedUrl(f"https://{host}.example/{route}/{number}", route)
    for host in ("a", "b")
    for route in ("item", "list")
    for number in range(1000, 1020)
]


def test_a_pattern_finds_what_differs_by_numbers_alone():
    found = evaluate(ROUTES, None)
    assert found["pattern"] == found["digits"] == 1.0
    assert found["chance"] == pytest.approx(19 / 79)
    assert found["edit distance"] > found["chance"]


def test_ties_count_by_their_chance():
    """All numbers of a route look alike to `query`, which masks nothing: it is no better than chance within a host."""
    alike = [RoutedUrl(f"https://a.example/{letter}?q={number}", letter) for letter in "xy" for number in range(20)]
    mixed = [RoutedUrl(f"https://a.example/x?q={number}", "even" if number % 2 else "odd") for number in range(40)]
    assert evaluate(alike, None)["query"] == 1.0
    assert evaluate(mixed, None)["query"] == pytest.approx(19 / 39)


def test_the_same_urls_give_the_same_table():
    assert evaluate(ROUTES, None) == evaluate(list(reversed(ROUTES)), None)


def test_one_route_cannot_be_judged():
    with pytest.raises(BTError, match="two routes with two URLs each"):
        evaluate(ROUTES[:20], None)
