"""Seeds in, records out: a scheme fills one line, whose records fill another."""

import json

import pytest
import redis

from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing import RedisServer
from tests.integration.lines import SEEDS, expected, prepare

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
