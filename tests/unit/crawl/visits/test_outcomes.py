import time
from email.utils import formatdate

import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
)
from scrapy.http import Response
from twisted.internet.error import ConnectionRefusedError as TwistedConnectionRefusedError
from twisted.internet.error import DNSLookupError, TCPTimedOutError
from twisted.python.failure import Failure
from twisted.web.client import ResponseFailed

from scrapy_bt.core.tree.nodes import OUTCOMES
from scrapy_bt.crawl.visits.outcomes import outcome_of_error, retry_after


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (DownloadTimeoutError("slow"), "timeout"),
        (TCPTimedOutError(), "timeout"),
        (TimeoutError("slow"), "timeout"),
        (PlaywrightTimeoutError("slow"), "timeout"),
        (PlaywrightError("broken"), "error"),
        (CannotResolveHostError("nowhere"), "dns"),
        (DNSLookupError("nowhere"), "dns"),
        (DownloadConnectionRefusedError("closed"), "refused"),
        (TwistedConnectionRefusedError(), "refused"),
        (ConnectionRefusedError("closed"), "refused"),
        (DownloadFailedError("broken"), "error"),
        (ValueError("broken"), "error"),
    ],
)
def test_an_error_has_its_word_in_state_tables(error: Exception, outcome: str) -> None:
    found, message = outcome_of_error(error)
    assert found == outcome
    assert found in OUTCOMES
    assert str(error) in message


def test_an_unforeseen_error_is_told_with_its_kind() -> None:
    assert outcome_of_error(KeyError("x")) == ("error", "KeyError: 'x'")


def test_what_a_middleware_dropped_is_told_in_its_words() -> None:
    assert outcome_of_error(IgnoreRequest("Forbidden by robots.txt")) == ("error", "Forbidden by robots.txt")
    assert outcome_of_error(IgnoreRequest()) == ("error", "a middleware dropped the request")


def test_of_a_list_of_failures_the_last_is_told() -> None:
    failed = ResponseFailed([Failure(ValueError("first")), Failure(OSError("last"))])
    assert outcome_of_error(failed) == ("error", "OSError: last")
    outer = DownloadFailedError("failed")
    outer.__cause__ = failed
    assert outcome_of_error(outer) == ("error", "OSError: last")


def asked(header: str) -> float | None:
    return retry_after(Response("https://a.test/", headers={"Retry-After": header}))


def test_a_site_asks_for_seconds_or_a_date() -> None:
    assert asked("120") == 120.0
    assert asked(" 7 ") == 7.0
    assert 300 < asked(formatdate(time.time() + 600, usegmt=True)) <= 600


def test_a_date_that_has_passed_asks_for_nothing() -> None:
    assert asked(formatdate(0, usegmt=True)) == 0.0


@pytest.mark.parametrize("header", ["soon", "", "-5"])
def test_what_is_no_time_asks_for_nothing(header: str) -> None:
    assert asked(header) is None
    assert retry_after(Response("https://a.test/")) is None
