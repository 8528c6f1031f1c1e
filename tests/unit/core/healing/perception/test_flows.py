"""Counts of crawls that drift apart."""

import random

import pytest

from scrapy_bt.core.healing.perception.flows import CrawlTotals, drifts

BEFORE = [
    CrawlTotals(400, 400, 380),
    CrawlTotals(410, 405, 390),
    CrawlTotals(395, 395, 370),
    CrawlTotals(402, 400, 382),
]


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (CrawlTotals(400, 398, 377), []),
        (CrawlTotals(800, 790, 755), []),
        (CrawlTotals(400, 400, 150), ["records of each page: 0.38, before 0.95"]),
        (CrawlTotals(400, 400, 0), ["records of each page: 0.00, before 0.95"]),
        (CrawlTotals(400, 150, 142), ["pages of each link: 0.38, before 1.00"]),
        (CrawlTotals(400, 400, 2_000), ["records of each page: 5.00, before 0.95"]),
        (CrawlTotals(8, 8, 6), []),
        (CrawlTotals(0, 0, 0), []),
    ],
)
def test_what_stands_otherwise_to_each_other_than_before_is_told(now, told):
    assert [drift.told for drift in drifts(BEFORE, now)] == told


def test_few_crawls_say_nothing_and_those_that_differ_ask_for_more():
    assert drifts(BEFORE[:2], CrawlTotals(400, 400, 0)) == []
    varied = [CrawlTotals(400, 400, records) for records in (50, 390, 120, 800, 20, 300)]
    assert drifts(varied, CrawlTotals(400, 400, 30)) == []


def test_crawls_that_vary_by_chance_are_not_told():
    chance = random.Random(1)
    crawls = [CrawlTotals(200, 200, sum(chance.random() < 0.9 for _ in range(200))) for _ in range(3_000)]
    assert not any(drifts(crawls[max(0, at - 20) : at], crawls[at]) for at in range(len(crawls)))
