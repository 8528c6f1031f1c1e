"""A random program does the same on every frontier, stored and restored at each step."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import redis
from hypothesis import given

from scrapy_bt.core.tree.naming import path_id
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.protocol import Frontier
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing.redis import RedisServer
from tests.contracts.workshop import Clock
from tests.frontiercrawls import FrontierCrawl
from tests.programs import Author, AuthorOfGroups, authors, some


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer(kind=RedisServer.kinds()[0]) as server:
        yield server


def number(bucket: Bucket) -> float:
    """Another one for each place, so that the order of tasks is told."""
    return float(path_id(bucket.node))


def in_memory(author: Author) -> list[str]:
    clock, program = Clock(), author.program()
    frontier = MemoryFrontier(number, limits=program.limits, clock=clock, ageing=0.0, lease_seconds=60.0, journal=None)
    return FrontierCrawl(program, [author.answer() for _ in range(8)], lambda: frontier, clock).run()


def in_files(author: Author) -> list[str]:
    """Each step is taken by whoever opens the files as the step before has left them."""
    clock, program, numbers = Clock(), author.program(), count()
    with TemporaryDirectory() as name:
        opened: list[MemoryFrontier] = []

        def reopen() -> Frontier:
            turn = next(numbers)
            folder = Path(name) / str(turn)
            if opened:
                opened.pop().close()
                shutil.move(Path(name) / str(turn - 1), folder)
            journal = Journal(folder)
            frontier = MemoryFrontier(
                number, limits=program.limits, clock=clock, ageing=0.0, lease_seconds=60.0, journal=journal
            )
            opened.append(frontier)
            return frontier

        try:
            return FrontierCrawl(program, [author.answer() for _ in range(8)], reopen, clock).run()
        finally:
            opened.pop().close()


def in_redis(author: Author, client: redis.Redis) -> list[str]:
    """Each step is taken by another worker."""
    clock, program, numbers = Clock(), author.program(), count()
    client.flushall()

    def reopen() -> Frontier:
        return RedisFrontier(
            client,
            "quotes:requests",
            number=number,
            limits=program.limits,
            ageing=0.0,
            lease_seconds=60.0,
            clock=clock,
            worker=f"worker {next(numbers)}",
        )

    return FrontierCrawl(program, [author.answer() for _ in range(8)], reopen, clock).run()


@given(authors())
@some(25)
def test_a_random_program_does_the_same_on_all_frontiers(server: RedisServer, author: Author) -> None:
    seed = author.randrange(2**32)
    assert_alike(server, lambda: Author(seed))


@given(authors())
@some(25)
def test_a_random_program_of_groups_does_the_same_on_all_frontiers(server: RedisServer, author: Author) -> None:
    seed = author.randrange(2**32)
    assert_alike(server, lambda: AuthorOfGroups(seed))


def assert_alike(server: RedisServer, write: Callable[[], Author]) -> None:
    told = in_memory(write())
    with redis.Redis.from_url(server.url, socket_timeout=300) as client:
        assert in_redis(write(), client) == told
    assert in_files(write()) == told
