"""Trees on Redis as people run them: start messages, workers without the file, settings that contradict each other."""

import json
import re
import signal

import pytest

from scrapy_bt.commands.shared.statuses import Status
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing import RedisServer
from tests.integration.leases import end_leases
from tests.integration.projects import Project
from tests.waiting import wait_until

TREE = """
main :: and (site, number) { :page  :record }
page :: visit "{site}/plain/item/{number}/"
record :: item { number = number  title = css "h1::text" }
"""

CHAIN = """
main :: and (site, count = 30) {
    number = 1
    while number <= count { goroutine { :one(number) }  number = number + 1 }
}
one  :: and (number) { :page  :record }
page :: visit "{site}/plain/item/{number}/"
record :: item { number = number }
"""


@pytest.fixture
def shared(project, server, client):
    project.settings.update(BT_FRONTIER="redis", REDIS_URL=server.url)
    return project


def numbers(path):
    texts = path.read_text().splitlines() if path.exists() else []
    return sorted(int(json.loads(text)["number"]) for text in texts)


def test_messages_are_neither_lost_nor_doubled_by_kills(shared, client) -> None:
    shared.tree("shop", TREE)
    settings = {"BT_START_MESSAGES": True, "MAX_IDLE_TIME_BEFORE_CLOSE": 0.000001, "BT_LEASE_SECONDS": 1200}
    wanted = range(1, 61)
    client.rpush("shop:start_urls", *(json.dumps({"number": number}) for number in wanted), "{broken")
    arguments = shared.crawl_arguments("shop", site=shared.site)
    for least in (1, 10):
        with shared.started(*arguments, settings={**settings, "DOWNLOAD_DELAY": 0.02}) as process:
            wait_until(lambda: len(numbers_so_far(shared)) >= least, process)  # noqa: B023 - it is over within the round
            process.send_signal(signal.SIGKILL)
            process.communicate()
        end_leases(client, "shop")
    result = shared.run(*arguments, settings=settings)
    assert result.code == Status.DEAD, result.log
    assert not result.has_traceback, result.log
    found = numbers_so_far(shared)
    assert set(found) == set(wanted)
    # What was in flight at a kill may be fetched again.
    assert len(found) <= len(wanted) + 2 * 16
    # What is no message is kept, with the reason.
    told = shared.run("bt", "dead", "list", "shop", "--json").output
    (letter,) = json.loads(told)["letters"]
    assert "begins like an object of JSON" in letter["reason"]


def numbers_so_far(project):
    path = project.folder / "items.jl"
    path.touch()
    # A kill may leave half a line.
    return [int(number) for number in re.findall(r'^\{"number": "?(\d+)', path.read_text(), re.MULTILINE)]


def test_a_worker_without_the_file_helps(shared, practice, client, tmp_path_factory) -> None:
    shared.tree("shop", CHAIN)
    guest = Project(tmp_path_factory.mktemp("guest"))
    (guest.folder / "scrapy.cfg").unlink()
    settings = {"CONCURRENT_REQUESTS": 2, "BT_PREFETCH": 1, "BT_LEASE_SECONDS": 1200}
    practice.set(answers=0)
    command = ["bt", "work", "shop", "-s", f"REDIS_URL={shared.settings['REDIS_URL']}", "-o", "items.jl"]
    with shared.started(*shared.crawl_arguments("shop", site=shared.site), settings=settings) as first:
        frontier = RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})
        wait_until(lambda: frontier.recall("all stored"), first)
        with guest.started(*command, "-s", "LOG_FILE=log", settings=settings) as second:
            # Nobody is answered before both have some.
            wait_until(lambda: sum(worker.leases > 0 for worker in frontier.workers()) == 2, second)
            practice.set(answers=1e9)
            logs = [process.communicate()[1] for process in (first, second)]
    assert first.returncode == second.returncode == 0, logs
    here, there = numbers(shared.folder / "items.jl"), numbers(guest.folder / "items.jl")
    assert here
    assert there
    assert sorted(here + there) == list(range(1, 31))
    assert client.keys() == []


def test_a_tree_from_redis_calls_no_python_that_is_not_listed(shared, client) -> None:
    frontier = RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})
    frontier.remember("tree:shop", 'main :: and { :one }\none :: item { n = python "os:getcwd" }\n')
    result = shared.run("bt", "work", "shop")
    assert result.code == 2
    assert "the tree comes from Redis, and BT_PYTHON_MODULES does not list 'os'" in result.log
    assert not result.has_traceback


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"REDIS_URL": "redis://127.0.0.1:1", "BT_REDIS_SECONDS": 0}, "no Redis at redis://127.0.0.1:1/0"),
        ({"JOBDIR": "job"}, "BT_FRONTIER = \"redis\" and JOBDIR = 'job' contradict each other"),
        ({"BT_LINGER": 60}, "BT_LINGER = 60 and BT_LEASE_SECONDS = 30 contradict each other"),
        ({"BT_FRONTIER": "memory", "BT_START_MESSAGES": True}, "BT_START_MESSAGES is for trees that wait in Redis"),
    ],
)
def test_what_is_wrong_is_one_line_and_a_status(shared, settings, message) -> None:
    shared.tree("shop", TREE)
    given = {"LOG_LEVEL": "WARNING", **settings}
    result = shared.crawl("shop", settings=given, site=shared.site, number=1)
    assert result.code == 2
    assert len(result.log.strip().splitlines()) == 1, result.log
    assert message in result.log


def test_a_queue_that_is_damaged_in_mid_crawl_ends_with_a_status_of_its_own(shared, practice, client) -> None:
    shared.tree("shop", CHAIN)
    practice.set(answers=20)
    settings = {"DOWNLOAD_DELAY": 0.1, "CONCURRENT_REQUESTS": 2}
    arguments = shared.crawl_arguments("shop", site=shared.site, count=300)
    with shared.started(*arguments, settings=settings) as process:
        wait_until(lambda: numbers_so_far(shared), process)
        client.hset("{shop:requests}:meta", mapping={"queued": -500, "halted": 4})
        practice.set(answers=1e9)
        _, log = process.communicate()
    assert process.returncode == 5, log
    assert "Closing spider (damaged)" in log
    assert log.count("in Redis is damaged: its counters say ") == 1
    assert "Traceback" not in log


@pytest.mark.parametrize("command", ["crawl", "work"])
def test_a_worker_that_comes_before_its_redis_waits_for_it(project, command) -> None:
    with RedisServer(options=("--appendonly", "yes", "--appendfsync", "always")) as server:
        project.settings.update(BT_FRONTIER="redis", REDIS_URL=server.url, LOG_FILE="log", BT_REDIS_SECONDS=300)
        project.tree("shop", CHAIN)
        arguments = project.crawl_arguments("shop", site=project.site, count=3)
        if command == "work":
            begun = project.run(*arguments, settings={"CLOSESPIDER_ITEMCOUNT": 1, "CONCURRENT_REQUESTS": 1})
            assert begun.code == 0, begun.log
            arguments = ["bt", "work", "shop"]
        server.kill()
        with project.started(*arguments) as process:
            wait_until(
                lambda: (log := project.folder / "log").exists() and "waiting for it" in log.read_text(), process
            )
            server.restart()
            process.communicate()
    log = (project.folder / "log").read_text()
    assert process.returncode == 0, log
    assert log.count("no Redis at ") == log.count("waiting for it, up to 300 s") == 1
    assert "Closing spider (finished)" in log
    if command == "crawl":
        assert set(numbers_so_far(project)) == {1, 2, 3}
