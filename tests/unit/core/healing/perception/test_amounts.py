"""How large the numbers of a field are, crawl by crawl."""

import random
from math import log2

import pytest

from scrapy_bt.core.healing.perception.amounts import Amounts, amount_of, drift_of


@pytest.mark.parametrize(
    ("value", "number"),
    [("12.50 €", 12), ("EUR 1,250", 1_250), ("1.250,00 €", 1_250), ("0", 0), ("Page 7", 7), ("3'400 CHF", 3_400)],
)
def test_the_number_of_a_value_is_what_is_before_its_decimals(value, number):
    assert amount_of(value) == log2(number + 1)


@pytest.mark.parametrize("value", ["", "Ann Lee", "2026-01-02", "12:30", "A story of 3 brothers in town", "5 of 9"])
def test_what_is_no_one_number_is_not_counted(value):
    assert amount_of(value) is None


def crawl(chance, scale=1.0, count=40):
    numbers = Amounts()
    for _ in range(count):
        numbers.add(log2(scale * chance.uniform(5, 500) + 1))
    return numbers


def test_numbers_of_another_size_are_told_and_crawls_that_vary_are_not():
    chance = random.Random(1)
    before = [crawl(chance) for _ in range(5)]
    assert drift_of("a/price", before, crawl(chance)) is None
    drift = drift_of("a/price", before, crawl(chance, 100))
    assert drift is not None
    assert drift.told.startswith("numbers of 'a/price', mostly: ")
    assert 50 < drift.now / drift.usual < 200
    assert drift_of("a/price", before, crawl(chance, 0.01)) is not None
    assert drift_of("a/price", before, crawl(chance, 100, count=7)) is None, "too few numbers"
    assert drift_of("a/price", before[:2], crawl(chance, 100)) is None, "too few crawls"
    wide = [crawl(chance, 4.0**n) for n in (0, 3, 1, 4, 2)]
    assert drift_of("a/price", wide, crawl(chance, 100)) is None


def test_crawls_that_vary_by_chance_are_not_told():
    chance = random.Random(2)
    crawls = [crawl(chance, count=14) for _ in range(2_000)]
    told = [drift_of("a/price", crawls[at - 20 : at], crawls[at]) for at in range(20, len(crawls))]
    assert told == [None] * len(told)
