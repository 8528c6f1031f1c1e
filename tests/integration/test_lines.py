"""Seeds in, records out: a scheme fills one line, whose records fill another."""

import json
import random
import threading
import time

import pytest
import redis

from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing import RedisServer
from tests.integration.lines import SEEDS, Crew, expected, prepare

SECONDS = 60


@pytest.fixture(scope="module")
def server():
    with RedisServer() as started:
        yield started


@pytest.fixture
def client(server):
    with redis.Redis.from_url(server.url) as connected:
        connected.flushall()
        yield connected


@pytest.fixture
def lines(project, server, client):
    prepare(project, server)
    return project


def seed(project, *options):
    result = project.run("bt", "seed", "places.toml", "-a", f"site={project.site}", *options)
    assert not result.has_traceback, result.log
    return result


def work(project, *names, feed="%(name)s.jl"):
    result = project.run("bt", "work", *names, "-o", feed)
    assert result.code == 0, result.log
    assert not result.has_traceback, result.log
    return result


def records(folder, pattern="content*.jl"):
    texts = [line for path in sorted(folder.glob(pattern)) for line in path.read_text("utf-8").splitlines()]
    return [json.loads(text) for text in texts]


def pairs(found):
    return sorted((record["platform"], record["url"]) for record in found)


def frontier(client, name):
    return RedisFrontier(client, f"{name}:requests", number=lambda _: 0.0, limits={})


def test_one_process_does_both_lines_and_each_thing_is_visited_once(lines, client, practice):
    assert f"{SEEDS} queued for 'nav'" in seed(lines).output
    log = work(lines, "nav", "content").log
    assert "'bt/seeds/content': " in log
    assert pairs(records(lines.folder)) == sorted(expected(lines.site))
    assert not records(lines.folder, "nav.jl")
    counts = practice.counts()["by_path"]
    assert {path: count for path, count in counts.items() if count > 1 and "search" not in path} == {}

    # Another round: nav visits its pages again, and what was found before is known.
    told = json.loads(seed(lines, "--from-start", "--json").output)
    assert (told["queued"], told["known"], told["earlier"]) == (SEEDS, 0, 0)
    refused = seed(lines, "--from-start")
    assert (refused.code, refused.log.split(" tasks of")[0]) == (1, str(SEEDS))
    assert "bt/seeds_known/content" in work(lines, "nav", "content").log
    assert len(records(lines.folder)) == len(expected(lines.site))

    status = lines.run("bt", "status", "--json")
    found = {line["name"]: line for line in json.loads(status.output)["queues"]}
    assert (found["nav"]["feeds"], found["content"]["fed_by"]) == (["content"], ["nav"])
    assert (found["nav"]["finished"], found["content"]["finished"]) == (2 * SEEDS, len(expected(lines.site)))


def test_producers_and_consumers_come_go_and_are_killed_and_nothing_is_lost_or_doubled(lines, client, practice):
    practice.set(latency=0.02)
    chance = random.Random(11)
    with Crew(lines) as crew:
        crew.start("bt", "seed", "places.toml", "-a", f"site={lines.site}")
        wait_until(lambda: frontier(client, "nav").counts().unfinished, crew)
        seeder = crew.running.pop()[1]
        workers = [crew.work("nav"), crew.work("nav"), crew.work("content"), crew.work("content")]
        seeder.wait(SECONDS)
        for share in (0.1, 0.3, 0.5, 0.7):
            wait_until(lambda share=share: visited(practice) >= share * len(expected(lines.site)), crew)
            victim = workers.pop(chance.randrange(len(workers)))
            if victim.poll() is None:
                workers.append(crew.work(crew.kill(victim)))
        crew.finish(SECONDS)
    found = pairs(records(lines.folder, "*content.jl"))
    assert set(found) == expected(lines.site)
    content = frontier(client, "content")
    assert content.describe().finished == len(expected(lines.site))  # no task was there twice
    assert content.counts().unfinished == content.counts().dead == 0
    # What is told twice was in a worker that was killed between its file and Redis.
    assert len(found) <= len(set(found)) + 4 * 16


def visited(practice):
    return sum(count for path, count in practice.counts()["by_path"].items() if "search" not in path)


def wait_until(is_so, crew):
    pause, end = threading.Event(), time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end, crew.logs()
        pause.wait(0.02)
