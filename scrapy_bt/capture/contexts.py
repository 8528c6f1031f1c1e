"""Recording what happens in one context of a browser: its tabs, its traffic, and what is done on its pages."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from .folder import TRAFFIC, NewSample, Recorded
from .har_writer import HarFile
from .reports import Reports, page_script
from .traffic import TrafficWriter

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

_BINDING = "__scrapyBtReport"
_QUIET, _LAST_LOOK = 3000, 500
"""Milliseconds that a page is given to have all it asked for, and its script to tell how it looks then."""


class RecordedContext:
    """A context while it is recorded; *context* is Playwright's own."""

    def __init__(self, context: BrowserContext, traffic: TrafficWriter) -> None:
        self.context, self._traffic = context, traffic
        self.recorded: Recorded | None = None
        """What came of it; none until it has ended."""

    async def open_tab(self) -> Page:
        """Open a new tab, and miss nothing of it."""
        page = await self.context.new_page()
        await self._traffic.ready()
        return page


@asynccontextmanager
async def recorded_context(
    browser: Browser, new: NewSample, *, is_watched: bool = False, **options: Any
) -> AsyncIterator[RecordedContext]:
    """Record a new context of *browser* until the block ends, and close it; then *new* is finished.

    *is_watched*: a person sits before it. *options* are those of Playwright's `new_context`. What is raised in the
    block goes on, and *new* is left to be discarded by whoever made it.
    """
    started = time.time()
    # Service workers answer requests themselves, out of anybody's sight.
    context = await browser.new_context(service_workers="block", **options)
    file, reports = HarFile(new.unfinished / TRAFFIC), Reports(new.keep_page)
    try:
        traffic = TrafficWriter(context, file, reports.files, is_watched=is_watched)
        await _listen(context, reports, traffic, has_bar=is_watched)
        one = RecordedContext(context, traffic)
        try:
            yield one
        finally:
            await traffic.finish()
    finally:
        file.close()
        await close(context)
    folder = new.finish(started, exchanges=None, events=reports.events())
    one.recorded = Recorded(folder, file.count, len(reports), traffic.lost)


async def settle(page: Page, *, quiet: float = _QUIET) -> None:
    """Wait until the page has loaded what the last act on it asked for, and reported it.

    *quiet*: milliseconds that it has for that at most, since some pages never stop to ask for something; 0: any time.
    """
    from playwright.async_api import Error  # noqa: PLC0415  # an extra

    try:
        await page.wait_for_load_state("networkidle", timeout=quiet)
        # The script on the page reports how it looks a little after an act.
        await page.wait_for_timeout(_LAST_LOOK)
    except Error:
        return


async def _listen(context: BrowserContext, reports: Reports, traffic: TrafficWriter, *, has_bar: bool) -> None:
    def report(source: Any, line: str) -> None:
        reports.add(line, page=traffic.name_of(source["page"]))

    await context.expose_binding(_BINDING, report)
    await context.add_init_script(page_script(f"line => window.{_BINDING}(line)", has_bar=has_bar))


async def close(place: Browser | BrowserContext) -> None:
    """Close a browser or a context; one that is closed already is left alone."""
    from playwright.async_api import Error  # noqa: PLC0415  # an extra

    try:
        await place.close()
    except Error:
        return
