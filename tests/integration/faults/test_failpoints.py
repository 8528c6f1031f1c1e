"""A worker dies between any two of its commands to Redis."""

import pytest

from scrapy_bt.testing.redis import RedisServer
from tests.integration.faults.crawls import IS_LONG, fleet
from tests.integration.faults.site import Site

CLIENT = {"redis_cls": "tests.integration.faults.failing.FailingRedis"}
POINTS = {"tree": range(1, 41 if IS_LONG else 21), "walk": range(1 if IS_LONG else 9, 41 if IS_LONG else 23)}
"""Commands of a worker: its start, the same for both sorts at first, and its first exchanges."""


# What Redis knows is the same after one command and before the next one.
@pytest.mark.parametrize("when", ["before", "after"] if IS_LONG else ["after"])
@pytest.mark.timeout(1800)
def test_a_kill_between_any_two_commands_loses_nothing(tmp_path, spider, kind, when):
    with (
        RedisServer(kind=kind) as server,
        Site(size=60, seconds=0.001) as site,
        fleet(tmp_path, site, server, spider=spider, lists=16, count=1000, REDIS_PARAMS=CLIENT) as workers,
    ):
        for point in POINTS[spider][:: 2 if IS_LONG else 4]:
            pair = [workers.start(environment={"FAIL_AT": f"{at}:{when}"}) for at in (point, point + 1)]
            for worker in pair:
                assert worker.wait() == -9, worker.log
                workers.note_death(worker)
        later = POINTS[spider][-1]
        # Which command is the first that leaves a lease is up to the worker's pace.
        while not sum(workers.deaths):
            later += 4
            worker = workers.start(environment={"FAIL_AT": f"{later}:{when}"})
            assert worker.wait() == -9, worker.log
            workers.note_death(worker)
        last = workers.start()
        assert last.wait() == 0, workers.tell()
        assert last.reason == "finished"
        workers.verify()
