import logging
from typing import Any

import pytest
from scrapy.settings import Settings
from scrapy_redis.queue import FifoQueue, LifoQueue

from scrapy_bt.crawl.components import add_defaults
from scrapy_bt.crawl.redis.options import QueueOptions, warn_of_idle_settings
from scrapy_bt.errors import BTError


def settings_with(**values: Any) -> Settings:
    settings = Settings(values)
    add_defaults(settings)
    return settings


def test_what_is_not_said() -> None:
    assert QueueOptions.read(settings_with()) == QueueOptions()


def test_what_scrapy_redis_knows_is_read() -> None:
    options = QueueOptions.read(
        settings_with(
            SCHEDULER_FLUSH_ON_START="1",
            SCHEDULER_IDLE_BEFORE_CLOSE="10",
            SCHEDULER_QUEUE_KEY="q",
            SCHEDULER_QUEUE_CLASS="scrapy_redis.queue.PriorityQueue",
            MAX_IDLE_TIME_BEFORE_CLOSE=7,
        )
    )
    assert options == QueueOptions(flush_on_start=True, idle_before_close=10, queue_key="q", max_idle=7.0)


@pytest.mark.parametrize(("value", "persist"), [(True, True), ("False", False), (0, False), (None, None)])
def test_whether_the_queue_is_kept(value: object, persist: bool | None) -> None:
    assert QueueOptions.read(settings_with(SCHEDULER_PERSIST=value)).persist is persist


@pytest.mark.parametrize("queue", [FifoQueue, "scrapy_redis.queue.SpiderQueue", "a.SafeFifoQueue"])
def test_a_queue_by_age_has_no_priorities(queue: object) -> None:
    assert not QueueOptions.read(settings_with(SCHEDULER_QUEUE_CLASS=queue)).has_priorities


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"SCHEDULER_QUEUE_CLASS": "scrapy_redis.queue.LifoQueue"}, "the oldest of equal priority first"),
        ({"SCHEDULER_QUEUE_CLASS": LifoQueue}, "the oldest of equal priority first"),
        ({"SCHEDULER_IDLE_BEFORE_CLOSE": -1}, "SCHEDULER_IDLE_BEFORE_CLOSE is -1: .* cannot be negative"),
        ({"SCHEDULER_IDLE_BEFORE_CLOSE": "soon"}, "SCHEDULER_IDLE_BEFORE_CLOSE cannot be read"),
        ({"SCHEDULER_PERSIST": "perhaps"}, "SCHEDULER_PERSIST cannot be read"),
        ({"MAX_IDLE_TIME_BEFORE_CLOSE": -2}, "MAX_IDLE_TIME_BEFORE_CLOSE is -2"),
        ({"BT_LEASE_SECONDS": 0}, "it is a number of seconds above 0"),
        ({"BT_LEASE_SECONDS": 1, "BT_LINGER": 2}, "BT_LINGER = 2 and BT_LEASE_SECONDS = 1 contradict each other"),
        ({"BT_PREFETCH": -1}, "BT_PREFETCH is -1"),
        ({"BT_FRONTIER": "memory"}, "SCHEDULER and BT_FRONTIER contradict each other"),
        ({"BT_FRONTIER": "redis", "JOBDIR": "jobs"}, "BT_FRONTIER = \"redis\" and JOBDIR = 'jobs' contradict"),
        ({"REDIS_START_URLS_AS_SET": True, "REDIS_START_URLS_AS_ZSET": True}, "contradict each other"),
    ],
)
def test_what_cannot_be_meant_is_told(values: dict[str, Any], message: str) -> None:
    with pytest.raises(BTError, match=message):
        QueueOptions.read(settings_with(**values))


def test_a_setting_without_effect_is_told(caplog: pytest.LogCaptureFixture) -> None:
    warn_of_idle_settings(settings_with(), {})
    assert not caplog.records
    warn_of_idle_settings(settings_with(SCHEDULER_SERIALIZER="json"), {})
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "SCHEDULER_SERIALIZER has no effect" in caplog.text
