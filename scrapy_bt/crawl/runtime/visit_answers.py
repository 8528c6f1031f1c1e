"""Answers to visits become events, and these the next step of a task."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError

from ...core.tree import effects as ef
from ...core.tree import events as ev
from ...core.tree import operations as op
from ...settings import BTSettings
from ..downloader import seconds_of
from ..reading.pages import ResponsePage
from ..reading.parsing import Parsing, may_take_long
from ..visits.outcomes import outcome_of_error, retry_after
from ..visits.requests import FLIGHT

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from twisted.python.failure import Failure

    from ...core.tree.task import Task
    from ...frontier.entries import Lease
    from .leases import Leases
    from .step_completion import StepCompletion
    from .steps import Stepper


@dataclass(frozen=True, eq=False)
class PendingVisit:
    """A visit under way."""

    lease: Lease
    task: Task
    step: op.FetchPage
    deadline: float | None = None
    """When the limit of time around it is over, in seconds of Unix time."""


class VisitAnswers:
    """The callback and the errback of every visit."""

    def __init__(self, crawler: Crawler, steps: Stepper, leases: Leases, step_completion: StepCompletion) -> None:
        self._stats, self._steps, self._leases, self._step_completion = crawler.stats, steps, leases, step_completion
        self._most = crawler.settings.getint("DOWNLOAD_MAXSIZE")
        self._parsing = Parsing(seconds=BTSettings.read(crawler.settings).parse_seconds)

    def on_response(self, response: Response) -> Iterable[Any] | AsyncIterator[Any]:
        """A page, or a status that Scrapy leaves to the tree."""
        request = response.request
        assert request is not None, "the engine sets it"
        self._leases.slots.end(request.meta[FLIGHT].lease)
        status = response.status
        asked = retry_after(response) if status in (429, 503) else None
        most = request.meta.get("download_maxsize", self._most)
        page = ResponsePage(response, self._steps.jar(request.meta.get("cookiejar")), most=most)
        event = ev.Arrived(str(status), page, time.time(), retry_after=asked, url=request.url)
        reading = self._steps.reading(request.meta, page)
        if reading is None and not may_take_long(page):
            return self._arrive(request, event)
        return self._arrive_later(request, event, page, reading)

    def on_error(self, failure: Failure) -> Iterable[Any] | AsyncIterator[Any]:
        """Why there is no page."""
        error: Any = failure.value
        if isinstance(error, HttpError):  # a status that Scrapy neither follows nor hands on, such as 304
            return self.on_response(error.response)
        outcome, message = outcome_of_error(error)
        request: Request = failure.request  # type: ignore[attr-defined]  # Scrapy sets it
        self._leases.slots.end(request.meta[FLIGHT].lease)
        return self._arrive(request, ev.Arrived(outcome, now=time.time(), message=message, url=request.url))

    def _arrive(self, request: Request, event: ev.Arrived) -> Iterable[Any] | AsyncIterator[Any]:
        flight: PendingVisit = request.meta[FLIGHT]
        lease, task = flight.lease, flight.task
        seconds = seconds_of(request)
        measured = {} if seconds is None else {flight.step.name: seconds}
        self._stats.inc_value("bt/visits")
        self._stats.inc_value(f"bt/outcome/{event.outcome}")
        output: Iterable[Any] | AsyncIterator[Any] = ()
        with self._leases.answering_for(lease):
            step = self._steps.take(lease, task, event, measured)
            if step is None:
                return ()
            if isinstance(step.ending, ef.Await):
                output = self._step_completion.answer(lease, task, step, request)
            else:
                output = self._step_completion.complete_step(lease, step, request)
        return output

    async def _arrive_later(
        self, request: Request, event: ev.Arrived, page: ResponsePage, reading: Callable[[], None] | None
    ) -> AsyncIterator[Any]:
        """A page that takes long to read is read in a thread, while the reactor goes on."""
        is_read = False
        with self._leases.answering_for(request.meta[FLIGHT].lease):
            if may_take_long(page):
                await self._parsing.parse(page)
            if reading is not None:
                await asyncio.get_running_loop().run_in_executor(None, reading)
            is_read = True
        output = self._arrive(request, event) if is_read else ()
        if isinstance(output, AsyncIterator):
            async for record in output:
                yield record
        else:
            for record in output:
                yield record
