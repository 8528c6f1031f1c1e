from scrapy import Spider
from scrapy.utils.test import get_crawler

from scrapy_bt.frontier.dead_letters import DEAD_LEFT, dead_letters_left, note_dead_letters


def test_dead_letters_of_frontier_and_stores_add_up() -> None:
    crawler = get_crawler(type("Shop", (Spider,), {"name": "shop"}))
    crawler.spider = crawler._create_spider()
    for count in (2, 0, 1):
        note_dead_letters(crawler, count)
    assert (dead_letters_left(crawler), crawler.stats.get_value(DEAD_LEFT)) == (3, 3)
