"""Recordings by a scripted browser: one Chromium for all, each recording in a context of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from scrapy_bt.capture.browser import find_browser, launch
from scrapy_bt.capture.contexts import recorded_context, settle
from scrapy_bt.capture.folder import NewSample

AT_ONCE = 3
PATIENCE = 900_000
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
        browser = await launch(playwright, find_browser(), is_headless=True)
        try:
            await asyncio.gather(*(_record_series(browser, sessions, site, places) for sessions in series))
        finally:
            await browser.close()


async def _record_series(browser: Browser, sessions: Sequence[Session], site: str, places: asyncio.Semaphore) -> None:
    async with places:
        for session in sessions:
            await _record(browser, session, site)


async def _record(browser: Browser, session: Session, site: str) -> None:
    new = NewSample(session.folder, start_url=site)
    async with recorded_context(browser, new) as recording:
        recording.context.set_default_timeout(PATIENCE)
        page = await recording.open_tab()
        await page.goto(site)
        await session.browse(page)
        await settle(page)
