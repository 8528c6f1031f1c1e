"""Idle workers go on at once: new work, a released resource, a resumed task."""

from scrapy_bt.frontier.protocol import Target
from tests.integration.faults.crawls import fleet, tree_with, wait_until
from tests.integration.faults.site import Site

AT_ONCE = 30.0
"""Seconds that a busy machine may need."""

SLOWLY = {"BT_LEASE_SECONDS": 120}
HEARTBEAT = {"HEARTBEAT": "120"}
"""So that no worker, and not Scrapy itself, looks for anything unless it is told to."""


def fetched(site, who, kind):
    """When pages of a kind were fetched by a worker."""
    return [at for at, path, _, agent in site.fetches()[0] if path.startswith(kind) and agent == who]


def test_new_work_wakes_an_idle_worker(tmp_path, any_server):
    with Site(size=60, seconds=0.05) as site, fleet(tmp_path, site, any_server, lists=1, **SLOWLY) as workers:
        workers.write_tree(tree_with(60))
        site.hold("list")
        first = workers.start(environment=HEARTBEAT)
        wait_until(lambda: site.fetches()[1].get("list"), workers.tell)
        second = workers.start(environment=HEARTBEAT)
        wait_until(lambda: second.log.count("Spider opened") and workers.frontier.describe().idle, workers.tell)
        site.release("list")
        workers.finish()
        (listed,) = fetched(site, first.name, "/list/")
        assert min(fetched(site, second.name, "/item/")) - listed < AT_ONCE
        workers.verify()


def test_a_released_resource_wakes_an_idle_worker(tmp_path, any_server):
    with Site(size=2, seconds=0.02) as site, fleet(tmp_path, site, any_server, lists=1, **SLOWLY) as workers:
        workers.write_tree(tree_with(1))
        site.slow_down(0.3)
        for _ in range(2):
            workers.start(environment=HEARTBEAT)
        workers.finish()
        ends = sorted(at for at, path, _, _ in site.fetches()[0] if path.startswith("/item/"))
        assert ends[1] - ends[0] < 0.3 + AT_ONCE
        workers.verify()


def test_a_resumed_task_wakes_an_idle_worker(tmp_path, any_server):
    with Site(size=60, seconds=0.02) as site, fleet(tmp_path, site, any_server, lists=4, **SLOWLY) as workers:
        worker = workers.start(environment=HEARTBEAT)
        workers.wait_for_fetches(40)
        workers.frontier.pause(Target())
        # Longer than it takes to say that it lives: it has to be known as idle then, too.
        wait_until(lambda: workers.site_is_quiet(2.5), "it stops")
        assert worker.is_alive
        before = site.count()
        workers.frontier.resume(Target())
        wait_until(lambda: site.count() > before, workers.tell, seconds=AT_ONCE)
        workers.finish()
        assert worker.reason == "finished"
        workers.verify()
