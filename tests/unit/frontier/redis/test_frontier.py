"""The frontier in Redis keeps the contract, on each kind of server that is there."""

from collections.abc import Iterator
from itertools import count

import pytest
import redis
from hypothesis import settings
from hypothesis.stateful import precondition, rule

from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing.servers import RedisServer
from tests.contracts.frontier import FrontierContract, SurvivalContract
from tests.contracts.frontier_machine import FrontierMachine
from tests.contracts.workshop import Clock, Settings

PREFIX = "quotes:requests"
# What may stay when no task is left: the blackboard, what is known, and counters.
LASTING = {
    "meta",
    "weights",
    "rounds",
    "texts",
    "seeds",
    "seen",
    "values",
    "versions",
    "called",
    "workers",
    "idle",
    "dead",
    "buried",
}


class Workshop:
    """Opens frontiers on one server; a reopened one is another worker on the same queue."""

    def __init__(self, client: redis.Redis) -> None:
        self.clock = Clock()
        self._client = client
        self._opened = count(1)

    def open(self, settings: Settings) -> RedisFrontier:
        self._client.flushall()
        return self.reopen(settings)

    def reopen(self, settings: Settings) -> RedisFrontier:
        return RedisFrontier(
            self._client,
            PREFIX,
            number=settings.number,
            limits=settings.limits,
            ageing=settings.ageing,
            lease_seconds=settings.lease_seconds,
            clock=self.clock,
            worker=f"worker {next(self._opened)}",
        )


class TestRedisFrontier(FrontierContract, SurvivalContract):
    @pytest.fixture
    def workshop(self, client: redis.Redis) -> Workshop:
        return Workshop(client)


def left(client: redis.Redis) -> set[str]:
    """The keys that are there, without the prefix."""
    return {key.decode().partition("}:")[2] for key in client.keys("*")}


class RedisMachine(FrontierMachine):
    survives = True
    kind = ""

    def make_workshop(self) -> Workshop:
        self.client = redis.Redis.from_url(servers[self.kind].url)
        return Workshop(self.client)

    @precondition(lambda self: self.survives)
    @rule()
    def kill(self) -> None:
        # A maker whose lease ended is the maker still, whether it had gone on or not.
        self.kept_makers |= self.makers.keys()
        super().kill()

    def check_that_nothing_is_left(self) -> None:
        assert left(self.client) <= LASTING

    def close(self) -> None:
        self.client.close()


servers: dict[str, RedisServer] = {}


@pytest.fixture(scope="module", autouse=True)
def machine_servers() -> Iterator[None]:
    for kind in RedisServer.kinds():
        servers[kind] = RedisServer(kind=kind)
        servers[kind].start()
    yield
    for server in servers.values():
        server.close()


for kind in RedisServer.kinds():
    machine = type(f"Machine{kind.title()}", (RedisMachine,), {"kind": kind}).TestCase
    machine.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
    globals()[f"TestMachine{kind.title()}"] = machine
