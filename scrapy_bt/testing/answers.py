"""What happens to a crawl in a playbook: `playbook >> page("<html>…") >> status(503) >> timeout()`."""

from __future__ import annotations

import json as json_library
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from scrapy import Request
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from .stage import Stage


class Happens(Protocol):
    """Something that comes from outside; raises `LookupError` with the reason when it cannot happen now."""

    def happen(self, stage: Stage, asked: int | None) -> None:
        """Let it happen; *asked*: the number of the request that it answers if it does not say which."""


@dataclass(frozen=True)
class VisitAnswer:
    """The answer to a visit."""

    outcome: str
    body: bytes | None = None
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = ""
    to: str | None = None

    def __str__(self) -> str:
        outcome = f"status {self.outcome}" if self.outcome.isdecimal() else self.outcome
        size = f", {len(self.body)} bytes" if self.body else ""
        return f"{outcome}{size}{f' to {self.to}' if self.to else ''}"

    def happen(self, stage: Stage, asked: int | None) -> None:
        """The visit that was asked for, or the one that has waited longest, comes to its outcome."""
        flights = stage.flights
        fitting = [flight for flight in flights if self.to in (None, flight.sent.node, flight.sent.url)]
        flight = next((flight for flight in fitting if flight.sent.number == asked), fitting[0] if fitting else None)
        if flight is None:
            open_visits = ", ".join(f"{flight.sent.node} {flight.sent.url}" for flight in flights) or "none"
            raise LookupError(f"no visit waits for this answer (visits without an answer: {open_visits})")
        stage.answer(flight, self.outcome, self.respond(flight.request), self.message)

    def respond(self, request: Request) -> Response | None:
        """The response to *request*; None where none arrives."""
        if self.body is None:
            return None
        url, headers = self.url or request.url, Headers(dict(self.headers))
        kind = responsetypes.from_args(headers=headers, url=url, body=self.body)
        return kind(url, status=int(self.outcome), headers=headers, body=self.body, request=request)


def page(
    body: str | bytes = "",
    /,
    *,
    status: int = 200,
    url: str | None = None,
    json: Any = None,
    headers: Mapping[str, str] | None = None,
    to: str | None = None,
) -> VisitAnswer:
    """A page arrives: HTML in UTF-8, unless *headers* say otherwise, or *json*.

    It answers the first visit that was expected since the last answer; without any, the oldest that is open. *to*: only
    visits of this name, or of this URL. *url*: where the page is, after redirects.
    """
    kind = "text/html; charset=utf-8"
    if json is not None:
        body, kind = json_library.dumps(json, ensure_ascii=False), "application/json"
    encoded = body.encode() if isinstance(body, str) else body
    return VisitAnswer(str(status), encoded, url, {"Content-Type": kind, **(headers or {})}, to=to)


def status(code: int, /, *, retry_after: int | None = None, to: str | None = None) -> VisitAnswer:
    """An empty page with this status arrives."""
    return page(status=code, headers={} if retry_after is None else {"Retry-After": str(retry_after)}, to=to)


def timeout(*, to: str | None = None) -> VisitAnswer:
    """No answer arrives."""
    return VisitAnswer("timeout", message="no answer", to=to)


def dns(*, to: str | None = None) -> VisitAnswer:
    """The host has no address."""
    return VisitAnswer("dns", message="no such host", to=to)


def refused(*, to: str | None = None) -> VisitAnswer:
    """The host takes no connection."""
    return VisitAnswer("refused", message="connection refused", to=to)


def error(message: str = "", /, *, to: str | None = None) -> VisitAnswer:
    """The visit fails in another way."""
    return VisitAnswer("error", message=message, to=to)


@dataclass(frozen=True)
class Resumed:
    """Somebody resumes all paused tasks."""

    def __str__(self) -> str:
        return "resumed"

    def happen(self, stage: Stage, asked: int | None) -> None:  # noqa: ARG002 - it answers no request
        """Paused tasks go on."""
        if not stage.wake_paused():
            raise LookupError("no task is paused")


def resumed() -> Resumed:
    """Somebody resumes all paused tasks."""
    return Resumed()


@dataclass(frozen=True)
class Passed:
    """Time passes."""

    seconds: float

    def __str__(self) -> str:
        return f"{self.seconds:g} seconds"

    def happen(self, stage: Stage, asked: int | None) -> None:  # noqa: ARG002 - it answers no request
        """The clock goes on."""
        stage.pass_time(self.seconds)


def passed(seconds: float, /) -> Passed:
    """This much time passes: shared values may expire, tasks that wait may go on."""
    return Passed(seconds)
