"""Lets a crawl be watched: whatever goes wrong here costs one line of the log, and never the crawl."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.job import job_dir

from ...errors import BTError
from ...frontier.listings import STATES
from ...frontier.memory import MemoryFrontier
from ...settings import BTSettings
from .answers import Answers
from .folders import RECORDS, SOCKETS, listen, socket_name, watch_folder
from .messages import LONGEST_QUESTION, read_question, write_answer, write_refusal
from .records import RunRecord, make_id, plain, write_record

if TYPE_CHECKING:
    from typing_extensions import Self

    from ..spiders import TreeSpider

logger = logging.getLogger(__name__)


class Watching:
    """Serves the socket of a crawl whose frontier is in this process, and writes the record of every crawl."""

    def __init__(self, crawler: Crawler, *, sockets: Path, records: Path) -> None:
        self._crawler, self._sockets, self._records = crawler, sockets, records
        self._started = time.time()
        self._path: Path | None = None
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[None]] = set()
        self._answers = Answers(crawler)
        self._has_complained = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        sockets, records = watch_folder(SOCKETS), watch_folder(RECORDS)
        if not BTSettings.read(crawler.settings).watch or sockets is None or records is None:
            raise NotConfigured
        watching = cls(crawler, sockets=sockets, records=records)
        crawler.signals.connect(watching.spider_opened, signals.spider_opened)
        crawler.signals.connect(watching.spider_closed, signals.spider_closed)
        return watching

    async def spider_opened(self, spider: TreeSpider) -> None:
        self._started = time.time()
        spider.bt_run = make_id(spider.name, self._started, os.getpid())
        if not isinstance(_frontier_of(spider), MemoryFrontier) or not hasattr(socket, "AF_UNIX"):
            return
        path = self._sockets / socket_name(spider.name, os.getpid())
        try:
            listener = listen(path)
        except OSError as error:
            self._complain("Nobody can watch this crawl from outside: %s", error)
            return
        self._path = path
        self._server = await asyncio.start_unix_server(self._talk, sock=listener, limit=LONGEST_QUESTION)

    async def spider_closed(self, spider: TreeSpider, reason: str) -> None:
        await self._end()
        try:
            write_record(self._records, self._make_record(spider, reason))
        except Exception as error:  # noqa: BLE001 - nothing that is wrong with a record may be wrong with a crawl
            self._complain("No record of this crawl is kept: %s", error)

    async def _end(self) -> None:
        server, self._server = self._server, None
        if server is None:
            return
        server.close()
        for talk in self._talks:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None, "the loop calls it"
        self._talks.add(task)
        try:
            while line := await reader.readline():
                writer.write(self._answer(line))
                await writer.drain()
        except (OSError, ValueError, asyncio.CancelledError):
            pass  # they have gone, or it was no line
        finally:
            self._talks.discard(task)
            writer.close()
            with suppress(OSError, asyncio.CancelledError):
                await writer.wait_closed()

    def _answer(self, line: bytes) -> bytes:
        try:
            return write_answer(self._answers.answer(read_question(line)))
        except (BTError, ValueError) as error:
            return write_refusal(str(error))
        except Exception as error:  # noqa: BLE001 - whoever asks is told, and the crawl goes on
            return write_refusal(f"the crawl could not answer: {type(error).__name__}: {error}")

    def _make_record(self, spider: TreeSpider, reason: str) -> RunRecord:
        pid, ended = os.getpid(), time.time()
        frontier = _frontier_of(spider)
        local = frontier if isinstance(frontier, MemoryFrontier) else None
        counts = local.counts() if local is not None else None
        return RunRecord(
            id=spider.bt_run,
            name=spider.name,
            started=self._started,
            ended=ended,
            reason=reason,
            frontier=str(self._crawler.settings["BT_FRONTIER"]),
            pid=pid,
            host=socket.gethostname(),
            tree=hashlib.sha256(spider.program.text.encode()).hexdigest(),
            file=str(spider.tree_file or ""),
            jobdir=str(job_dir(self._crawler.settings) or ""),
            arguments=plain(spider.arguments),
            stats=plain(self._crawler.stats.get_stats()),
            tasks={} if counts is None else {state: getattr(counts, state) for state in STATES},
            weights=dict(local.weights()) if local is not None else {},
        )

    def _complain(self, message: str, error: Exception) -> None:
        if not self._has_complained:
            self._has_complained = True
            logger.info(message, error, extra={"spider": self._crawler.spider})


def _frontier_of(spider: TreeSpider) -> object:
    """None where the crawl could not begin."""
    return getattr(getattr(spider, "runner", None), "frontier", None)
