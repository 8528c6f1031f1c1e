from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.reading.crawlboards import blackboard, calling_for
from scrapy_bt.crawl.reading.selectors import PageReader


def test_a_function_notes_on_the_blackboard_of_the_crawl_that_calls_it() -> None:
    board = MemoryStatsCollector(get_crawler())

    def note(_response: object, _context: object) -> None:
        blackboard().inc_value("calls")

    PageReader(lambda _: note, board=board).call("a:b", None, {})
    PageReader(lambda _: note).call("a:b", None, {})
    assert board.get_stats() == {"calls": 1}


def test_without_a_crawl_notes_are_kept_for_whoever_asks_next() -> None:
    alone = blackboard()
    alone.set_value("state", "done")
    alone.inc_value("state calls")
    assert (blackboard().get_value("state"), blackboard().get_value("none", 3)) == ("done", 3)
    with calling_for(None):
        assert blackboard() is alone
