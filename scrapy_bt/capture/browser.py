"""Recording in a browser: Chromium, started by Playwright, in which a person (or a script) browses."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import shutil
import signal
import sys
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import SampleError
from .contexts import RecordedContext, close, recorded_context, settle
from .folder import NewSample, Recorded

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, Playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
"""Programs that are looked for, in this order."""
_REASON = re.compile(r"^(?:element is (?:not|outside)|did not find )|intercepts pointer events$")
"""How Playwright's log tells why something that is there cannot be clicked or filled."""

Script = Callable[["Page"], Awaitable[Any]]


@dataclass(frozen=True)
class BrowserRecorder:
    """How a browser is started and recorded."""

    browser: str = ""
    """The program; empty for the first of `BROWSERS` that is there."""
    is_headless: bool = False
    script: Script | None = None
    """Browses instead of a person; the recording ends when it does."""
    say: Callable[[str], None] = lambda _: None
    """Hears what the person should know."""

    def record(self, url: str, new: NewSample) -> Recorded:
        """Record until the browser is closed, Ctrl-C or the end of the script; the sample is written in any case.

        Raises `SampleError` if it cannot begin, and what the script raises, with nothing left behind.
        """
        try:
            program = self._ready()
            return asyncio.run(self._record(url, new, program))
        except BaseException:
            new.discard()
            raise

    def _ready(self) -> str:
        """The browser's program, if all is there that a recording needs."""
        if importlib.util.find_spec("playwright") is None:
            raise SampleError("recording in a browser needs Playwright: pip install 'scrapy_bt[record]'")
        program = find_browser(self.browser)
        has_screen = sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if not self.is_headless and not has_screen:
            raise SampleError(
                "there is no screen to show a browser on; record elsewhere, with --proxy, or by a --script --headless"
            )
        return program

    async def _record(self, url: str, new: NewSample, program: str) -> Recorded:
        from playwright.async_api import Error, async_playwright  # noqa: PLC0415  # an extra

        async with async_playwright() as playwright:
            try:
                browser = await launch(playwright, program, is_headless=self.is_headless)
            except Error as error:
                raise SampleError(f"{program} could not be started: {_first_line(error)}") from error
            new.tool = f"{new.tool}, Chromium {browser.version}"
            new.start_url = new.start_url or url
            is_watched = self.script is None
            try:
                async with recorded_context(
                    browser, new, is_watched=is_watched, no_viewport=not self.is_headless
                ) as one:
                    await self._browse(one, browser, url)
            finally:
                await close(browser)
        assert one.recorded is not None, "it has ended"
        return one.recorded

    async def _browse(self, one: RecordedContext, browser: Browser, url: str) -> None:
        from playwright.async_api import Error  # noqa: PLC0415  # an extra

        context, ended = one.context, asyncio.Event()
        with _signals(ended):
            browser.on("disconnected", lambda _: ended.set())
            context.on("page", lambda page: page.on("close", lambda _: _end_with_last(context, ended)))
            page = await one.open_tab()
            try:
                await page.goto(url)
            except Error as error:
                # Chromium's codes; Playwright has them in the message alone.
                if self.script is not None or "ERR_NAME_NOT_RESOLVED" in str(error) or "ERR_CONNECTION" in str(error):
                    raise SampleError(f"{url} could not be opened: {_first_line(error)}") from error
            if self.script is not None:
                await self._follow_script(page, ended)
                return
            self.say("recording; close the browser, or press Ctrl-C, when you are through")
            await ended.wait()

    async def _follow_script(self, page: Page, ended: asyncio.Event) -> None:
        assert self.script is not None, "asked before"
        following = asyncio.ensure_future(self.script(page))
        waiting = asyncio.ensure_future(ended.wait())
        await asyncio.wait({following, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not following.done():
            following.cancel()
            await asyncio.wait({following})
            return
        error = following.exception()
        if error is not None:
            at, why = _place(error, self.script), _first_line(error) + awaited(error)
            raise SampleError(f"the script failed{at} on the page {page.url}: {why}") from error
        # What the last act has begun belongs to the recording.
        await settle(page)


async def launch(playwright: Playwright, program: str, *, is_headless: bool) -> Browser:
    """Start a browser, which signals to this process do not end."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return await playwright.chromium.launch(
        executable_path=program,
        headless=is_headless,
        # Chromium refuses to run as root with its sandbox.
        chromium_sandbox=not is_root,
        handle_sigint=False,
        handle_sigterm=False,
        handle_sighup=False,
    )


def find_browser(wanted: str = "") -> str:
    """The path of the browser's program; raises `SampleError`, which says what to install."""
    for name in (wanted,) if wanted else BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    if wanted:
        raise SampleError(f"{wanted}: there is no such program; --browser takes the path of Chromium or Chrome")
    raise SampleError(
        "there is no Chromium on this machine; install it (Debian, Ubuntu: apt install chromium; Fedora: dnf install"
        " chromium; macOS: brew install --cask chromium), or name yours with --browser PATH"
    )


def _end_with_last(context: BrowserContext, ended: asyncio.Event) -> None:
    if not context.pages:
        ended.set()


class _signals:  # noqa: N801  # a context, used as a function
    """While it lasts, Ctrl-C and an end from outside end the recording instead of the program."""

    def __init__(self, ended: asyncio.Event) -> None:
        self._ended = ended

    def __enter__(self) -> None:
        self._loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            self._loop.add_signal_handler(number, partial(self._ended.set))

    def __exit__(self, *_: object) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._loop.remove_signal_handler(number)


def _place(error: BaseException, script: Script) -> str:
    """Where in the script's file an error arose."""
    code = getattr(script, "__code__", None)
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if code and frame.filename == code.co_filename
    ]
    return f" ({Path(code.co_filename).name}:{lines[-1]})" if code and lines else ""


def awaited(error: BaseException) -> str:
    """What Playwright waited for in vain, and why it was not to be had, for people.

    Its errors have the log of a call in their message alone.
    """
    told = [line.strip(" -") for line in str(error).splitlines()[1:]]
    waits = next((f" {line}" for line in told if line.startswith("waiting for ")), "")
    reason = next((line for line in reversed(told) if _REASON.search(line)), "")
    return f"{waits}: {reason}" if waits and reason else waits


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
