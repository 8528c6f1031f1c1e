"""Workers on one queue that keep tasks for each other: nothing is lost, doubled or held up by it."""

import json
import re
import signal

import pytest

from scrapy_bt.commands.shared.statuses import Status
from tests.integration.projects import Project
from tests.waiting import wait_until

TREE = """
main :: and (site, count = 60) {
    :one(1)
    number = 2
    while number <= count { goroutine { :one(number) }  number = number + 1 }
}
one  :: and (number) { :page  :record }
page :: visit "{site}/plain/item/{number}/"
record :: item { number = number }
"""
SPIDER = """
import scrapy


class Items(scrapy.Spider):
    name = "items"
    count = 60

    def __init__(self, site, **rest):
        super().__init__(**rest)
        self.start_urls = [f"{site}/plain/item/1/"]

    def parse(self, response, number=1):
        yield {"number": number}
        if number == 1:
            for other in range(2, self.count + 1):
                yield response.follow(f"/plain/item/{other}/", cb_kwargs={"number": other})
"""
STATES = "{items:requests}:dispatch"


@pytest.fixture
def shared(project, server, client):
    project.settings.update(
        BT_FRONTIER="redis", REDIS_URL=server.url, BT_DISPATCH="least-loaded", CONCURRENT_REQUESTS=4, BT_PREFETCH=2
    )
    project.tree("items", TREE)
    return project


@pytest.fixture
def other(shared, tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("other"), site=shared.site)
    project.settings = shared.settings
    project.tree("items", TREE)
    return project


def numbers(*projects):
    found = []
    for project in projects:
        path = project.folder / "items.jl"
        path.touch()
        found += [int(number) for number in re.findall(r'^\{"number": "?(\d+)', path.read_text(), re.MULTILINE)]
    return sorted(found)


def stats_of(project):
    return json.loads((project.folder / "stats.json").read_text())


def wait_until_both_have_heard(client, process):
    """What each tells next, it tells when it has seen the other."""
    wait_until(lambda: client.hlen(STATES) == 2, process)
    before = client.hgetall(STATES)
    for _ in range(2):
        wait_until(lambda: all(client.hget(STATES, name) != told for name, told in before.items()), process)  # noqa: B023
        before = client.hgetall(STATES)


def work_together(shared, other, practice, client):
    """Two workers, of which none ends before both have heard of each other."""
    practice.set(answers=0)
    arguments = shared.crawl_arguments("items", site=shared.site)
    with shared.started(*arguments) as one, other.started(*arguments) as two:
        wait_until_both_have_heard(client, one)
        practice.set(answers=10_000)
        for process in (one, two):
            _, log = process.communicate()
            assert process.returncode == 0, log
            assert "Traceback" not in log


@pytest.mark.parametrize("kind", ["tree", "spider"])
def test_two_workers_do_everything_once(shared, other, practice, client, kind):
    if kind == "spider":
        for project in (shared, other):
            (project.folder / "trees/items.bt").unlink()
            project.spiders("items", SPIDER)
    work_together(shared, other, practice, client)
    assert numbers(shared, other) == [*range(1, 61)]
    stats = [stats_of(project) for project in (shared, other)]
    decided = sum(each.get(f"bt/dispatch/{what}", 0) for each in stats for what in ("kept", "pulled"))
    assert decided > 0
    # Nothing of it is left behind.
    assert not client.exists(STATES)


def test_one_worker_alone_waits_for_nobody(shared, client):
    result = shared.crawl("items", site=shared.site, settings={"BT_DISPATCH_PATIENCE": 1000})
    assert result.code == 0, result.log
    assert numbers(shared) == [*range(1, 61)]
    assert "bt/dispatch/kept" not in result.stats


def test_what_was_kept_for_a_killed_worker_is_done_by_another(shared, other, practice, client):
    """Its lane is anybody's when it tells nothing any more, long before the timeout."""
    short = {"BT_LEASE_SECONDS": 2, "BT_LEASE_LOSSES": 0}  # however often one of them ends because the machine is busy
    settings = {**shared.settings, "BT_DISPATCH": "random", "BT_DISPATCH_PATIENCE": 100_000, **short}
    shared.settings = other.settings = settings
    practice.set(answers=0)
    arguments = shared.crawl_arguments("items", site=shared.site)
    with shared.started(*arguments) as one, other.started(*arguments) as two:
        wait_until_both_have_heard(client, one)
        practice.set(answers=12)
        wait_until(lambda: numbers(shared, other), one)
        two.send_signal(signal.SIGKILL)
        two.communicate()
        practice.set(answers=10_000)
        _, log = one.communicate()
        assert one.returncode == 0, log
    assert set(numbers(shared, other)) == {*range(1, 61)}


def test_a_policy_that_fails_stops_no_crawl(shared, other, practice, client):
    for project in (shared, other):
        project.write("mine.py", "class Mine:\n    def choose(self, situation, chance):\n        return 1 // 0\n")
    shared.settings = other.settings = {**shared.settings, "BT_DISPATCH": "mine.Mine"}
    practice.set(answers=0)
    arguments = shared.crawl_arguments("items", site=shared.site)
    with shared.started(*arguments) as one, other.started(*arguments) as two:
        wait_until_both_have_heard(client, one)
        practice.set(answers=10_000)
        logs = [process.communicate()[1] for process in (one, two)]
        assert [one.returncode, two.returncode] == [0, 0], logs
    assert numbers(shared, other) == [*range(1, 61)]
    assert sum(log.count("The policy of BT_DISPATCH failed") for log in logs) in (1, 2)


@pytest.mark.parametrize("policy", ["shortest", "bandit", "dqn"])
def test_what_somebody_else_wrote_is_passed_over(shared, client, policy):
    client.hset(STATES, "stranger", b"\x93\x01\x02\x03")
    client.xadd("{items:requests}:experience", {"outcomes": b"\xff"})
    client.hset("{items:requests}:dispatch-model", mapping={"number": 3, "data": b"of a stranger"})
    result = shared.crawl("items", site=shared.site, settings={"BT_DISPATCH": policy})
    assert result.code == 0, result.log
    assert numbers(shared) == [*range(1, 61)]
    assert ("model 3 of {items:requests}:dispatch-model: not a file of models" in result.log) == (policy == "dqn")


@pytest.mark.parametrize("name", ["quickest", "no.such.module", "json.JSONDecoder"])
def test_a_policy_that_there_is_not_is_told(shared, client, name):
    result = shared.crawl("items", site=shared.site, settings={"BT_DISPATCH": name})
    assert f"BT_DISPATCH is '{name}'" in result.log + result.output
    assert result.code == Status.REFUSED
    assert not result.has_traceback, result.log


def test_without_redis_it_is_told_and_left_alone(shared):
    result = shared.crawl("items", site=shared.site, settings={"BT_FRONTIER": "memory"})
    assert result.code == 0, result.log
    assert "without BT_FRONTIER" in result.log
    assert numbers(shared) == [*range(1, 61)]
