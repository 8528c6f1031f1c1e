"""A worker stands still past its leases, and goes on."""

from tests.integration.faults.crawls import PLACES, fleet, wait_until
from tests.integration.faults.site import Site


def test_what_a_frozen_worker_hands_in_late_is_refused(tmp_path, server, spider):
    with (
        Site(size=60, seconds=0.05) as site,
        fleet(tmp_path, site, server, spider=spider, lists=10, count=600, BT_LEASE_SECONDS=2) as workers,
    ):
        frozen, other = workers.start(), workers.start()
        wait_until(lambda: len(frozen.records) > 20 and len(other.records) > 20, workers.tell)
        frozen.freeze()
        held = workers.leases_of(frozen)
        assert held
        wait_until(lambda: workers.leases_of(frozen) == 0, "its leases end")
        frozen.thaw()
        most = 0
        while any(worker.is_alive for worker in workers.workers):
            holders = workers.frontier.describe().holders
            most = max([most, *(len(ids) for ids in holders.values())])
        workers.finish()
        assert most <= PLACES
        assert frozen.reason == other.reason == "finished"
        assert "ended before their steps were stored" in frozen.log
        workers.verify(extra=held)
