"""One stream of events for each browser: of each topic the newest, at most two a second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, suppress
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse

from ...sentences import say
from ..refusals import Refusal
from ..state import Console, console_of, identity_of, is_current
from ..topics import Topic, find_topic
from ..words import told

_KEEP_ALIVE = 15.0
_MOST_TOPICS = 20
_MOST_STREAMS = 100
"""Of one user; each browser has one."""


async def stream(request: Request) -> StreamingResponse:
    """Server-Sent Events of the `topics` of the query, with commas between: `crawl:ID`, `job:ID` and others."""
    console = console_of(request)
    names = [name for name in request.query_params.get("topics", "").split(",") if name]
    if not names or len(names) > _MOST_TOPICS:
        raise Refusal(422, "topics", say("give 1 to {} topics, as crawl:NAME", _MOST_TOPICS))
    user = identity_of(request).user
    if console.streams[user] >= _MOST_STREAMS:
        raise Refusal(429, "streams", say("{} follows {} streams already", user, _MOST_STREAMS))
    topics = [await run_in_threadpool(find_topic, console, name) for name in dict.fromkeys(names)]
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    events = _counted(console, user, _send(console, topics, is_allowed=lambda: is_current(request)))
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


async def _counted(console: Console, user: str, events: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    console.streams[user] += 1
    try:
        async with aclosing(events):
            async for event in events:
                yield event
    finally:
        console.streams[user] -= 1


async def _send(
    console: Console, topics: Sequence[Topic], *, is_allowed: Callable[[], bool]
) -> AsyncGenerator[bytes, None]:
    newest: dict[str, bytes] = {}
    news = asyncio.Event()
    watchers = [asyncio.create_task(_follow(topic, newest, news)) for topic in topics]
    closing = asyncio.create_task(_close(console, news))
    try:
        yield b"retry: 1000\n\n"
        while True:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(news.wait(), _KEEP_ALIVE)
            if console.closing.is_set() or not is_allowed():
                return
            if not news.is_set():
                yield b": still here\n\n"
            news.clear()
            while newest:
                yield newest.pop(next(iter(newest)))
    finally:
        for task in (*watchers, closing):
            task.cancel()
        await asyncio.gather(*watchers, closing, return_exceptions=True)


async def _close(console: Console, news: asyncio.Event) -> None:
    await console.closing.wait()
    news.set()


async def _follow(topic: Topic, newest: dict[str, bytes], news: asyncio.Event) -> None:
    """Put what is new of one topic in its place; a reader that was slow gets the whole of it."""
    sent: Any = None
    with suppress(Refusal):
        async with aclosing(topic.states()) as states:
            async for state in states:
                event = topic.tell(state, None if topic.name in newest else sent)
                data = msgspec.json.encode({"topic": topic.name, **event}, enc_hook=told)
                newest[topic.name] = b"event: %s\ndata: %s\n\n" % (topic.kind.encode(), data)
                news.set()
                sent = state
