import asyncio

import pytest
from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.network import pinning, rulehandlers
from scrapy_bt.crawl.network.pinning import pinned_addresses
from scrapy_bt.crawl.network.rulehandlers import CHECKED, RuleHandlers

CHECK = {CHECKED: True}


class Handler:
    """Takes what a download handler takes, and tells where the name would have led."""

    made = closed = 0

    @classmethod
    def from_crawler(cls, crawler):
        cls.made += 1
        return cls()

    async def download_request(self, request):
        return Response(request.url, headers={"By": "its own", "To": ",".join(pinned_addresses("a.test") or ())})

    async def close(self):
        type(self).closed += 1


class Handlers:
    """Scrapy's."""

    name = "scrapy"

    async def download_request_async(self, request):
        return Response(request.url, headers={"By": "all", "To": ",".join(pinned_addresses("a.test") or ())})


@pytest.fixture
def crawler(monkeypatch):
    async def look_up(host):
        return ["127.0.0.1" if host == "inside.test" else "192.0.2.1"]

    monkeypatch.setattr(pinning, "look_up", look_up)
    monkeypatch.setattr(rulehandlers, "look_up", look_up)
    monkeypatch.setattr(rulehandlers, "_PINNED", (f"{__name__}.Handler",))
    Handler.made = Handler.closed = 0
    return get_crawler(settings_dict={"DOWNLOAD_HANDLERS": {"http": Handler, "https": "tests.nothing"}})


def refuse_inside(request, addresses):
    if "127.0.0.1" in addresses:
        raise IgnoreRequest(request.url)


def ask(handlers, url, **meta):
    response = asyncio.run(handlers.download_request_async(Request(url, meta=meta)))
    return response.headers["By"].decode(), response.headers["To"].decode()


def test_requests_of_rules_have_connections_of_their_own(crawler):
    handlers = RuleHandlers(crawler, Handlers(), check=refuse_inside)
    assert handlers.name == "scrapy"
    assert ask(handlers, "http://a.test/") == ("all", "")
    assert ask(handlers, "http://a.test/", **CHECK) == ("its own", "192.0.2.1")
    assert ask(handlers, "http://a.test/2", **CHECK) == ("its own", "192.0.2.1")
    assert ask(handlers, "http://192.0.2.1/", **CHECK) == ("all", "")
    assert Handler.made == 1
    asyncio.run(crawler.signals.send_catch_log_async(signals.engine_stopped))
    assert Handler.closed == 1


def test_what_leads_inside_is_not_sent_through_a_proxy_either(crawler):
    handlers = RuleHandlers(crawler, Handlers(), check=refuse_inside)
    for meta in (CHECK, {**CHECK, "proxy": "http://127.0.0.1:1"}):
        with pytest.raises(IgnoreRequest):
            ask(handlers, "http://inside.test/", **meta)
    assert ask(handlers, "http://a.test/", **CHECK, proxy="http://127.0.0.1:1") == ("all", "")


def test_a_handler_that_the_project_has_brought_along_is_asked_once(crawler):
    crawler.settings.frozen = False
    crawler.settings.set("DOWNLOAD_HANDLERS", {"http": Handlers})
    handlers = RuleHandlers(crawler, Handlers(), check=refuse_inside)
    assert ask(handlers, "http://a.test/", **CHECK) == ("all", "192.0.2.1")
    assert ask(handlers, "ftp://a.test/", **CHECK) == ("all", "192.0.2.1")
    asyncio.run(crawler.signals.send_catch_log_async(signals.engine_stopped))
    assert not Handler.made
