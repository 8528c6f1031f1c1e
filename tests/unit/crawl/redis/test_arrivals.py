import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.redis.arrivals import await_client, wait_for_client
from scrapy_bt.errors import BTError
from scrapy_bt.testing import RedisServer
from scrapy_bt.testing.ports import HOST, pick_port

TOLD = "waiting for it, up to 300 s (BT_REDIS_SECONDS)"


def ping(settings):
    with wait_for_client(settings) as client:
        return client.ping()


def ping_without_blocking(settings):
    async def ask():
        async with await await_client(settings) as client:
            return await client.ping()

    return asyncio.run(ask())


@pytest.fixture(params=[ping, ping_without_blocking])
def arrive(request):
    return request.param


def test_a_server_that_is_away_is_waited_for_and_this_is_told_once(arrive, caplog) -> None:
    with RedisServer() as server, ThreadPoolExecutor(1) as pool:
        url = server.url
        server.kill()
        answer = pool.submit(arrive, Settings({"REDIS_URL": url, "BT_REDIS_SECONDS": 300}))
        while TOLD not in caplog.text and not answer.done():
            Event().wait(0.01)
        server.restart()
        assert answer.result()
    assert caplog.text.count(f"no Redis at {url}/0: ") == 1
    assert caplog.text.count(TOLD) == 1


def test_the_wait_has_an_end(arrive, caplog) -> None:
    settings = Settings({"REDIS_URL": f"redis://{HOST}:{pick_port()}", "BT_REDIS_SECONDS": 0.2})
    with pytest.raises(BTError, match="no Redis at "):
        arrive(settings)
    assert caplog.text.count("waiting for it, up to 0.2 s") == 1


@pytest.mark.parametrize("url", ["redis://me:wrong@{place}", "redis://{place}/99", "redis://a..b"])
def test_what_no_waiting_mends_is_told_at_once(arrive, server, caplog, url) -> None:
    given = {"REDIS_URL": url.format(place=f"{HOST}:{server.port}"), "BT_REDIS_SECONDS": 1e6}
    with pytest.raises(BTError, match="no Redis at "):
        arrive(Settings(given))
    assert "waiting" not in caplog.text
