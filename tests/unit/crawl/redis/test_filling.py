import asyncio
from collections.abc import Iterator

import pytest

from scrapy_bt.crawl.redis.filling import fill
from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import new


@pytest.fixture
def workers(client) -> list[RedisFrontier]:
    return [RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={}) for _ in range(3)]


def source(count: int) -> Iterator[Requeue]:
    return (new(b"%d" % number) for number in range(count))


def test_all_workers_together_store_each_task_once(workers, run_client) -> None:
    async def act(retrying_client: RetryingClient) -> None:
        await asyncio.gather(*(fill(retrying_client, each.calls, "start", source(1234)) for each in workers))

    run_client(act)
    leases = workers[0].lease(2000)
    assert sorted(int(lease.entry.payload) for lease in leases) == list(range(1234))


@pytest.mark.parametrize("there", [0, 2, 5])
def test_who_comes_later_stores_the_rest(workers, run_client, there: int) -> None:
    one, *_ = workers
    one.seed("start", 0, list(source(there)))

    async def act(retrying_client: RetryingClient) -> None:
        await fill(retrying_client, one.calls, "start", source(5))

    run_client(act)
    assert [lease.entry.payload for lease in one.lease(9)] == [b"0", b"1", b"2", b"3", b"4"]
