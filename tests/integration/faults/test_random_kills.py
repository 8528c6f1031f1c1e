"""Workers are killed at random, again and again, and replaced."""

import random

import pytest

from scrapy_bt.testing.redis import RedisServer
from tests.integration.faults.crawls import IS_LONG, fleet
from tests.integration.faults.site import Site

KILLS = 30 if IS_LONG else 6
LISTS = 100 if IS_LONG else 30
"""Of 99 pages each."""
ONE_KIND = RedisServer.kinds()[-1:]


def crawl_with_kills(workers, chance, *, pages, kills):
    """Between two kills a random share of the pages is fetched."""
    workers.start_together(2)
    for number in range(kills):
        # Killed in the midst of its work; only a test that has stood still for long finds it waiting.
        workers.fetch(int(pages * (number + chance.uniform(0.5, 1.0)) / (kills + 1)), ahead=pages // (kills + 1))
        living = [worker for worker in workers.workers if worker.is_alive]
        workers.kill(chance.choice(living))
        workers.start()
    workers.finish()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", RedisServer.kinds() if IS_LONG else ONE_KIND)
def test_tasks_of_trees_survive_kills_while_somebody_watches(tmp_path, kind):
    with (
        RedisServer(kind=kind) as server,
        Site(size=99, seconds=0.001) as site,
        fleet(tmp_path, site, server, lists=LISTS, console=True) as workers,
    ):
        crawl_with_kills(workers, random.Random(5), pages=90 * LISTS, kills=KILLS)
        workers.verify()
        assert len(workers.deaths) == KILLS


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", RedisServer.kinds() if IS_LONG else ONE_KIND)
def test_ordinary_requests_survive_kills_also_of_workers_for_which_they_are_kept(tmp_path, kind):
    count = 10_000 if IS_LONG else 2000
    with (
        RedisServer(kind=kind) as server,
        Site(seconds=0.002) as site,
        fleet(tmp_path, site, server, spider="walk", count=count, BT_DISPATCH="random") as workers,
    ):
        crawl_with_kills(workers, random.Random(6), pages=workers.count * 9 // 10, kills=KILLS // 2)
        workers.verify()
