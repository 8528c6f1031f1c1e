"""The practice site's server: aiohttp outside, sections inside."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable

from aiohttp import web

from scrapy_bt.testing.site.counts import CANCELLED, DROPPED
from scrapy_bt.testing.site.exchange import Ask, Reply
from scrapy_bt.testing.site.sections.section import message_reply
from scrapy_bt.testing.site.site import CONTROL, Site

SHUTDOWN_SECONDS = 0.2
"""How long requests under way may go on after the site was told to stop."""

LOOK_SECONDS = 0.02
"""How often a request that is not answered yet looks whether it may be."""


class Server:
    """Requests of aiohttp turned into what the site is asked, and its replies into responses."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def respond(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request, with counting and waiting around it."""
        path = request.path
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await _greet(request)
        if path.startswith(CONTROL):
            return _make_response(await self._answer(request))
        counts = self._site.counts
        counts.enter(request.method, path, url=request.path_qs)
        status, is_violation = "500", False
        try:
            latency = self._site.settings.latency_for(path)
            if latency:
                await asyncio.sleep(latency)
            while counts.begun >= self._site.settings.answers:
                await asyncio.sleep(LOOK_SECONDS)
            counts.begun += 1
            # Most requests end here, so this comes before the request is read in full.
            reply = self._site.fixed.get(path) if request.method == "GET" else None
            if reply is None:
                reply = await self._answer(request)
                is_violation = reply.is_violation
                await _work_on(reply)
            status = DROPPED if reply.drops else str(reply.status)
        except asyncio.CancelledError:
            status = CANCELLED
            raise
        finally:
            counts.leave(path, status=status, is_violation=is_violation)
        if reply.drops and request.transport is not None:
            request.transport.abort()
        return _make_response(reply)

    async def _answer(self, request: web.BaseRequest) -> Reply:
        try:
            ask = await self._read(request)
        except web.HTTPRequestEntityTooLarge:
            return message_reply("Too large", "Forms and settings here are small.", status=413)
        except (ValueError, LookupError) as fault:
            return message_reply("Bad request", f"The form sent cannot be read: {fault}", status=400)
        return self._site.answer(ask)

    async def _read(self, request: web.BaseRequest) -> Ask:
        body = await request.read()
        is_plain = not request.content_type.startswith("multipart/")
        if not is_plain and "boundary=" not in request.headers["Content-Type"]:
            raise ValueError("a form in parts, without their boundary")
        form = await request.post() if request.method == "POST" and is_plain else {}
        return Ask(
            request.path,
            method="GET" if request.method == "HEAD" else request.method,
            query=request.query,
            form={name: value for name, value in form.items() if isinstance(value, str)},
            cookies=request.cookies,
            authorization=request.headers.get("Authorization", ""),
            headers={name.lower(): value for name, value in request.headers.items()},
            body=body,
            now=time.monotonic(),
            settings=self._site.settings,
        )


async def _work_on(reply: Reply) -> None:
    try:
        if reply.work:
            await asyncio.sleep(reply.work)
    finally:
        if reply.finish is not None:
            reply.finish()


async def _greet(request: web.BaseRequest) -> web.WebSocketResponse:
    """Any path takes a WebSocket, says hello, and says no more."""
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    await socket.send_str("Hello")
    async for _ in socket:
        pass
    return socket


def _make_response(reply: Reply) -> web.Response:
    headers = {"Content-Type": reply.content_type, **reply.headers}
    return web.Response(body=reply.body, status=reply.status, headers=headers)


async def serve(site: Site, *, host: str, port: int, announce: Callable[[str], None], stopped: asyncio.Event) -> None:
    """Serve the site until the event; announce gets its address as soon as it listens.

    Raises:
        OSError: The address cannot be listened on.
    """
    # A handler ends with its client, so that the counts tell who is really waiting.
    runner = web.ServerRunner(
        web.Server(Server(site).respond, access_log=None, handler_cancellation=True), shutdown_timeout=SHUTDOWN_SECONDS
    )
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        bound = runner.addresses[0][1]
        announce(f"http://{f'[{host}]' if ':' in host else host}:{bound}/")
        await stopped.wait()
    finally:
        await runner.cleanup()


def stop_on_signals(stopped: asyncio.Event) -> None:
    """Set the event when the process is asked to end."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Not loop.add_signal_handler, which Windows does not have.
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
