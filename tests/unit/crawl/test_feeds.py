from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FeedExporter

from scrapy_bt.crawl.feeds import Feeds

TREE = "main :: and { :one }\none :: item { n = 1 }\n"


@pytest.mark.parametrize("outlasts", [True, False])
def test_what_is_buffered_is_in_the_file_where_tasks_are_kept(
    tmp_path: Path, new_crawler: Callable[..., Crawler], outlasts: bool
) -> None:
    settings = {"FEEDS": {tmp_path / "items.jl": {"format": "jsonlines"}}}
    crawler = new_crawler(TREE, settings)
    crawler._apply_settings()
    crawler.spider = crawler._create_spider()
    exporter = crawler.get_extension(FeedExporter)
    feeds = Feeds(crawler, outlasts=outlasts)
    exporter.open_spider(crawler.spider)
    exporter.item_scraped({"n": 1}, crawler.spider)
    (slot,) = exporter.slots
    feeds.flush()
    assert (Path(slot.file.name).read_text() != "") is outlasts
    slot.file.close()
    feeds.flush()


def test_a_crawl_without_a_feed_has_nothing_to_hand_on(tmp_path: Path, new_crawler: Callable[..., Crawler]) -> None:
    crawler = new_crawler(TREE, {"JOBDIR": str(tmp_path)})
    crawler._apply_settings()
    Feeds(crawler, outlasts=False).flush()
