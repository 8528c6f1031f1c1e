"""What really happened at a visit, in the words of state tables (language.md: `outcome`)."""

from __future__ import annotations

import time

from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from twisted.internet.error import ConnectionRefusedError as TwistedConnectionRefusedError
from twisted.internet.error import DNSLookupError, TCPTimedOutError
from twisted.internet.error import TimeoutError as TwistedTimeoutError

from ...core.samples.retryafter import seconds_told
from ...versions import CannotResolveHostError, DownloadConnectionRefusedError, DownloadTimeoutError

_BY_ERROR: tuple[tuple[tuple[type[BaseException], ...], str], ...] = (
    ((DownloadTimeoutError, TwistedTimeoutError, TCPTimedOutError, TimeoutError), "timeout"),
    ((CannotResolveHostError, DNSLookupError), "dns"),
    ((DownloadConnectionRefusedError, TwistedConnectionRefusedError, ConnectionRefusedError), "refused"),
)

_BY_CLASS = {("playwright._impl._errors", "TimeoutError"): "timeout"}
"""Errors of packages that are loaded only where a project uses them, by module and name."""


def outcome_of_error(error: BaseException) -> tuple[str, str]:
    """The outcome and a message for an author."""
    for kinds, outcome in _BY_ERROR:
        if isinstance(error, kinds):
            return outcome, str(error)
    named = _BY_CLASS.get((type(error).__module__, type(error).__name__))
    if named is not None:
        return named, str(error)
    if isinstance(error, IgnoreRequest):
        return "error", str(error) or "a middleware dropped the request"
    inner = _innermost(error)
    return "error", f"{type(inner).__name__}: {inner}"


def _innermost(error: BaseException) -> BaseException:
    """What really happened, where Twisted hands on a list of failures."""
    reasons = getattr(error, "reasons", None) or getattr(error.__cause__, "reasons", None)
    return reasons[-1].value if reasons else error


def retry_after(response: Response) -> float | None:
    """Seconds that the site asked to wait, by its headers."""

    def header(name: str) -> str | None:
        told = response.headers.get(name)
        return None if told is None else told.decode("latin-1")

    return seconds_told(header, time.time())
