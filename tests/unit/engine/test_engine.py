"""The lean engine does what Scrapy's does: the same calls, signals, items and statistics over made-up spiders."""

import os
from dataclasses import replace
from tempfile import TemporaryDirectory

from hypothesis import example, given, settings

from scrapy_bt.engine.engine import LeanEngine
from tests.enginetraces import Page, Plan, crawl, plans

EXAMPLES = int(os.environ.get("ENGINE_EXAMPLES", "50"))
LINE = Plan((Page(links=(1, 2, 3)), Page(status=301, location=4), Page(status=404), Page(failures=1), *3 * [Page()]))


@settings(max_examples=EXAMPLES)
@example(LINE)
@given(plans())
def test_components_see_the_same_as_with_scrapys_engine(plan):
    lean, stock = crawl(plan, "lean"), crawl(plan, "scrapy")
    assert (lean.engine, stock.engine) == (LeanEngine.__name__, "ExecutionEngine")
    if stock.ended_early:
        assert lean.stats.get("finish_reason") == stock.stats.get("finish_reason")
        for url in lean.by_url.keys() & stock.by_url.keys():
            assert all(one == other for one, other in zip(lean.by_url[url], stock.by_url[url], strict=False))
        return
    assert lean.by_url == stock.by_url
    assert lean.others == stock.others
    assert lean.items == stock.items
    assert lean.stats == stock.stats


@settings(max_examples=max(3, EXAMPLES // 5))
@given(plans())
def test_a_crawl_that_was_stopped_goes_on_from_its_folder(plan):
    """Stopped by an item on either engine, it comes to the same items, whichever engine goes on."""
    calm = replace(plan, faults={}, starts_with_item=False, settings={"CONCURRENT_REQUESTS": 2})
    whole = set(crawl(calm, "scrapy").items)
    for first, second in (("lean", "lean"), ("lean", "scrapy"), ("scrapy", "lean")):
        with TemporaryDirectory() as folder:
            stopped = crawl(calm, first, {"JOBDIR": folder, "CLOSESPIDER_ITEMCOUNT": 1})
            resumed = crawl(calm, second, {"JOBDIR": folder})
        assert set(stopped.items) | set(resumed.items) == whole
