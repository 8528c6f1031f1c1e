"""Bodies that Playwright does not give: those of pages that have been left, and of forms with files."""

from __future__ import annotations

import asyncio
import base64
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

TOTAL, LARGEST = 256 * 1024 * 1024, 16 * 1024 * 1024
"""Bytes of bodies that the browser keeps, in all and of one."""


class DurableBodies:
    """Has the browser keep the bodies of each tab beyond its pages, where it can (Chromium since 2025)."""

    def __init__(self) -> None:
        self._posted: dict[str, list[tuple[float, asyncio.Task[bytes | None]]]] = {}
        self._known: dict[str, list[tuple[float, CDPSession, str]]] = {}
        """By URL: when each request started, in milliseconds since the epoch, and by what it is asked for."""

    async def watch(self, context: BrowserContext, page: Page) -> None:
        """Keep the bodies of a tab from now on."""
        from playwright.async_api import Error  # noqa: PLC0415  # an extra, which only a recording needs

        began: dict[str, float] = {}
        try:
            session = await context.new_cdp_session(page)
            session.on("Network.requestWillBeSent", lambda told: self._note_start(session, began, told))
            session.on("Network.responseReceived", lambda told: self._note(session, began, told))
            sizes = {"maxTotalBufferSize": TOTAL, "maxResourceBufferSize": LARGEST}
            await session.send("Network.enable", sizes)
            await session.send("Network.configureDurableMessages", sizes)
        except Error:  # the tab is closed already, or the browser is older
            return

    async def body_of(self, url: str, started: float) -> bytes | None:
        """The body of the answer to the request that started then, in milliseconds; None if it is gone."""
        from playwright.async_api import Error  # noqa: PLC0415  # an extra, which only a recording needs

        known = self._known.get(url)
        if not known:
            return None
        _, session, number = min(known, key=lambda one: abs(one[0] - started))
        try:
            told = await session.send("Network.getResponseBody", {"requestId": number})
        except Error:
            return None
        text = str(told["body"])
        return base64.b64decode(text) if told["base64Encoded"] else text.encode("utf-8", "surrogatepass")

    def _note(self, session: CDPSession, began: dict[str, float], told: dict[str, Any]) -> None:
        response, number = told["response"], told["requestId"]
        timing = response.get("timing") or {}
        shift = began.get(number, 0.0)
        started = (timing.get("requestTime", 0.0) + shift) * 1000
        self._known.setdefault(response["url"], []).append((started, session, number))

    async def posted(self, url: str, started: float) -> bytes | None:
        """The body of the form that was sent then; files in it are empty. None: there was none."""
        known = self._posted.get(url)
        return await min(known, key=lambda one: abs(one[0] - started))[1] if known else None

    def _note_start(self, session: CDPSession, began: dict[str, float], told: dict[str, Any]) -> None:
        """Note the offset of the browser's own clock, and ask for a form while the browser still has it."""
        number, request = told["requestId"], told["request"]
        began[number] = told["wallTime"] - told["timestamp"]
        if request.get("hasPostData") and not any(entry.get("bytes") for entry in request.get("postDataEntries", ())):
            asking = asyncio.ensure_future(_form(session, number))
            self._posted.setdefault(request["url"], []).append((told["wallTime"] * 1000, asking))


async def _form(session: CDPSession, number: str) -> bytes | None:
    from playwright.async_api import Error  # noqa: PLC0415  # an extra, which only a recording needs

    try:
        told = await session.send("Network.getRequestPostData", {"requestId": number})
    except Error:
        return None
    text = str(told["postData"])
    return base64.b64decode(text) if told.get("base64Encoded") else text.encode("utf-8", "surrogatepass")
