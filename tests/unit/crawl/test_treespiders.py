import pytest
from scrapy import Spider

from scrapy_bt.crawl.rulespiders import RuleSpider
from scrapy_bt.crawl.spiders import TreeSpider
from scrapy_bt.crawl.treespiders import RunsTree


@pytest.mark.parametrize(("spider", "runs"), [(TreeSpider, True), (RuleSpider, True), (Spider, False)])
def test_a_spider_that_runs_a_tree_is_known_by_what_it_can_do(spider: type[Spider], runs: bool) -> None:
    assert issubclass(spider, RunsTree) == runs
    assert isinstance(spider("name"), RunsTree) == runs
