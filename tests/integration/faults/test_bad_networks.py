"""The connection to Redis is cut, slow, or comes and goes."""

import signal

import pytest

from scrapy_bt.testing.network import DelayProxy
from tests.integration.faults.crawls import fleet
from tests.integration.faults.pairs import each_with_spider
from tests.integration.faults.site import Site
from tests.waiting import wait_until


@pytest.fixture
def proxy(server):
    with DelayProxy(server.port) as started:
        yield started


def crawl(tmp_path, site, server, proxy, spider, **settings):
    return fleet(tmp_path, site, server, spider=spider, url=proxy.url, **{"lists": 8, "count": 800, **settings})


def test_workers_wait_out_a_cut_connection(tmp_path, server, proxy, spider):
    with Site(size=60) as site, crawl(tmp_path, site, server, proxy, spider) as workers:
        workers.start_together(2)
        workers.fetch(100)
        proxy.cut(at_reply=True)
        site.allow()
        wait_until(lambda: workers.all_say("is away"), what=workers.tell)
        wait_until(lambda: workers.site_is_quiet(3.0))
        assert all(worker.is_alive for worker in workers.workers), workers.tell()
        assert all(worker.log.count("is away") == 1 for worker in workers.workers), workers.tell()
        proxy.mend()
        wait_until(lambda: workers.all_say("is back"), what=workers.tell)
        workers.finish()
        workers.verify()


@pytest.mark.parametrize(("spider", "seconds"), each_with_spider(0.005, 0.05), indirect=["spider"])
def test_a_slow_connection_changes_nothing_but_the_time(tmp_path, server, proxy, spider, seconds):
    proxy.delay(there=seconds / 2, back=seconds / 2)
    with Site(size=30) as site, crawl(tmp_path, site, server, proxy, spider, count=300) as workers:
        for _ in range(2):
            workers.start()
        workers.finish()
        assert not any("is away" in worker.log for worker in workers.workers)
        workers.verify()


def test_a_connection_that_comes_and_goes_loses_nothing(tmp_path, server, proxy, spider):
    with Site(size=60) as site, crawl(tmp_path, site, server, proxy, spider) as workers:
        workers.start_together(2)
        workers.fetch(50, ahead=250)
        proxy.flap(times=8, down=0.2, up=0.3)
        wait_until(lambda: proxy.counts()["cut"] > 2, what=workers.tell)
        workers.finish()
        workers.verify()


def test_a_worker_that_is_stopped_during_an_outage_ends_and_says_what_is_not_stored(tmp_path, server, proxy, spider):
    with Site(size=60, seconds=0.02) as site, crawl(tmp_path, site, server, proxy, spider) as workers:
        worker = workers.start()
        workers.fetch(100)
        proxy.cut()
        site.allow()
        wait_until(lambda: workers.all_say("is away"), what=workers.tell)
        held = workers.leases_of(worker)
        worker.signal(signal.SIGTERM)
        # Not the minutes for which it would wait for Redis.
        worker.wait()
        assert worker.reason == "shutdown", workers.tell()
        assert "are not stored" in worker.log
        proxy.mend()
        workers.release_leases_of(worker)
        assert workers.start().wait() == 0
        workers.verify(extra=held)
