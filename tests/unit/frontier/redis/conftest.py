"""Real servers, one for all tests of a kind, each test with a queue of its own."""

from collections.abc import Iterator

import pytest
import redis

from scrapy_bt.testing.servers import RedisServer


@pytest.fixture(scope="session", params=RedisServer.kinds())
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    with RedisServer(kind=request.param) as server:
        yield server


@pytest.fixture
def client(server: RedisServer) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
        yield client
