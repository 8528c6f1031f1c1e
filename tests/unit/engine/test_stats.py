"""Statistics, and the argument that is none any more."""

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import ScrapyDeprecationWarning
from scrapy.statscollectors import MemoryStatsCollector

from scrapy_bt.engine.stats import LeanStats


def fill(stats):
    stats.inc_value("a")
    stats.inc_value("a", count=3)
    stats.inc_value("b", start=5)
    stats.set_value("c", "text")
    stats.max_value("d", 2)
    stats.max_value("d", 1)
    stats.min_value("e", 2)
    stats.min_value("e", 1)
    return stats.get_stats(), stats.get_value("a"), stats.get_value("none", 4)


def test_they_count_as_scrapys_do():
    crawler = Crawler(Spider)
    assert fill(LeanStats(crawler)) == fill(MemoryStatsCollector(crawler))


@pytest.mark.parametrize("stats", [LeanStats, MemoryStatsCollector])
@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("inc_value", ("a",)),
        ("set_value", ("a", 1)),
        ("max_value", ("a", 1)),
        ("min_value", ("a", 1)),
        ("get_value", ("a",)),
    ],
)
def test_a_spider_that_is_given_is_told(stats, method, given):
    collector = stats(Crawler(Spider))
    with pytest.warns(ScrapyDeprecationWarning, match="'spider' argument"):
        getattr(collector, method)(*given, spider=Spider("it"))
