"""Workers are told where they share a Redis."""

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.healing.notifications import open_notifications

REDIS = "scrapy_bt.crawl.redis.scheduler.RedisScheduler"


@pytest.mark.parametrize(
    ("settings", "is_told"),
    [({}, False), ({"BT_FRONTIER": "redis"}, True), ({"SCHEDULER": REDIS}, True)],
    ids=["memory", "frontier", "scheduler"],
)
def test_workers_are_told_on_redis(settings, is_told):
    assert (open_notifications(Settings(settings)) is not None) == is_told
