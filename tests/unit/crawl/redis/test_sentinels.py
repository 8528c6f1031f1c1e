from __future__ import annotations

import asyncio

import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.crawl.redis.connection import open_client, shown_url
from scrapy_bt.crawl.redis.sentinels import SentinelUrl
from scrapy_bt.errors import BTError
from scrapy_bt.testing.ports import HOST, pick_port


def test_a_url_names_sentinels_a_master_and_its_login() -> None:
    read = SentinelUrl.parse("redis+sentinel://ann:p%2Fw@a.test:1,[::1],b.test/my%20master/2")
    assert read.hosts == (("a.test", 1), ("::1", 26379), ("b.test", 26379))
    assert read.options == {"username": "ann", "password": "p/w", "db": 2}
    assert read.shown == "redis+sentinel://ann:***@a.test:1,[::1]:26379,b.test:26379/my%20master/2"
    assert SentinelUrl.parse("redis+sentinel://a.test/m").shown == "redis+sentinel://a.test:26379/m/0"


@pytest.mark.parametrize("rest", ["a.test", "/m", "a.test:x/m", "a.test,/m", "a.test/m/x", ""])
def test_another_one_is_refused_and_not_shown(rest: str) -> None:
    with pytest.raises(BTError, match=r"REDIS_URL: .*host:port,host:port/MASTER/number") as refused:
        shown_url(Settings({"REDIS_URL": f"redis+sentinel://:secret@{rest}"}))
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "beside",
    [{"REDIS_HOST": "a.test"}, {"REDIS_PORT": 6379}, {"REDIS_PARAMS": {"redis_cls": "redis.RedisCluster"}}],
)
def test_another_word_on_the_server_contradicts_them(beside: dict[str, object]) -> None:
    with pytest.raises(BTError, match="asks Sentinels where Redis is"):
        shown_url(Settings({"REDIS_URL": "redis+sentinel://a.test/m", **beside}))


def test_sentinels_that_are_not_there_are_told() -> None:
    url = f"redis+sentinel://{HOST}:{pick_port()}/m/0"
    with pytest.raises(BTError, match=r"no Redis at redis.sentinel://.*: none of the Sentinels answers"):
        open_client(Settings({"REDIS_URL": url}))


def test_options_reach_the_client_of_each_kind() -> None:
    read = SentinelUrl.parse(f"redis+sentinel://:pw@{HOST}:{pick_port()}/m/3")

    async def ask() -> None:
        async with read.build(redis.asyncio.Redis, socket_timeout=7, password="pw") as client:
            assert client.connection_pool.connection_kwargs["db"] == 3
            with pytest.raises(redis.ConnectionError):
                await client.ping()

    asyncio.run(ask())
    with read.build(redis.Redis, socket_timeout=7, sentinel_kwargs={"password": "other"}) as client:
        assert client.connection_pool.connection_kwargs["socket_timeout"] == 7
        asked = client.connection_pool.sentinel_manager.sentinels[0].connection_pool.connection_kwargs
        assert (asked["socket_timeout"], asked["password"]) == (7, "other")
