import asyncio

from scrapy import Request, signals
from scrapy.exceptions import DropItem
from scrapy.http import Response
from scrapy.utils.test import get_crawler
from twisted.python.failure import Failure

from scrapy_bt.crawl.runtime.pipeline_failures import PipelineFailures
from scrapy_bt.errors import NotStored


class Undone(NotStored, DropItem):
    pass


def tell(crawler, signal, **facts):
    asyncio.run(_tell(crawler, signal, facts))


async def _tell(crawler, signal, facts):
    await crawler.signals.send_catch_log_async(signal, spider=None, **facts)


def test_a_request_has_failed_if_one_of_its_items_could_not_be_stored():
    crawler = get_crawler()
    pipeline_failures = PipelineFailures(crawler)
    lost, dropped, wrong = (Request(f"https://a.test/{name}") for name in ("lost", "dropped", "wrong"))
    tell(crawler, signals.item_dropped, item={}, response=Response(lost.url, request=lost), exception=Undone("away"))
    tell(crawler, signals.item_dropped, item={}, response=Response(lost.url, request=lost), exception=Undone("away"))
    tell(
        crawler,
        signals.item_dropped,
        item={},
        response=Response("https://b.test", request=dropped),
        exception=DropItem("x"),
    )
    tell(
        crawler,
        signals.item_error,
        item={},
        response=Response("https://b.test", request=wrong),
        failure=Failure(KeyError()),
    )
    assert [pipeline_failures.has_failed(request) for request in (lost, dropped, wrong, None)] == [
        True,
        False,
        False,
        False,
    ]
    assert not pipeline_failures.has_failed(lost)


def test_an_error_that_says_so_counts_as_well():
    crawler = get_crawler()
    pipeline_failures = PipelineFailures(crawler)
    request = Request("https://a.test/")
    failure = Failure(NotStored("away"))
    tell(crawler, signals.item_error, item={}, response=Response(request.url, request=request), failure=failure)
    assert pipeline_failures.has_failed(request)


def test_items_of_no_request_are_known_by_themselves():
    crawler = get_crawler()
    pipeline_failures = PipelineFailures(crawler)
    first, second = {"a": 1}, {"a": 1}
    tell(crawler, signals.item_dropped, item=second, response=None, exception=Undone("away"))
    assert not pipeline_failures.has_lost(first)
    assert pipeline_failures.has_lost(second)
    assert not pipeline_failures.has_lost(second)
