"""Queues in a cluster of three nodes: each in one slot, several of them spread."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import redis
from redis.cluster import RedisCluster
from scrapy.settings import Settings

from scrapy_bt.crawl.redis.connection import open_async_client, open_client
from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.listings import ControlTarget, TaskCounts
from scrapy_bt.frontier.redis.call import Complete
from scrapy_bt.frontier.redis.calls import Calls
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing import RedisServer
from scrapy_bt.testing.ports import HOST, pick_port
from tests.contracts.workshop import DONE, new
from tests.waiting import wait_until

NODES, SLOTS, QUEUES = 3, 16_384, 12


@pytest.fixture(params=RedisServer.kinds())
def nodes(request: pytest.FixtureRequest) -> Iterator[list[redis.Redis]]:
    """A client of each node of a cluster that is ready."""
    with ExitStack() as opened:
        clients = []
        for place in range(NODES):
            bus = pick_port()
            options = ("--cluster-enabled", "yes", "--cluster-port", str(bus))
            server = opened.enter_context(RedisServer(kind=request.param, options=options))
            clients.append(opened.enter_context(redis.Redis.from_url(server.url)))
            slots = range(SLOTS * place // NODES, SLOTS * (place + 1) // NODES)
            clients[place].execute_command("CLUSTER", "ADDSLOTSRANGE", slots[0], slots[-1])
            clients[0].execute_command("CLUSTER", "MEET", HOST, server.port, bus)
        wait_until(lambda: all(is_ready(client) for client in clients))
        yield clients


def is_ready(client: redis.Redis) -> bool:
    return client.cluster("info")["cluster_state"] == "ok" and len(client.cluster("nodes")) == NODES


@pytest.fixture
def settings(nodes: list[redis.Redis]) -> Settings:
    port = nodes[0].connection_pool.connection_kwargs["port"]
    return Settings({"REDIS_URL": f"redis://{HOST}:{port}", "REDIS_PARAMS": {"redis_cls": RedisCluster}})


def test_several_queues_are_spread_and_each_is_whole(nodes: list[redis.Redis], settings: Settings) -> None:
    with open_client(settings) as client:
        for number in range(QUEUES):
            queue = RedisFrontier(client, f"crawl{number}:requests", number=lambda _: 0.0, limits={})
            queue.put([new(b"%d" % task, delay=1000.0 * (task % 2)) for task in range(300)])
            for lease in queue.lease(10):
                queue.complete(lease, DONE)
            assert queue.counts() == TaskCounts(ready=140, delayed=150)
            assert queue.stop(ControlTarget()) == 290
            assert queue.counts() == TaskCounts()
    tags = [{key.partition(b"}")[0] for key in node.scan_iter()} for node in nodes]
    assert all(tags)
    assert sum(map(len, tags)) == QUEUES


def test_a_worker_sends_to_a_cluster(settings: Settings) -> None:
    calls = Calls("crawl:requests", worker="w", number=lambda _: 0.0, limits={}, ageing=0.0, lease_seconds=30.0)

    async def work() -> TaskCounts:
        async with await open_async_client(settings) as client:
            retrying_client = RetryingClient(client, name="cluster", extra={})
            taken = await retrying_client.send(calls.exchange(put=[new(), new()], lease=1))
            done = await retrying_client.send(calls.exchange(steps=[Complete(lease, DONE) for lease in taken.leases]))
            return done.counts

    assert asyncio.run(work()) == TaskCounts(ready=1)


def test_replicas_are_not_waited_for_in_a_cluster() -> None:
    settings = Settings({"REDIS_PARAMS": {"redis_cls": RedisCluster}, "BT_REDIS_WAIT": 1})
    with pytest.raises(BTError, match="BT_REDIS_WAIT is not for a Redis Cluster"):
        asyncio.run(open_async_client(settings))
