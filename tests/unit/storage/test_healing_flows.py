"""What became of the links of crawls."""

import pytest

from scrapy_bt.core.healing.perception.flows import CrawlTotals
from scrapy_bt.storage.healing import HealingStore


@pytest.fixture
def store(place):
    opened = HealingStore(place)
    yield opened
    opened.close()


def test_the_latest_crawls_of_each_spider_are_kept(store):
    store.flows.add("other", CrawlTotals(1, 1, 1))
    for number in range(30):
        store.flows.add("shop", CrawlTotals(number, 2, 3))
    assert [flow.links for _, flow in store.flows.of("shop")] == list(range(10, 30))
    assert [flow for _, flow in store.flows.of("other")] == [CrawlTotals(1, 1, 1)]
