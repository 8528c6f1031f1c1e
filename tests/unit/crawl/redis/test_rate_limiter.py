import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from scrapy_bt.crawl.redis.rate_limiter import HostRateLimiter
from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.crawl.runtime.task_group import TaskGroup
from scrapy_bt.testing.redis import RedisServer

Open = Callable[..., HostRateLimiter]
PERMITS = "bt:rate:{a.test}:permits"


@asynccontextmanager
async def workers(server: RedisServer) -> AsyncIterator[Open]:
    """Opens the rate limiters of several workers for one host, and ends what they have started."""
    client = Redis.from_url(server.url)
    await client.flushall()
    task_group = TaskGroup(on_error=pytest.fail)

    def open_limiter(worker: str, *, delay: float = 0.0, most: int = 0, lasts: float = 60.0) -> HostRateLimiter:
        retrying_client = RetryingClient(client, name="redis", extra={})
        return HostRateLimiter(
            "a.test", retrying_client, worker=worker, delay=delay, most=most, lasts=lasts, start=task_group.start
        )

    try:
        yield open_limiter
    finally:
        await task_group.end()
        await client.aclose()


def play(server: RedisServer, act: Callable[[Open], Awaitable[None]]) -> None:
    async def scenario() -> None:
        async with workers(server) as open_limiter:
            await act(open_limiter)

    asyncio.run(scenario())


def test_requests_of_all_workers_are_a_delay_apart(server: RedisServer) -> None:
    async def act(open_limiter: Open) -> None:
        one, other = open_limiter("one", delay=0.03), open_limiter("other", delay=0.03)
        times: list[float] = []

        async def send(limiter: HostRateLimiter) -> None:
            await limiter.take()
            times.append(time.monotonic())

        begun = time.monotonic()
        await asyncio.gather(*(send(limiter) for limiter in (one, other) for _ in range(5)))
        # A busy machine is late, and nobody is early.
        assert all(at >= begun + number * 0.03 - 0.005 for number, at in enumerate(sorted(times)))

    play(server, act)


def test_no_worker_takes_all_limiter(server: RedisServer) -> None:
    async def act(open_limiter: Open) -> None:
        order: list[str] = []

        async def send(limiter: HostRateLimiter, name: str) -> None:
            await limiter.take()
            order.append(name)

        greedy, modest = open_limiter("greedy", delay=0.03), open_limiter("modest", delay=0.03)
        await asyncio.gather(*(send(greedy, "greedy") for _ in range(30)), *(send(modest, "modest") for _ in range(2)))
        assert order[-2:] == ["greedy", "greedy"], "it was not put behind all of them"

    play(server, act)


def test_so_many_requests_at_once_over_all_workers(server: RedisServer) -> None:
    async def act(open_limiter: Open) -> None:
        workers = [open_limiter(name, most=3) for name in ("a", "b")]
        under_way = most = 0
        are_three = asyncio.Event()

        async def send(limiter: HostRateLimiter) -> None:
            nonlocal under_way, most
            permit = await limiter.take()
            under_way += 1
            most = max(most, under_way)
            if under_way == 3:
                are_three.set()
            await are_three.wait()
            await asyncio.sleep(0.001)  # so that a fourth could come
            under_way -= 1
            if await limiter.give(permit):
                for each in workers:
                    each.tell()

        await asyncio.gather(*(send(limiter) for limiter in workers for _ in range(10)))
        assert most == 3
        assert all(limiter.is_idle for limiter in workers)

    play(server, act)


def test_who_waits_is_asked_for_again_without_being_told(server: RedisServer) -> None:
    async def act(open_limiter: Open) -> None:
        one, other = open_limiter("one", most=1), open_limiter("other", most=1)
        permit = await one.take()
        waiting = asyncio.ensure_future(other.take())
        await one.give(permit)
        assert await waiting

    play(server, act)


def test_the_permits_of_a_dead_worker_come_back_and_those_of_a_living_one_stay(server: RedisServer) -> None:
    async def act(open_limiter: Open) -> None:
        def lasting(name: str) -> HostRateLimiter:
            return open_limiter(name, most=2, lasts=1000.0)

        dead, living, next_one = open_limiter("dead", most=2, lasts=1.0), *map(lasting, ("living", "next"))
        await dead.take()
        permit = await living.take()
        waiting = asyncio.ensure_future(next_one.take())
        async with Redis.from_url(server.url) as client:
            before = await client.zscore(PERMITS, permit)
            await living.keep()
            assert await client.zscore(PERMITS, permit) > before
            await waiting
            another = asyncio.ensure_future(lasting("another").take())
            await asyncio.sleep(0.3)
            assert not another.done()
            another.cancel()

    play(server, act)


def test_a_request_that_was_given_up_leaves_its_turn_to_others(server: RedisServer) -> None:
    async def act(open_limiter: Open) -> None:
        one, other = open_limiter("one", most=1), open_limiter("other", most=1)
        permit = await one.take()
        given_up = asyncio.ensure_future(one.take())
        await asyncio.sleep(0)
        given_up.cancel()
        await one.give(permit)
        assert await other.take()

    play(server, act)
