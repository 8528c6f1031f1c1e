"""Several workers on Redis take up what is decided while they run, and what is taken back."""

import json
import threading

import pytest

from scrapy_bt.storage.healing import HealingStore
from tests.integration.test_healing import NEW, OLD, PAGES, TREE
from tests.serving import Handler, serving
from tests.waiting import wait_until

FREE = 30
"""Pages of the new layout that are answered before somebody has decided; one of them may be read after that."""


@pytest.fixture
def shop():
    """Its address, and what it shows: the new layout, whose later pages wait for *rest*."""

    class Shop(Handler):
        is_new = False
        answered = 0
        rest = threading.Event()
        lock = threading.Lock()

        def do_GET(self):  # noqa: N802 - as the server calls it
            if self.path == "/":
                self.answer(200, "".join(f"<a class=item href=/thing/{n}>{n}</a>" for n in range(PAGES)))
                return
            if not self.path.startswith("/thing/"):
                self.answer(404, "none")
                return
            with Shop.lock:
                Shop.answered += Shop.is_new
                waits = Shop.answered > FREE
            if waits:
                Shop.rest.wait()
            layout = NEW if Shop.is_new else OLD
            self.answer(200, f"<html><body>{layout}</body></html>".format(n=self.path[7:]))

    with serving(Shop) as address:
        yield address, Shop
        Shop.rest.set()


def test_workers_heal_by_what_is_accepted_and_no_more_by_what_is_rolled_back(project, shop, server, client):
    address, site = shop
    project.tree("tree", TREE)
    settings = {"BT_FRONTIER": "redis", "REDIS_URL": server.url, "BT_HEALING": "review", "DOWNLOAD_TIMEOUT": 3600}
    first = project.crawl("tree", site=address, settings=settings)
    assert len(first.items) == PAGES, first.log
    site.is_new = True
    logs = [project.folder / f"{number}.log" for number in (1, 2)]
    started = [
        project.started(
            "crawl", "tree", "-a", f"site={address}", "-o", f"{log.stem}.jl", "-s", f"LOG_FILE={log}", settings=settings
        )
        for log in logs
    ]
    with started[0] as one, started[1] as other:
        for log in logs:
            wait_until(lambda: log.exists() and "Crawled 0 pages" in log.read_text(), one)  # noqa: B023 - at once
        store = HealingStore(project.folder / ".scrapy/bt-healing.db")
        wait_until(lambda: sum(bool(each.selector) for each in store.proposals.of("tree")) == 2, one)
        names = {each.id: each.proposal.field for each in store.proposals.of("tree")}
        store.close()
        accepted = project.run("bt", "heal", "accept", "--all", settings=settings)
        assert accepted.code == 0, accepted.output
        for log in logs:
            wait_until(lambda: log.read_text().count("is healed by proposal") == 2, one)  # noqa: B023 - at once
        back = project.run("bt", "heal", "rollback", "2", settings=settings)
        assert back.code == 0, back.output
        for log in logs:
            wait_until(lambda: "is not healed by proposal 2 any more" in log.read_text(), one)  # noqa: B023 - at once
        site.rest.set()
        for process in (one, other):
            process.communicate()
    told = "".join(log.read_text() for log in logs)
    assert "Traceback" not in told
    items = [json.loads(line) for log in logs for line in log.with_suffix(".jl").read_text().splitlines()]
    whole = [item["text"] for item in items if item[names[1]]]
    assert sorted(whole) == sorted(f"About {n}" for n in range(PAGES)), "those that had passed are fetched again"
    assert 0 < sum(not item[names[1]] for item in items) <= FREE
    assert len({item["text"] for item in items}) == PAGES
    assert not any(item[names[2]] for item in items)
