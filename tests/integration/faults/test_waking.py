"""Idle workers go on at once: new work, a released resource, a resumed task."""

from scrapy_bt.frontier.listings import ControlTarget
from tests.integration.faults.crawls import fleet, tree_with
from tests.integration.faults.site import Site
from tests.waiting import wait_until

SLOWLY = {"BT_LEASE_SECONDS": 1200}
HEARTBEAT = {"HEARTBEAT": "1200"}
"""So that no worker, and not Scrapy itself, looks for anything within the test unless it is told to."""


def fetched(site, who, kind):
    """When pages of a kind were fetched by a worker."""
    return [at for at, path, _, agent in site.fetches()[0] if path.startswith(kind) and agent == who]


def test_new_work_wakes_an_idle_worker(tmp_path, any_server):
    with Site(size=60) as site, fleet(tmp_path, site, any_server, lists=1, **SLOWLY) as workers:
        workers.write_tree(tree_with(60))
        site.hold("list")
        first = workers.start(environment=HEARTBEAT)
        wait_until(lambda: site.fetches()[1].get("list"), what=workers.tell)
        second = workers.start(environment=HEARTBEAT)
        wait_until(lambda: second.log.count("Spider opened") and workers.frontier.describe().idle, what=workers.tell)
        site.hold(f"item/{first.name}")  # it cannot take all for itself
        site.release("list")
        wait_until(lambda: fetched(site, second.name, "/item/"), what=workers.tell)
        assert fetched(site, first.name, "/list/")
        site.release(f"item/{first.name}")
        workers.finish()
        workers.verify()


def test_a_released_resource_wakes_an_idle_worker(tmp_path, any_server):
    with Site(size=2) as site, fleet(tmp_path, site, any_server, lists=1, **SLOWLY) as workers:
        workers.write_tree(tree_with(1))
        site.hold("item")
        for _ in range(2):
            workers.start(environment=HEARTBEAT)
        wait_until(lambda: site.fetches()[1].get("item") and workers.all_are_at_work(), what=workers.tell)
        wait_until(lambda: workers.frontier.describe().idle, what=workers.tell)
        site.release("item")
        workers.finish()
        assert site.fetches()[1]["item"] == 1
        workers.verify()


def test_a_resumed_task_wakes_an_idle_worker(tmp_path, any_server):
    with Site(size=60) as site, fleet(tmp_path, site, any_server, lists=4, **SLOWLY) as workers:
        worker = workers.start(environment=HEARTBEAT)
        workers.fetch(40)
        workers.frontier.pause(ControlTarget())
        site.allow()
        # Longer than it takes to say that it lives: it has to be known as idle then, too.
        wait_until(lambda: workers.site_is_quiet(2.5) and workers.frontier.describe().idle, what=workers.tell)
        assert worker.is_alive
        before = site.count()
        workers.frontier.resume(ControlTarget())
        wait_until(lambda: site.count() > before, what=workers.tell)
        workers.finish()
        workers.verify()
