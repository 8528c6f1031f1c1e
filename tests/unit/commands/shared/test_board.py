from pathlib import Path

import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.commands.shared.board import Dashboard
from scrapy_bt.crawl.components import add_defaults
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.operations.queues import Queue
from scrapy_bt.testing import RedisServer
from tests.contracts.workshop import DONE, new


class Child:
    name, pid, state, log, is_alive, is_worker = "nav 1", 17, "runs", Path("logs/nav+1.log"), True, True


class Seeding(Child):
    name, is_worker = "seed", False


@pytest.fixture
def client():
    with RedisServer() as server, redis.Redis.from_url(server.url) as connected:
        yield connected


def test_the_board_shows_lines_and_processes(client):
    settings = Settings({"REDIS_URL": "redis://a"})
    add_defaults(settings)
    for name in ("nav", "other"):
        frontier = RedisFrontier(client, f"{name}:requests", number=lambda _: 0.0, limits={})
        frontier.put([new(), new(), new()])
        (lease,) = frontier.lease()
        frontier.complete(lease, DONE)
        frontier.lease()
    queues = [Queue(client, settings, name=name, prefix=f"{name}:requests") for name in ("nav", "other")]
    board = Dashboard(lambda: queues, ["nav", "content"], [Child()])
    lines = board.look()
    assert [line["name"] for line in lines] == ["nav"]
    assert board.line(lines) == "nav: 1 queued, 1 in execution, 1 finished; 1 of 1 workers run"
    assert Dashboard(list, [], [Child(), Seeding()]).line([]) == "1 of 1 workers run; seed runs"
    table, processes = board.listings(lines)
    assert (table.title, processes.rows) == ("Lines", [("nav 1", "17", "runs", "logs/nav+1.log")])
