"""One stream of events for each browser: `crawl` has the counters that have changed, or the whole snapshot at first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse

from ..refusals import Refusal
from ..sources.outline import find_changes
from ..sources.poller import View
from ..state import Console, console_of

_KEEP_ALIVE = 15.0
_MOST_TOPICS = 20


async def stream(request: Request) -> StreamingResponse:
    """Server-Sent Events of the `topics` of the query, `crawl:ID` with commas between."""
    console = console_of(request)
    topics = [topic for topic in request.query_params.get("topics", "").split(",") if topic]
    if not topics or len(topics) > _MOST_TOPICS:
        raise Refusal(422, "topics", f"give 1 to {_MOST_TOPICS} topics, as crawl:NAME")
    ids = []
    for topic in topics:
        kind, _, name = topic.partition(":")
        if kind != "crawl":
            raise Refusal(422, "topics", f"there is no topic '{topic}'", advice="there are: crawl:NAME")
        ids.append((await run_in_threadpool(console.crawls.get, name)).id)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_send(console, ids), media_type="text/event-stream", headers=headers)


async def _send(console: Console, ids: list[str]) -> AsyncIterator[bytes]:
    newest: dict[str, bytes] = {}
    news = asyncio.Event()
    watchers = [asyncio.create_task(_follow(console, id_, newest, news)) for id_ in ids]
    closing = asyncio.create_task(_close(console, news))
    try:
        yield b"retry: 1000\n\n"
        while not console.closing.is_set():
            try:
                await asyncio.wait_for(news.wait(), _KEEP_ALIVE)
            except asyncio.TimeoutError:
                yield b": still here\n\n"
                continue
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


async def _follow(console: Console, id_: str, newest: dict[str, bytes], news: asyncio.Event) -> None:
    """Put what is new of one crawl in its place; a reader that was slow gets the whole snapshot."""
    with suppress(Refusal):
        poller = await console.poller(await run_in_threadpool(console.crawls.get, id_))
        await poller.watch()
        try:
            sent: View | None = None
            while True:
                view = await poller.wait(sent.version if sent is not None else 0)
                is_behind = id_ in newest
                newest[id_] = _write(id_, view, None if is_behind else sent)
                news.set()
                sent = view
        finally:
            await poller.leave()


def _write(id_: str, view: View, sent: View | None) -> bytes:
    changed, gone = find_changes(view.rows, sent.rows if sent is not None else {})
    told: dict[str, Any] = {
        "id": id_,
        "at": view.at,
        "error": view.error,
        "rest": view.rest,
        "whole": sent is None,
        "nodes": changed,
        "gone": gone,
    }
    if sent is None or view.snapshot != sent.snapshot:
        told["snapshot"] = view.snapshot
    return b"event: crawl\ndata: " + msgspec.json.encode(told, enc_hook=str) + b"\n\n"
