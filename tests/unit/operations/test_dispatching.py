"""What workers have told of dispatch, and the model that is published to them."""

import msgspec
import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.core.dispatch.experience import dump
from scrapy_bt.core.dispatch.states import WorkerState
from scrapy_bt.core.dispatch.telling import dump as dump_state
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.redis import RedisFrontier
from scrapy_bt.operations.dispatching import publish_model, published_model, read_experience, read_states
from scrapy_bt.operations.queues import open_queue
from scrapy_bt.testing.redis import RedisServer
from tests.contracts.workshop import new
from tests.unit.learning.dispatching.worlds import equal

KEY = "{shop:requests}:"


@pytest.fixture(scope="module")
def server():
    with RedisServer() as started:
        yield started


@pytest.fixture
def client(server):
    with redis.Redis.from_url(server.url) as client:
        client.flushdb()
        yield client


@pytest.fixture
def queue(server, client):
    RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={}).put([new(b"x", Bucket("t", "n"))])
    with open_queue(Settings({"REDIS_URL": server.url}), "shop") as queue:
        yield queue


def test_each_model_has_the_next_number(queue):
    assert published_model(queue) == (0, b"")
    assert [publish_model(queue, b"one"), publish_model(queue, b"two")] == [1, 2]
    assert published_model(queue) == (2, b"two")


def test_what_workers_have_told(queue, client):
    outcomes = equal(3)
    client.xadd(KEY + "experience", {"outcomes": msgspec.msgpack.encode([*map(dump, outcomes[:2])])})
    client.xadd(KEY + "experience", {"outcomes": b"?"})
    client.xadd(KEY + "experience", {"outcomes": msgspec.msgpack.encode([*map(dump, outcomes[2:])])})
    assert len(read_experience(queue)) == 3
    client.hset(KEY + "dispatch", mapping={"b": msgspec.msgpack.encode(dump_state(WorkerState("b", 1.0))), "a": b"?"})
    assert [state.name for state in read_states(queue)] == ["b"]


@pytest.mark.parametrize("act", [read_states, read_experience, published_model, publish_model])
def test_keys_of_somebody_else_are_told(queue, client, act):
    for name in ("dispatch", "experience", "dispatch-model"):
        client.set(KEY + name, "something")
    with pytest.raises(BTError, match="delete or rename it"):
        act(queue, *[b"one"] * (act is publish_model))
