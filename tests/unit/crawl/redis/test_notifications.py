import asyncio
from collections.abc import Awaitable, Callable

import pytest
import redis.asyncio

from scrapy_bt.crawl.redis.notifications import hear_notifications
from scrapy_bt.testing import DelayProxy
from tests.waiting import until

Acting = Callable[[redis.asyncio.Redis, list[str]], Awaitable[None]]


@pytest.fixture
def listening(server):
    """Play a scene while somebody listens at *url*; the list grows with each wake."""

    def play(act: Acting, url: str = "") -> None:
        async def scenario() -> None:
            heard: list[str] = []
            async with redis.asyncio.Redis.from_url(url or server.url) as client:
                listener = asyncio.create_task(hear_notifications(client, "wake", lambda: heard.append("wake")))
                try:
                    await until(lambda: heard)
                    await act(client, heard)
                finally:
                    listener.cancel()
                    await asyncio.wait({listener})

        asyncio.run(scenario())

    return play


def test_each_message_wakes(client, listening) -> None:
    async def act(_, heard) -> None:
        assert len(heard) == 1  # for what was said before
        for count in (2, 3):
            client.publish("wake", "")
            client.publish("other", "")
            await until(lambda: len(heard) == count)  # noqa: B023 - it is awaited within the round

    listening(act)


def test_after_a_cut_it_listens_again_and_wakes_at_once(server, client, listening) -> None:
    with DelayProxy(server.port) as proxy:

        async def act(_, heard) -> None:
            proxy.cut()
            proxy.mend()
            await until(lambda: len(heard) == 2)
            client.publish("wake", "")
            await until(lambda: len(heard) == 3)

        listening(act, proxy.url)
