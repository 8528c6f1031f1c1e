"""Redis is killed, loses what it had, or is full."""

from functools import partial

import pytest

from scrapy_bt.testing.redis import RedisServer
from tests.integration.faults.crawls import fleet
from tests.integration.faults.pairs import each_with_spider
from tests.integration.faults.site import Site
from tests.waiting import wait_until

SHORT = {"BT_LEASE_SECONDS": 3, "BT_LEASE_LOSSES": 100}
"""Of what the file has last, leases have to end; on a busy machine others may, too."""


def aof(sync):
    return ("--appendonly", "yes", "--appendfsync", sync)


@pytest.mark.parametrize(
    ("spider", "kept"), each_with_spider(("everysec", "random"), ("always", "pull")), indirect=["spider"]
)
def test_a_killed_redis_that_keeps_a_file_loses_nothing(tmp_path, spider, kind, kept):
    sync, dispatch = kept
    with (
        RedisServer(kind=kind, options=aof(sync)) as server,
        Site(size=60) as site,
        fleet(tmp_path, site, server, spider=spider, lists=12, count=700, BT_DISPATCH=dispatch) as workers,
    ):
        workers.start_together(2)
        for times, fetches in enumerate((100, 350), 1):
            workers.fetch(fetches, ahead=50)
            server.kill()
            wait_until(partial(workers.all_say, "is away", times), what=workers.tell)
            server.restart()
            wait_until(partial(workers.all_say, "is back", times), what=workers.tell)
        workers.finish()
        workers.verify()


def test_after_a_power_cut_what_was_not_on_the_disk_is_done_again(tmp_path, spider, kind):
    with (
        RedisServer(kind=kind, options=aof("everysec")) as server,
        Site(size=60, seconds=0.005) as site,
        fleet(tmp_path, site, server, spider=spider, lists=12, count=700, **SHORT) as workers,
    ):
        workers.start_together(2)
        workers.fetch(200, ahead=100)
        (file,) = [
            path for path in server.folder.rglob("*.aof") if "incr" in path.name or path.name == "appendonly.aof"
        ]
        before = site.count()
        size = file.stat().st_size
        workers.wait_for_fetches(300)
        server.kill()
        wait_until(lambda: workers.all_say("is away"), what=workers.tell)
        window = site.count() - before
        with file.open("r+b") as written:
            written.truncate(size)
        server.restart()
        workers.finish()
        # What was fetched meanwhile, and what was leased when the file ends.
        workers.verify(extra=window + 2 * 2 * 16)


def test_a_redis_that_comes_back_empty_ends_the_crawl_and_is_told(tmp_path, spider, kind):
    with (
        RedisServer(kind=kind) as server,
        Site(size=60, seconds=0.005) as site,
        fleet(tmp_path, site, server, spider=spider, lists=12, count=700) as workers,
    ):
        workers.start_together(2)
        workers.fetch(100, ahead=100)
        server.kill()
        server.restart(empty=True)
        site.allow()
        for worker in workers.workers:
            code = worker.wait()
            assert code == 2 or spider == "walk", workers.tell()
            assert worker.reason == "frontier_failed", workers.tell()
            assert "in Redis is gone" in worker.log
            assert "Traceback" not in worker.log
        assert list(workers.client.scan_iter("*")) == []


def test_workers_wait_while_redis_is_full(tmp_path, server, spider):
    with (
        Site(size=20, seconds=0.01) as site,
        fleet(tmp_path, site, server, spider=spider, lists=60, count=1200) as workers,
    ):
        workers.start_together(2)
        workers.fetch(100, ahead=100)
        # What only finishes goes through; a list that is opened takes room, and in the end all that is left is lists.
        workers.fill_memory()
        site.allow()
        wait_until(lambda: workers.all_say("OOM"), what=workers.tell)
        wait_until(lambda: workers.site_is_quiet(2.0))
        assert all(worker.is_alive for worker in workers.workers), workers.tell()
        assert workers.counts().unfinished
        workers.client.config_set("maxmemory", 0)
        workers.finish()
        assert all(worker.log.count("is away") == 1 for worker in workers.workers), workers.tell()
        workers.verify()
