"""A crawl that is watched over its socket, in whose names, addresses and reasons stand texts that would be code."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import getpid
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

from scrapy_bt.crawl.watching.answers import Answers
from scrapy_bt.crawl.watching.folders import SOCKETS, listen, socket_name
from scrapy_bt.crawl.watching.messages import read_question, write_answer
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.memory import MemoryFrontier

CODE = "\"'><img src=x onerror=top.ran=1><script>top.ran=1</script><svg onload=top.ran=1>{{7*7}}${top.ran=1}"
SIGNS = "\u202egnp.exe\u2066\u200f\ufeff\x00\x07\x1b[31m\x9b2J\u2028end"
LONG = "long" * 250_000
TEXTS = (CODE, SIGNS, LONG)


class HostileCrawl:
    """Its frontier is changed in the loop that answers."""

    def __init__(self) -> None:
        self.frontier = MemoryFrontier(lambda bucket: 0.0, limits={CODE: 1})
        self.loop = asyncio.new_event_loop()

    def add(self, node: str) -> None:
        """A task of this node."""

        async def add() -> None:
            self.frontier.put([Requeue(Entry(Bucket("shop", node), b"x"))])

        asyncio.run_coroutine_threadsafe(add(), self.loop).result()

    def bury(self, reason: str) -> None:
        """The oldest task that is ready dies of it."""

        async def bury() -> None:
            (lease,) = self.frontier.lease()
            self.frontier.bury(lease, reason)

        asyncio.run_coroutine_threadsafe(bury(), self.loop).result()


class _Answers(Answers):
    """Its worker has a name of that kind, too."""

    def _report(self, frontier: MemoryFrontier) -> dict[str, Any]:
        return {**super()._report(frontier), "host": CODE + SIGNS}


@contextmanager
def hostile_crawl(project: Path) -> Iterator[HostileCrawl]:
    """The crawl, as long as the block runs."""
    crawl, ended = HostileCrawl(), Event()
    runner = SimpleNamespace(
        frontier=crawl.frontier,
        program=SimpleNamespace(name="shop", text="main :: and { }\n", limits={CODE: 1}),
        leases=SimpleNamespace(alarm=SimpleNamespace(ring=lambda: None)),
    )
    spider = SimpleNamespace(name="shop", runner=runner, arguments={"site": CODE})
    made: Any = SimpleNamespace(spider=spider, stats=SimpleNamespace(get_value=lambda name, default: default))
    answers = _Answers(made)

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(write_answer(answers.answer(read_question(line))))
                await writer.drain()
        finally:
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()

    async def serve() -> None:
        server = await asyncio.start_unix_server(talk, sock=listener)
        await asyncio.to_thread(ended.wait)
        server.close()
        talks = asyncio.all_tasks() - {asyncio.current_task()}
        for each in talks:
            each.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    listener = listen(project / ".scrapy" / SOCKETS / socket_name("shop", getpid()))
    thread = Thread(target=crawl.loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        yield crawl
    finally:
        ended.set()
        thread.join()
        crawl.loop.close()
