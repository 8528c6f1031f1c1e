"""A worker dies between any two of its commands to Redis."""

import pytest

from scrapy_bt.testing.servers import RedisServer
from tests.integration.faults.crawls import fleet
from tests.integration.faults.site import Site

CLIENT = {"redis_cls": "tests.integration.faults.failing.FailingRedis"}
POINTS = 24
"""Commands of a worker after which nothing new comes: it has started, and exchanged several times."""


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_between_any_two_commands_loses_nothing(tmp_path, spider, kind, when):
    points = POINTS if spider == "tree" else POINTS // 2
    with (
        RedisServer(kind=kind) as server,
        Site(size=60, seconds=0.001) as site,
        fleet(tmp_path, site, server, spider=spider, lists=20, count=800, REDIS_PARAMS=CLIENT) as workers,
    ):
        for point in range(1, points + 1, 2):
            pair = [workers.start(environment={"FAIL_AT": f"{at}:{when}"}) for at in (point, point + 1)]
            for worker in pair:
                assert worker.wait() == -9, worker.log
                workers.note_death(worker)
        assert workers.counts().unfinished, "nothing was left to be killed at"
        last = workers.start()
        assert last.wait() == 0, workers.tell()
        assert last.reason == "finished"
        workers.verify()
