"""Real servers, one for all tests of a kind, each test with a queue of its own."""

from collections.abc import Callable, Iterator

import pytest
import redis

from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing.redis import RedisServer
from tests.contracts.workshop import Clock

PREFIX = "quotes:requests"
META = "{quotes:requests}:meta"
BITS = "{quotes:requests}:seen:bits:3x8000x7"


@pytest.fixture(scope="session", params=RedisServer.kinds())
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    with RedisServer(kind=request.param) as server:
        yield server


@pytest.fixture
def client(server: RedisServer) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
        yield client


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_worker(client: redis.Redis, clock: Clock) -> Callable[..., RedisFrontier]:
    """A worker of the queue by its name."""

    def open_worker(name: str, **facts: object) -> RedisFrontier:
        options = {"number": lambda bucket: 0.0, "limits": {}, "ageing": 0.0, "clock": clock, **facts}
        return RedisFrontier(client, PREFIX, worker=name, **options)  # type: ignore[arg-type]

    return open_worker


@pytest.fixture
def frontier(open_worker: Callable[..., RedisFrontier]) -> RedisFrontier:
    return open_worker("one")
