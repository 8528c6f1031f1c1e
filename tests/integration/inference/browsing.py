"""Recordings by a scripted browser: one Chromium for all, each recording in a context of its own."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from scrapy_bt.capture.browser import _listen, _settled, find_browser
from scrapy_bt.capture.folder import TRAFFIC, NewSample
from scrapy_bt.capture.har_writer import HarFile
from scrapy_bt.capture.reports import Reports
from scrapy_bt.capture.traffic import TrafficWriter

AT_ONCE = 3
PATIENCE = 60_000
"""Milliseconds that a step of browsing may take; the machine may be busy."""


@dataclass(frozen=True)
class Session:
    """A recording to be made: what is done in a page that is open at the site's home."""

    folder: Path
    browse: Callable[[Page], Awaitable[None]]


def record(series: Sequence[Sequence[Session]], site: str) -> None:
    """Record them all, into sample folders; those of a series one after the other, the series side by side."""
    asyncio.run(_record_all(series, site))


async def _record_all(series: Sequence[Sequence[Session]], site: str) -> None:
    places = asyncio.Semaphore(AT_ONCE)
    async with async_playwright() as playwright:
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        browser = await playwright.chromium.launch(
            executable_path=find_browser(), headless=True, chromium_sandbox=not is_root
        )
        try:
            await asyncio.gather(*(_record_series(browser, sessions, site, places) for sessions in series))
        finally:
            await browser.close()


async def _record_series(browser: Browser, sessions: Sequence[Session], site: str, places: asyncio.Semaphore) -> None:
    async with places:
        for session in sessions:
            await _record(browser, session, site)


async def _record(browser: Browser, session: Session, site: str) -> None:
    started = time.time()
    new = NewSample(session.folder, start_url=site)
    file = HarFile(new.unfinished / TRAFFIC)
    reports = Reports(new.keep_page)
    context = await browser.new_context(service_workers="block")
    try:
        context.set_default_timeout(PATIENCE)
        traffic = TrafficWriter(context, file, reports.files)
        await _listen(context, reports, traffic)
        page = await context.new_page()
        await traffic.ready()
        await page.goto(site)
        await session.browse(page)
        await _settled(page)
        await traffic.finish()
    finally:
        file.close()
        await context.close()
    new.finish(started, exchanges=None, events=reports.events())
