"""A browser's requests and answers, written into a HAR as they come."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..core.samples.multipart import parts_of, with_parts
from ..core.samples.redirects import REDIRECTS
from ..core.samples.traffic import Answer, Exchange, Headers, Sent
from .durable import LARGEST, DurableBodies
from .har_entries import MEDIA, NO_BODY, as_text
from .har_writer import HarFile

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Download, Page, Request, Response, WebSocket

logger = logging.getLogger(__name__)

_SKIPPED = ("data:", "blob:", "about:", "chrome", "devtools:", "file:")
_PATIENCE, _TRIES = 5.0, 100
"""Seconds that bodies under way are waited for, and how often they are looked for meanwhile."""


class TrafficWriter:
    """Listens to a browser's context; tabs are numbered in the order in which they open.

    *files*: by name, what was chosen to be sent; of forms with files the browser tells only the names. *is_watched*:
    a person sits before it, and answers what pages ask.
    """

    def __init__(
        self, context: BrowserContext, file: HarFile, files: Mapping[str, bytes], *, is_watched: bool = False
    ) -> None:
        self._file, self._files, self._is_watched = file, files, is_watched
        self._downloads: dict[str, asyncio.Task[bytes | None]] = {}
        self._open: dict[Request, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._pages: dict[Page, str] = {}
        self._durable = DurableBodies()
        self.lost = 0
        """How many bodies could not be had."""
        self._context = context
        context.on("page", self._watch)
        context.on("request", self._begin)
        context.on("requestfinished", lambda request: self._end(request, has_answer=True))
        context.on("requestfailed", lambda request: self._end(request, has_answer=False))

    def name_of(self, page: Page | None) -> str:
        """The name of a tab; empty if it has none, as what a worker fetches."""
        if page is None:
            return ""
        return self._pages.setdefault(page, f"page_{len(self._pages) + 1}")

    async def ready(self) -> None:
        """Wait until the tabs that are open are listened to."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)

    async def finish(self) -> None:
        """Wait for the requests that are under way, and write those that never end without an answer."""
        await self.ready()
        for request, started in list(self._open.items()):
            self._file.add(Exchange(0, _sent(request, ()), None, started=started, kind=request.resource_type))
        self._open.clear()

    def _watch(self, page: Page) -> None:
        self.name_of(page)
        page.on("websocket", self._note_socket)
        page.on("download", self._take_download)
        if self._is_watched:
            # Without a listener Playwright answers what the page asks, and the person never sees it.
            page.on("dialog", lambda _: None)
        self._start(self._durable.watch(self._context, page))

    def _note_socket(self, socket: WebSocket) -> None:
        self._file.add(Exchange(0, Sent("GET", socket.url), Answer(101, socket.url), started=time.time()))

    def _take_download(self, download: Download) -> None:
        self._downloads[download.url] = asyncio.ensure_future(_read(download))

    async def _downloaded(self, url: str) -> bytes | None:
        """What the browser has saved instead of showing it, which it does not tell as the body of an answer."""
        for _ in range(_TRIES):
            if url in self._downloads:
                return await self._downloads[url]
            await asyncio.sleep(_PATIENCE / _TRIES)
        return None

    def _begin(self, request: Request) -> None:
        if not request.url.startswith(_SKIPPED):
            self._open[request] = time.time()

    def _end(self, request: Request, *, has_answer: bool) -> None:
        if request in self._open:
            self._start(self._write(request, has_answer=has_answer))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self, request: Request, *, has_answer: bool) -> None:
        # The body first of all: the browser forgets it when the page is left.
        response = await _asked(request.response())
        if has_answer:
            body = await self._body(response) if response is not None else None
        elif response is not None and "attachment" in response.headers.get("content-disposition", ""):
            body = await self._downloaded(request.url)
        else:  # a script may have read all that it wanted, and left the rest
            started = request.timing["startTime"]
            body = await self._durable.body_of(request.url, started) if response is not None else None
            response = response if body else None
        sent = _sent(request, _pairs(await _asked(request.headers_array())))
        if sent.body is None and sent.method not in ("GET", "HEAD"):
            form = await self._durable.posted(request.url, self._open.get(request, 0.0) * 1000)
            sent = replace(sent, body=with_files(form, sent.header("content-type") or "", self._files))
        answer = None
        if response is not None:
            headers = _pairs(await _asked(response.headers_array())) or tuple(response.headers.items())
            answer = Answer(response.status, request.url, *_as_declared(headers, body))
        begun = self._open.pop(request, None)
        if begun is None:
            return
        timing = request.timing
        started = timing["startTime"] / 1000 if timing["startTime"] > 0 else begun
        seconds = timing["responseEnd"] / 1000 if timing["responseEnd"] > 0 else max(0.0, time.time() - begun)
        self._file.add(
            Exchange(
                0, sent, answer, started=started, seconds=seconds, kind=request.resource_type, page=self._page(request)
            )
        )

    async def _body(self, response: Response) -> bytes | None:
        if response.status in NO_BODY or response.status in REDIRECTS:
            return b""
        kind = (response.headers.get("content-type") or "").lower()
        body: bytes | None = await _asked(response.body())
        if body is None:
            body = await self._durable.body_of(response.url, response.request.timing["startTime"])
        if body is None and not kind.startswith(MEDIA):
            self.lost += 1
        return body

    def _page(self, request: Request) -> str:
        from playwright.async_api import Error  # noqa: PLC0415  # an extra, which only a recording needs

        try:
            return self.name_of(request.frame.page)
        except Error:  # a navigation whose frame is not there yet, or a worker
            return self.name_of(next(iter(self._pages))) if len(self._pages) == 1 else ""


async def _read(download: Download) -> bytes | None:
    path = await _asked(download.path())
    return None if path is None or path.stat().st_size > LARGEST else path.read_bytes()


async def _asked(question: Coroutine[Any, Any, Any]) -> Any:
    """What the browser answers; None if it cannot any more."""
    from playwright.async_api import Error  # noqa: PLC0415  # an extra, which only a recording needs

    try:
        return await question
    except Error as error:
        logger.debug("the browser does not tell: %s", error)
        return None


def _sent(request: Request, headers: Headers) -> Sent:
    try:
        body = request.post_data_buffer
    except UnicodeDecodeError:
        body = None
    return Sent(request.method, request.url, headers or tuple(request.headers.items()), body)


def with_files(form: bytes | None, content_type: str, files: Mapping[str, bytes]) -> bytes | None:
    """A form with the contents of its files, as far as they are known."""
    parts = parts_of(form or b"", content_type)
    filled = {
        place: (files[part.filename], part.filename)
        for place, part in enumerate(parts)
        if part.filename is not None and not part.content and part.filename in files
    }
    return with_parts(form, content_type, dict(filled)) if form is not None else None


def _as_declared(headers: Headers, body: bytes | None) -> tuple[Headers, bytes | None]:
    """A body in the encoding that it declares: the browser gives the text that it has read in UTF-8."""
    if body is None or body.isascii():
        return headers, body
    try:
        return as_text(headers, body.decode())
    except UnicodeDecodeError:
        return headers, body


def _pairs(headers: Any) -> Headers:
    return tuple((header["name"], header["value"]) for header in headers or () if not header["name"].startswith(":"))
