"""How requests end is noted, each once."""

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response
from scrapy.spiders import Spider
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.dispatch.middleware import DispatchOutcomes

URL = "https://a.example/item/1"


class Noted(list):
    def look(self, url, node, body):
        return None

    def note(self, url, seconds, *, failed, waited, seen):
        assert seconds >= 0
        assert (waited, seen) == (0.0, None)
        self.append((url, failed))


@pytest.fixture
def noted():
    return Noted()


@pytest.fixture
def middleware(noted):
    return DispatchOutcomes(get_crawler(Spider), noted)


@pytest.mark.parametrize(("status", "failed"), [(200, False), (404, False), (403, True), (429, True), (503, True)])
def test_refusals_are_failures(middleware, noted, status, failed):
    request = Request(URL)
    middleware.process_request(request)
    response = Response(URL, status=status)
    assert middleware.process_response(request, response) is response
    middleware.process_response(request, response)
    assert noted == [(URL, failed)]


def test_what_was_not_reached_has_failed_and_what_was_not_sent_has_not(middleware, noted):
    for error in (IgnoreRequest(), OSError()):
        request = Request(URL)
        middleware.process_request(request)
        middleware.process_exception(request, error)
    assert noted == [(URL, True)]


def test_answers_from_a_cache_say_nothing(middleware, noted):
    middleware.process_response(Request(URL), Response(URL))
    assert noted == []


def test_without_dispatch_there_is_none():
    with pytest.raises(NotConfigured):
        DispatchOutcomes.from_crawler(get_crawler(Spider))
