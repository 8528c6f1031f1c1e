"""One stream of events for each browser: of each topic the newest, at most two a second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing, suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ...sentences import say
from ..refusals import Refusal
from ..state import Console, console_of, identity_of, is_current
from ..topics import MissingTopic, Topic, find_topic
from .answers import as_json

_KEEP_ALIVE = 15.0
_MOST_TOPICS = 100
"""Of one stream: each page of a browser follows one or two, that of runs each of the newest that go on."""
_MOST_STREAMS = 100
"""Of one user; each browser has one."""


async def stream(request: Request) -> StreamingResponse:
    """Server-Sent Events of the `topics` of the query, with commas between: `crawl:ID`, `job:ID` and others."""
    console = console_of(request)
    names = [unquote(name) for name in request.query_params.get("topics", "").split(",") if name]
    if not names or len(names) > _MOST_TOPICS:
        raise Refusal(422, "topics", say("give 1 to {} topics, as crawl:NAME", _MOST_TOPICS))
    topics = await run_in_threadpool(_find_topics, console, dict.fromkeys(names))
    user = identity_of(request).user
    if console.streams[user] >= _MOST_STREAMS:
        raise Refusal(429, "streams", say("{} follows {} streams already", user, _MOST_STREAMS))
    console.streams[user] += 1  # at once, so that nobody comes between the look and the count
    return _CountedStream(console, user, _send(console, topics, is_allowed=lambda: is_current(request)))


def _find_topics(console: Console, names: Iterable[str]) -> list[Topic]:
    """Those of the names; one whose subject is gone tells so, unless there is no other. Raises `Refusal`."""
    found = [_find_topic(console, name) for name in names]
    missing = [topic.refusal for topic in found if isinstance(topic, MissingTopic)]
    if len(missing) == len(found):
        raise missing[0]
    return found


def _find_topic(console: Console, name: str) -> Topic:
    try:
        return find_topic(console, name)
    except Refusal as refusal:
        if refusal.status != HTTPStatus.NOT_FOUND:
            raise
        return MissingTopic(name, refusal)


class _CountedStream(StreamingResponse):
    """One stream of a user, which is counted until it is over, however it ends."""

    def __init__(self, console: Console, user: str, events: AsyncGenerator[bytes, None]) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._console, self._user, self._events = console, user, events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with aclosing(self._events):
                await super().__call__(scope, receive, send)
        finally:
            self._console.streams[self._user] -= 1


async def _send(
    console: Console, topics: Sequence[Topic], *, is_allowed: Callable[[], bool]
) -> AsyncGenerator[bytes, None]:
    newest: dict[str, bytes] = {}
    changed = asyncio.Event()
    watchers = [asyncio.create_task(_follow(topic, newest, changed)) for topic in topics]
    closing = asyncio.create_task(_close(console, changed))
    try:
        yield b"retry: 1000\n\n"
        while True:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(changed.wait(), _KEEP_ALIVE)
            if console.closing.is_set() or not is_allowed():
                return
            if not changed.is_set():
                yield b": still here\n\n"
            changed.clear()
            while newest:
                yield newest.pop(next(iter(newest)))
    finally:
        for task in (*watchers, closing):
            task.cancel()
        await asyncio.gather(*watchers, closing, return_exceptions=True)


async def _close(console: Console, changed: asyncio.Event) -> None:
    await console.closing.wait()
    changed.set()


async def _follow(topic: Topic, newest: dict[str, bytes], changed: asyncio.Event) -> None:
    """Put what is new of one topic in its place; a reader that was slow gets the whole of it."""
    sent: Any = None
    with suppress(Refusal):
        async with aclosing(topic.states()) as states:
            async for state in states:
                event = topic.tell(state, None if topic.name in newest else sent)
                data = as_json({"topic": topic.name, **event})
                newest[topic.name] = b"event: %s\ndata: %s\n\n" % (topic.kind.encode(), data)
                changed.set()
                sent = state
