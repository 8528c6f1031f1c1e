from pathlib import Path

from scrapy.settings import Settings

from scrapy_bt.crawl.duplicates.ledgers import StoreLedger, ledger_place
from scrapy_bt.crawl.duplicates.options import DuplicateOptions


def place(**settings):
    made = Settings(settings)
    return ledger_place(made, DuplicateOptions.read(made))


def test_contents_are_known_where_the_queue_is():
    assert place() == ":memory:"
    assert place(JOBDIR="job") == Path("job/duplicates.db")
    assert place(BT_FRONTIER="redis", JOBDIR="job") == "redis"
    assert place(SCHEDULER="scrapy_bt.crawl.redis.scheduler.RedisScheduler") == "redis"


def test_the_setting_has_the_last_word():
    assert place(BT_DUPLICATES_STORE="memory", BT_FRONTIER="redis") == ":memory:"
    assert place(BT_DUPLICATES_STORE="redis") == "redis"
    assert place(BT_DUPLICATES_STORE="known.db", JOBDIR="job") == Path("known.db")


def test_what_is_in_memory_does_not_outlast_the_process():
    assert not StoreLedger(":memory:", options=DuplicateOptions()).outlasts
    assert StoreLedger("known.db", options=DuplicateOptions()).outlasts
