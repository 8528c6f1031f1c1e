"""Workers that differ: in their trees, their clocks, and when they come and go."""

import signal

from tests.integration.faults.crawls import TREE, fleet, tree_with
from tests.integration.faults.site import ROOT, Site
from tests.waiting import wait_until

SHIFTED = """
import os
import time

_real, _shift = time.time, float(os.environ.get("SHIFT", "0"))
time.time = lambda: _real() + _shift
"""


def test_two_versions_of_a_tree_on_one_queue(tmp_path, any_server):
    other = TREE.replace("detail", "piece").replace("  :page  :record }", "  seen = 1  if seen { :page }  :record }")
    assert other.count("piece") == 2
    assert "if seen" in other
    with Site(size=30) as site, fleet(tmp_path, site, any_server, lists=20) as workers:
        site.hold("item/w0")
        workers.start()
        wait_until(lambda: site.fetches()[1].get("item/w0"), what=workers.tell)
        workers.write_tree(other)
        workers.start()
        wait_until(lambda: workers.counts().dead > 5, what=workers.tell)
        site.release("item/w0")
        workers.finish(codes=(0, 3))
        letters = workers.frontier.dead_letters()
        # A list whose items have died fails with them: no more than one page behind its join for each.
        verdict = workers.verify(lost=2 * len(letters))
        assert verdict.lost >= len(letters)
        print(f"{len(letters)} dead letters: { ({letter.reason for letter in letters}) }")


def test_clocks_an_hour_apart(tmp_path, any_server):
    clocks = tmp_path / "clocks"
    clocks.mkdir()
    (clocks / "sitecustomize.py").write_text(SHIFTED)
    with Site(size=60) as site, fleet(tmp_path, site, any_server, lists=10) as workers:
        workers.write_tree(tree_with(60))
        site.hold("item")
        for shift in (3600, 0, -3600):
            workers.start(environment={"PYTHONPATH": f"{clocks}:{ROOT}", "SHIFT": str(shift)})
        wait_until(lambda: {"item/w0", "item/w1", "item/w2"} <= site.fetches()[1].keys(), what=workers.tell)
        site.release("item")
        workers.finish()
        assert all(worker.records for worker in workers.workers)
        assert workers.verify().logins == 1


def test_the_last_worker_clears_the_queue_and_no_other(tmp_path, any_server):
    with (
        Site(size=60, seconds=0.05) as site,
        fleet(tmp_path, site, any_server, lists=12, SCHEDULER_PERSIST=False) as workers,
    ):
        workers.write_tree(tree_with(60))
        killed, early = workers.start_together(2)
        workers.fetch(100)
        workers.kill(killed)
        site.hold("item")
        site.allow()
        late = workers.start()
        wait_until(lambda: workers.leases_of(late), what=workers.tell)
        site.hold(f"item/{late.name}")
        site.release("item")
        early.signal(signal.SIGTERM)
        assert early.wait() == 0, workers.tell()
        assert early.reason == "shutdown"
        assert workers.counts().unfinished
        site.release(f"item/{late.name}")
        assert late.wait() == 0, workers.tell()
        assert late.reason == "finished"
        workers.verify(kept=False)
