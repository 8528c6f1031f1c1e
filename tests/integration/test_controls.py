"""Controls from outside, on a crawl that is running."""

from __future__ import annotations

TREE = """
main :: and (site, last) {
    number = 1
    while number <= last {
        goroutine { visit "{site}/plain/item/{number}/"  item { number = number } }
        number = number + 1
    }
}
"""

CONTROLLED = """
import asyncio
from scrapy import signals
from scrapy_bt import TreeSpider
from scrapy_bt.frontier.listings import ControlTarget


class Controlled(TreeSpider):
    name = "controlled"
    tree_file = "trees/tree.bt"
    custom_settings = {"CONCURRENT_REQUESTS": 1}

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.scraped, signals.item_scraped)
        return spider

    def scraped(self, item):
        if item["number"] == 3:
            frontier = self.runner.frontier
            place = ControlTarget(node="main/while/goroutine/visit")
            self.logger.warning("held back: %s", bool(frontier.pause(place)))
            asyncio.get_running_loop().call_later(0.3, frontier.resume, place)
"""


def test_a_pause_of_a_node_in_place_is_waited_out(project):
    project.tree("tree", TREE)
    project.spiders("controlled", CONTROLLED)
    result = project.run("crawl", "controlled", "-a", f"site={project.site}", "-a", "last=10", "-O", "items.jl")
    assert sorted(item["number"] for item in result.items) == list(range(1, 11)), result.log
    assert "held back: True" in result.log
    assert result.stats["finish_reason"] == "finished"
