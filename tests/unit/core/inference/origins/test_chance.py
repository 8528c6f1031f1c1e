from __future__ import annotations

from scrapy_bt.core.inference.origins.chance import bits_against_chance, surprise
from tests.recordings import answer


def test_a_value_that_stands_in_many_places_says_less() -> None:
    once, often = answer("/", {"a": 417, "b": "x", "c": "y"}), answer("/", {"a": 417, "b": 417, "c": 417})
    assert 9 < surprise("417", once) < 10
    assert surprise("417", often) < 1
    assert surprise("1", answer("/", {"page": 1})) == 0


def test_each_place_of_the_first_value_had_a_try() -> None:
    second = answer("/", "<p id=a>522</p>")
    alone, among = answer("/", "<p id=a>417</p>"), answer("/", "<p id=a>417</p><i>417</i><b>417</b><u>417</u>")
    wanted = {0: "417", 1: "522"}
    assert bits_against_chance({0: alone, 1: second}, wanted) - bits_against_chance({0: among, 1: second}, wanted) == 2
    assert bits_against_chance({0: alone, 1: alone}, {0: "417", 1: "417"}) == 0
