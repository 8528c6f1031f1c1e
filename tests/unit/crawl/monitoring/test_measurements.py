import asyncio
from types import SimpleNamespace

from scrapy_bt.crawl.monitoring.measurements import measure
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier


def take(frontier=None, **stats):
    scheduler = SimpleNamespace() if frontier is None else SimpleNamespace(frontier=frontier)
    crawler = SimpleNamespace(
        stats=SimpleNamespace(get_stats=lambda: stats),
        engine=SimpleNamespace(_slot=SimpleNamespace(scheduler=scheduler)),
        spider=None,
    )
    return asyncio.run(measure(crawler))


def test_a_spider_without_our_scheduler_has_its_statistics():
    found = take(response_received_count=7, item_scraped_count=2)
    assert {name: value for name, _, value in found.counters}["bt_pages"] == 7.0
    assert found.gauges == found.labelled_gauges == []


def test_outcomes_and_failures_have_labels():
    found = take(**{"bt/outcome/200": 3, "bt/failed/main/list/timeout": 1})
    rows = {name: rows for name, _, _, rows in found.labelled_counters}
    assert rows == {"bt_outcomes": [(("200",), 3.0)], "bt_failures": [(("main/list", "timeout"), 1.0)]}


def test_tasks_are_told_by_state_and_node():
    frontier = MemoryFrontier(lambda bucket: 0.0, limits={})
    frontier.put([Requeue(Entry(Bucket("shop", node, boost), b"")) for node, boost in (("a", 0), ("a", 1), ("b", 0))])
    frontier.pause(ControlTarget(node="b"))
    rows = {name: dict(rows) for name, _, _, rows in take(frontier).labelled_gauges}
    assert (rows["bt_tasks"]["ready",], rows["bt_tasks"]["paused",]) == (2.0, 1.0)
    assert rows["bt_node_tasks"] == {("shop", "a", "ready"): 2.0, ("shop", "b", "paused"): 1.0}
