"""A crawl of two workers on Redis, steered from outside by command lines."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from contextlib import ExitStack

import pytest

from scrapy_bt.testing.ports import pick_port
from scrapy_bt.testing.redis import RedisServer
from tests.commandlines import COMMAND, run
from tests.waiting import wait_until

TREE = """
list  :: visit "{site}/plain/item/{number}/"
page  :: visit "{site}/plain/item/{number}/?page={password}"
sound :: data python "mending:check"
thing :: item { number = number }
main  :: and (site, last, password = "sesame") {
    number = 1
    while number <= last { goroutine { :list  :page  :sound  :thing }  number = number + 1 }
}
"""

MENDING = """
from pathlib import Path


def check(response, context):
    if "/5/?page" in response.url and not Path("mended").exists():
        raise ValueError("number 5 is broken")
    return ["fine"]
"""

LAST = 16


@pytest.fixture(scope="module")
def server():
    with RedisServer() as server:
        yield server


class Cluster:
    """Workers of one project on one Redis, and what command lines say of them."""

    def __init__(self, project, server):
        self.project, self.server = project, server
        project.settings |= {
            "BT_FRONTIER": "redis",
            "REDIS_URL": server.url,
            "CONCURRENT_REQUESTS": 2,
            "DOWNLOAD_TIMEOUT": 3600,
            "LOG_LEVEL": "INFO",
        }
        project.tree("steered", TREE)
        project.write("mending.py", MENDING)

    def worker(self, number, *options):
        feed = f"items{number}.jl"
        arguments = ["-a", f"site={self.project.site}", "-a", f"last={LAST}", "-o", feed]
        # The log goes to a file: nobody reads a pipe meanwhile.
        return self.project.started("crawl", "steered", *arguments, "-s", f"LOG_FILE=log{number}.txt", *options)

    def bt(self, *arguments, code=0):
        """What `scrapy bt … --json` prints, or says when it fails."""
        done = run(
            self.project.command("bt", *arguments),
            cwd=self.project.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return json.loads(done.stdout) if code == 0 else done.stderr

    def wait_for_queue(self, worker):
        """The queue is there as soon as a worker has it open."""
        wait_until(lambda: self.bt("status", "--json")["queues"], worker, what=self.logs)

    def status(self):
        (queue,) = self.bt("status", "steered", "--json")["queues"]
        return queue

    def until(self, is_reached):
        """The first status of which this is true."""
        return wait_until(lambda: status if is_reached(status := self.status()) else None, what=self.logs)

    def numbers(self):
        lines = [line for path in self.project.folder.glob("items*.jl") for line in path.read_text().splitlines()]
        return sorted(json.loads(line)["number"] for line in lines)

    def logs(self):
        return "\n".join(path.read_text()[-3000:] for path in self.project.folder.glob("log*.txt"))


@pytest.fixture
def cluster(project, server, practice):
    import redis

    with redis.Redis.from_url(server.url) as client:
        client.flushall()
    return Cluster(project, server)


def at_node(status, node, *states):
    return sum(
        place[state]
        for place in status["nodes"]
        if place["node"].rpartition("/")[2] == node
        for state in states or ("ready", "running", "paused")
    )


# Some twenty command lines, each a process, on a machine that may be busy.
def test_a_running_crawl_is_steered_from_outside(cluster, practice):
    with ExitStack() as workers:
        practice.set(answers=0)
        first = workers.enter_context(cluster.worker(1))
        cluster.wait_for_queue(first)
        paused = cluster.bt("pause", "steered", "--node", "page", "--json")
        assert (paused["action"], paused["target"]["node"]) == ("pause", "page")
        practice.set(answers=1e9)
        second = workers.enter_context(cluster.worker(2))
        still = cluster.until(
            lambda status: status["tasks"]["ready"] == status["tasks"]["running"] == 0 and len(status["workers"]) == 2
        )
        held = at_node(still, "page", "paused")
        assert held == still["tasks"]["paused"] == LAST
        assert still["orders"]["pauses"] == [{"node": "page", "tree": None, "paused": True}]
        assert {worker["alive"] for worker in still["workers"]} == {True}
        done = cluster.until(lambda status: all(worker["pages_per_second"] == 0 for worker in status["workers"]))
        assert done["tasks"] == still["tasks"]
        assert (cluster.numbers(), done["tasks"]["dead"]) == ([], 0)

        # The branches are numbered in the order in which they came: this is the last but one.
        assert cluster.bt("stop", "steered", "--task", str(LAST), "--json")["tasks"] == 1
        assert "has ended" in cluster.bt("stop", "steered", "--task", str(LAST), code=1)
        boosted = cluster.bt("boost", "20", "steered", "--node", "page", "--json")
        assert (boosted["tasks"], boosted["seconds"]) == (held - 1, 20.0)
        assert cluster.status()["orders"]["boosts"] == [{"node": "page", "tree": None, "seconds": 20.0}]
        assert "did you mean 'page'?" in cluster.bt("resume", "steered", "--node", "pages", code=1)
        assert cluster.bt("resume", "steered", "--node", "page", "--json")["tasks"] == held - 1

        assert [process.wait() for process in (first, second)] == [3, 3], cluster.logs()
    stopped = set(range(1, LAST + 1)) - set(cluster.numbers()) - {5}
    assert len(stopped) == 1
    assert cluster.numbers() == sorted(set(range(1, LAST + 1)) - stopped - {5})

    dead = cluster.bt("dead", "list", "steered", "--json")
    assert dead["total"] == 1
    (letter,) = dead["letters"]
    assert (letter["tree"], letter["variables"]["number"]) == ("steered", 5)
    assert "sesame" not in json.dumps(dead)
    (shown,) = cluster.bt("dead", "show", str(letter["id"]), "steered", "--secrets", "--json")["letters"]
    assert shown["variables"]["password"] == "sesame"
    cluster.project.write("mended", "")
    assert cluster.bt("dead", "requeue", str(letter["id"]), "steered", "--json")["tasks"] == 1
    with cluster.worker(3) as third:
        assert third.wait() == 0, cluster.logs()
    assert cluster.numbers() == sorted(set(range(1, LAST + 1)) - stopped)


def test_metrics_are_served_while_a_crawl_runs(cluster, practice):
    port = pick_port()
    practice.set(answers=3)
    with cluster.worker(1, "-s", f"BT_METRICS_PORT={port}") as worker:
        values = {}
        # Between two pages nothing may be running.
        while not ('bt_outcomes_total{outcome="200"}' in values and float(values['bt_tasks{state="running"}'])):
            assert worker.poll() is None, cluster.logs()
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
                    lines = answer.read().decode().splitlines()
            except OSError:
                continue
            values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        assert float(values["bt_up"]) == 1
        assert float(values["bt_pages_total"]) >= 1
        assert any(name.startswith('bt_node_tasks{node="main/while/goroutine/list"') for name in values)
        assert float(values["bt_redis_round_trip_seconds"]) > 0
        assert float(values["bt_capacity_allowed"]) >= 1
        cluster.bt("purge", "steered", "--yes", "--json")
        practice.set(answers=1e9)
        assert worker.wait() == 2, cluster.logs()
    assert "is gone" in cluster.logs()


def test_without_a_project_the_address_is_enough(cluster, tmp_path_factory, server):
    command = [*COMMAND, "bt", "status", "--json", "-s", f"REDIS_URL={server.url}"]
    folder = tmp_path_factory.mktemp("elsewhere")
    done = run(command, cwd=folder, capture_output=True, text=True)
    assert (done.returncode, json.loads(done.stdout)) == (0, {"redis": f"{server.url}/0", "queues": []})
    done = run(
        [*command[:-1], "REDIS_URL=redis://127.0.0.1:1"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("no Redis at redis://127.0.0.1:1/0: ")
    assert done.stderr.count("\n") == 1
