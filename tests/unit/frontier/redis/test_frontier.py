"""The frontier in Redis keeps the contract, on each kind of server that is there."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest
import redis
from hypothesis import settings
from hypothesis.stateful import precondition, rule

from scrapy_bt.frontier.redis.call import Exchanged
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.frontier.redis.scripts import load
from scrapy_bt.testing.redis import RedisServer
from tests.contracts.frontier import FrontierContract, KeptContract, SurvivalContract
from tests.contracts.frontier_kept import KeptWorkshop
from tests.contracts.frontier_machine import FrontierMachine
from tests.contracts.killing import kill_after, start
from tests.contracts.redis_operations import OPERATIONS
from tests.contracts.redis_sizes import SizesContract
from tests.contracts.redis_worker import open_frontier, run
from tests.contracts.worker import dies, is_leaf, names
from tests.contracts.workshop import Clock, Settings

ROOT = Path(__file__).resolve().parents[4]
PREFIX = "quotes:requests"
# What may stay when no task is left: the blackboard, what is known, counters, and who works here.
LASTING = {"meta", "weights", "rounds", "texts", "seen", "values", "versions", "called", "workers", "idle"}
LASTING |= {"seeds", "sources", "done", "shared"}
# What one call treats at most.
NARROWED = r"(local (?:SLICE|MOST_(?:WAITING|OUT|READMITTED|MOVED|NAMED)|CHUNK|GLANCE)) = \d+"
# Sessions of shared values.
SESSIONS = {"cookies", "guests", "ownerless"}


class Workshop:
    """Opens frontiers on one server; a reopened one is another worker on the same queue."""

    frontier = RedisFrontier

    @staticmethod
    def narrow(client: redis.Redis) -> Any:
        return client

    def __init__(self, client: redis.Redis) -> None:
        self.clock = Clock()
        self._client = client
        self._opened = count(1)

    def open(self, settings: Settings) -> RedisFrontier:
        self._client.flushall()
        return self.reopen(settings)

    def reopen(self, settings: Settings) -> RedisFrontier:
        return self.frontier(
            self.narrow(self._client),
            PREFIX,
            number=settings.number,
            limits=settings.limits,
            ageing=settings.ageing,
            lease_seconds=settings.lease_seconds,
            lease_losses=settings.lease_losses,
            clock=self.clock,
            worker=f"worker {next(self._opened)}",
        )


class TestRedisFrontier(FrontierContract, SurvivalContract):
    @pytest.fixture
    def workshop(self, client: redis.Redis) -> Workshop:
        return Workshop(client)


@pytest.mark.parametrize("server", ["redis"], indirect=True)
class TestWithLanes(KeptContract, SurvivalContract):
    """What is kept for whom is decided by the scripts, which are the same on every server."""

    @pytest.fixture
    def workshop(self, client: redis.Redis) -> KeptWorkshop:
        return KeptWorkshop(Workshop(client))


@pytest.mark.parametrize("server", ["redis"], indirect=True)
class TestSizes(SizesContract):
    """The commands of one call are the same on every server."""


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
        found = left(self.client)
        assert found - LASTING <= (SESSIONS if "values" in found else set())

    def close(self) -> None:
        self.client.close()


class Narrow:
    """A client of a Redis in which one call treats two tasks where it would treat fifty, and two arguments at once."""

    scripts: ClassVar = {load(name).sha: re.sub(NARROWED, r"\1 = 2", load(name).source) for name in OPERATIONS}

    def __init__(self, client: redis.Redis) -> None:
        self._client = client

    def execute_command(self, command: str, script: str, *args: object) -> object:
        return self._client.execute_command("EVAL", self.scripts[script], *args)


class Settled(RedisFrontier):
    """What goes on in slices is done before anybody looks."""

    def exchange(self, **wanted: Any) -> Exchanged:
        answer = super().exchange(**wanted)
        while self._client._client.exists(f"{{{PREFIX}}}:jobs"):  # type: ignore[attr-defined]
            super().exchange()
        return answer


class NarrowWorkshop(Workshop):
    frontier, narrow = Settled, Narrow


class NarrowMachine(RedisMachine):
    """The same lives, with slices so small that orders about a few tasks go on in them."""

    def make_workshop(self) -> Workshop:
        super().make_workshop()
        return NarrowWorkshop(self.client)


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
    machine.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)
    globals()[f"TestMachine{kind.title()}"] = machine

TestMachineInSlices = type("MachineInSlices", (NarrowMachine,), {"kind": "redis"}).TestCase
TestMachineInSlices.settings = settings(max_examples=8, stateful_step_count=40, deadline=None)


def expected_steps(trees: int) -> set[str]:
    return {
        f"{name} {phase}"
        for name in names()
        if int(name.partition(".")[0]) < trees
        for phase in ((0, 1, "2 end") if is_leaf(name) else (0, "1 end"))
    }


def test_every_task_ends_once_however_often_a_worker_is_killed(server: RedisServer, client: redis.Redis) -> None:
    chance = random.Random(7)
    done: Counter[str] = Counter()
    unsure: set[str] = set()
    last = open_frontier(client, "last")
    for life in range(5):
        lines = chance.randrange(1, 160)
        reported = kill_after(start("redis_worker", server.url, f"worker {life}", lines=lines), lines)
        done.update(line.removeprefix("done ") for line in reported if line.startswith("done "))
        if reported and reported[-1].startswith("try "):
            unsure.add(reported[-1].removeprefix("try "))
        assert last.leave(f"worker {life}") <= 4
    assert last.counts().unfinished, "the workers were too quick to be killed at work"
    rest: list[str] = []
    run(last, rest.append)
    done.update(line.removeprefix("done ") for line in rest if line.startswith("done "))
    expected = expected_steps(12)
    assert set(done) | unsure == expected
    assert max(done.values()) == 1
    assert {letter.entry.payload.decode() for letter in last.dead_letters()} == {
        f"{name} 2" for name in names() if dies(name)
    }
    assert sum(times for times, _ in last.weights().values()) == len(expected)
    assert left(client) <= LASTING | {"dead", "buried", "tally", "joins"}


class KilledError(Exception):
    """The process is gone."""


class Failing:
    """A client whose process is killed before its call number *at* is sent, or after that but before the answer."""

    def __init__(self, client: redis.Redis, at: int, *, is_sent: bool) -> None:
        self._client = client
        self._left = at
        self._is_sent = is_sent

    def execute_command(self, *args: object, **options: object) -> object:
        self._left -= 1
        if self._left <= 0 and not self._is_sent:
            raise KilledError
        answer = self._client.execute_command(*args, **options)
        if self._left <= 0:
            raise KilledError
        return answer


@pytest.mark.parametrize("is_sent", [False, True])
def test_a_worker_may_be_killed_between_any_two_calls(client: redis.Redis, is_sent: bool) -> None:
    trees = 2
    operator = open_frontier(client, "operator")
    for life in count(1):
        frontier = open_frontier(Failing(client, life, is_sent=is_sent), f"worker {life}")
        try:
            run(frontier, lambda line: None, trees)
            break
        except KilledError:
            operator.leave(f"worker {life}")
    assert life > 5
    assert operator.counts().unfinished == 0
    assert sum(times for times, _ in operator.weights().values()) == len(expected_steps(trees))
    found = {letter.entry.payload.decode() for letter in operator.dead_letters()}
    assert found == {f"{name} 2" for name in names() if dies(name) and int(name.partition(".")[0]) < trees}
    assert left(client) <= LASTING | {"dead", "buried", "tally", "joins"}
    operator.drop()
    assert left(client) <= LASTING
