"""What becomes of what a callback gives."""

import asyncio

import pytest
from scrapy import Request
from scrapy.core.scheduler import Scheduler

from tests.enginetraces import SITE, MadeSpider, Page, Plan, crawl


class RefusingScheduler(Scheduler):
    def enqueue_request(self, request):
        if "scheduled" in request.meta:
            raise ValueError("never")
        return super().enqueue_request(request)


@pytest.mark.parametrize("style", ["generator", "list", "async generator", "coroutine"])
def test_requests_and_items_of_every_kind_of_callback_arrive(style):
    trace = crawl(Plan((Page(items=2, links=(1,), style=style), Page())), "lean")
    assert len(trace.items) == 3
    assert set(trace.by_url) == {f"{SITE}/0", f"{SITE}/1", f"{SITE}/0#0", f"{SITE}/0#1", f"{SITE}/1#0"}


def test_a_long_output_leaves_others_their_turn(monkeypatch):
    turns = []

    def outputs(self, response):
        loop = asyncio.get_running_loop()
        loop.call_soon(turns.append, True)
        for number in range(100):
            yield {"page": response.url, "number": number}
        turns.append(len(turns))

    monkeypatch.setattr(MadeSpider, "_outputs", outputs)
    crawl(Plan((Page(),)), "lean", {"CONCURRENT_ITEMS": 8})
    assert turns == [True, 1]


def test_a_request_that_cannot_be_scheduled_is_told_and_others_go_on(monkeypatch, caplog):
    def outputs(self, response):
        yield Request(f"{SITE}/1", self.parse_page, meta={"scheduled": "never"})
        yield {"page": response.url}

    monkeypatch.setattr(MadeSpider, "_outputs", outputs)
    trace = crawl(Plan((Page(), Page())), "lean", {"SCHEDULER": RefusingScheduler})
    assert len(trace.items) == 1
    assert trace.stats["finish_reason"] == "finished"
    assert "Error while scheduling" in caplog.text
