import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.components import add_defaults
from scrapy_bt.crawl.redis.options import QueueOptions
from scrapy_bt.crawl.redis.registration import WorkerRegistration
from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.crawl.redis.tree_queue import KEPT
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import new

QUEUE = {"number": lambda _: 0.0, "limits": {}}


@pytest.fixture
def frontier(client) -> RedisFrontier:
    return RedisFrontier(client, "tree:requests", **QUEUE)


@pytest.fixture
def other(client) -> RedisFrontier:
    return RedisFrontier(client, "tree:requests", **QUEUE)


def registered(retrying_client: RetryingClient, frontier: RedisFrontier, **settings: object) -> WorkerRegistration:
    given = Settings(settings)
    add_defaults(given)
    return WorkerRegistration(
        retrying_client, frontier.calls, QueueOptions.read(given), place="the queue", lease_seconds=30.0, extra={}
    )


def test_who_comes_is_one_of_the_workers(frontier, run_client) -> None:
    async def act(retrying_client: RetryingClient) -> None:
        await registered(retrying_client, frontier).come(b"well")

    run_client(act)
    assert [(worker.name, worker.info) for worker in frontier.workers()] == [(frontier.calls.worker, b"well")]


@pytest.mark.parametrize("is_flushed", [False, True])
def test_the_queue_is_cleared_at_the_start_where_that_is_wished(frontier, run_client, is_flushed: bool) -> None:
    frontier.put([new()])

    async def act(retrying_client: RetryingClient) -> None:
        await registered(retrying_client, frontier, SCHEDULER_FLUSH_ON_START=is_flushed).come(b"")

    run_client(act)
    assert frontier.counts().unfinished == (0 if is_flushed else 1)


def test_a_queue_on_which_others_work_is_not_cleared(frontier, other, run_client, caplog) -> None:
    other.register()
    other.put([new()])

    async def act(retrying_client: RetryingClient) -> None:
        await registered(retrying_client, frontier, SCHEDULER_FLUSH_ON_START=True).come(b"")

    run_client(act)
    assert frontier.counts().unfinished == 1
    assert "SCHEDULER_FLUSH_ON_START: others work on the queue, so it is kept" in caplog.text


def go(run_client, *frontiers: RedisFrontier, **settings: object) -> None:
    async def act(retrying_client: RetryingClient) -> None:
        for frontier in frontiers:
            counts = await retrying_client.send(frontier.calls.counts())
            await registered(retrying_client, frontier, **settings).go(counts, "", timeout=900.0)

    run_client(act)


def test_the_last_one_clears_an_empty_queue(client, frontier, other, run_client) -> None:
    frontier.register()
    other.register()
    go(run_client, frontier)
    assert client.keys()
    go(run_client, other)
    assert client.keys() == []


def test_who_was_killed_does_not_keep_the_queue(client, frontier, other, run_client) -> None:
    other.register()
    frontier.register()
    key, name = "{tree:requests}:workers", other.calls.worker
    client.hset(key, name, bytes(8) + client.hget(key, name)[8:])
    go(run_client, frontier)
    assert client.keys() == []


def test_a_queue_that_is_fed_from_elsewhere_is_kept(client, frontier, run_client) -> None:
    frontier.register()
    frontier.remember(KEPT, "yes")
    go(run_client, frontier)
    assert client.keys()


def test_of_a_finished_run_dead_letters_are_left(frontier, run_client) -> None:
    frontier.register()
    frontier.put([new()])
    (lease,) = frontier.lease()
    frontier.bury(lease, "broken")
    frontier.remember("started", "{}")
    go(run_client, frontier)
    assert len(frontier.dead_letters()) == 1
    assert frontier.recall("started") is None
