"""Workers on Redis are told that something was decided."""

import asyncio

from scrapy.settings import Settings

from scrapy_bt.crawl.redis.decisions import CHANNEL, DecisionNotifications
from tests.waiting import until


def test_who_listens_hears_whoever_tells(server, client):
    async def go():
        heard = []
        notifications = DecisionNotifications(Settings({"REDIS_URL": server.url}))
        listener = asyncio.create_task(notifications.hear(lambda: heard.append("")))
        await until(lambda: heard)  # what was told before
        for count in (2, 3):
            notifications.tell()
            await until(lambda: len(heard) == count)  # noqa: B023 - it is awaited within the round
        notifications.close()
        listener.cancel()
        await asyncio.wait({listener})
        await until(lambda: client.pubsub_numsub(CHANNEL)[0][1] == 0)

    asyncio.run(go())


def test_without_redis_nothing_is_told_and_nothing_fails():
    notifications = DecisionNotifications(Settings({"REDIS_URL": "redis://127.0.0.1:1", "BT_REDIS_SECONDS": 0}))
    notifications.tell()
    asyncio.run(notifications.hear(lambda: None))
    notifications.close()
