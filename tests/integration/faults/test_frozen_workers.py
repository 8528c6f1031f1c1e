"""A worker stands still past its leases, and goes on."""

from tests.integration.faults.crawls import PLACES, fleet
from tests.integration.faults.site import Site
from tests.waiting import wait_until

SHORT = {"BT_LEASE_SECONDS": 3, "BT_LEASE_LOSSES": 100}
"""On a busy machine the other worker may lose some, too."""


def test_what_a_frozen_worker_hands_in_late_is_refused(tmp_path, server, spider):
    with (
        Site(size=60) as site,
        fleet(tmp_path, site, server, spider=spider, lists=10, count=600, **SHORT) as workers,
    ):
        frozen, other = workers.start_together(2)
        workers.fetch(100)
        wait_until(lambda: workers.leases_of(frozen) and workers.leases_of(other), what=workers.tell)
        frozen.freeze()
        assert workers.leases_of(frozen)
        wait_until(lambda: workers.leases_of(frozen) == 0)
        site.allow()
        frozen.thaw()
        most = 0
        while any(worker.is_alive for worker in workers.workers):
            holders = workers.frontier.describe().holders
            most = max([most, *(len(ids) for ids in holders.values())])
        workers.finish()
        assert most <= PLACES
        assert "expired before their steps were stored" in frozen.log
        workers.verify()
