"""All crawls of a project that can be seen at the moment."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path

import redis
from scrapy.settings import BaseSettings

from ...crawl.redis.connection_plan import NAMING
from ...crawl.watching.folders import RECORDS, SOCKETS, file_name, list_sockets, pid_of
from ...crawl.watching.records import MOST_RECORDS, RunRecord, list_records, read_record
from ...errors import BTError
from ...operations.queues import advise, find_queues, reach
from ...sentences import say, spoken
from ..refusals import Refusal
from .crawl import Crawl
from .finished_crawl import FinishedCrawl
from .redis_crawl import RedisCrawl
from .running import is_alive
from .socket_crawl import SocketCrawl

_AGAIN = 5.0
"""Seconds after which a Redis that was away is tried again."""
_SEEN = 2.0
"""Seconds for which the names of queues are known: whoever looks for them looks through all keys."""


class Crawls:
    """Those below *folder*, which is a project's `.scrapy`, and those in the Redis that its settings name."""

    def __init__(self, folder: Path, settings: BaseSettings) -> None:
        self._folder, self._settings = folder, settings
        self._lock = threading.Lock()
        self._client: redis.Redis | None = None
        self._next_look = 0.0
        self._in_redis: dict[str, RedisCrawl] = {}
        self._at_sockets: dict[Path, SocketCrawl] = {}
        self.trouble = ""
        """What does not let all be seen."""

    @property
    def has_redis(self) -> bool:
        return self._settings["BT_FRONTIER"] == "redis" or any(self._settings.get(name) for name in NAMING)

    def living(self) -> list[Crawl]:
        """The crawls that can be asked and ordered, by name."""
        with self._lock:
            found: list[Crawl] = [*self._find_in_redis(), *self._find_at_sockets()]
        return sorted(found, key=lambda crawl: crawl.id)

    def runs(self, count: int = 100, before: str = "", *, name: str | None = None) -> list[RunRecord]:
        """Records of finished ones, of all names or of one, the newest first."""
        found: list[RunRecord] = []
        for path in list_records(self._folder / RECORDS):
            if (before and path.stem >= before) or len(found) == count:
                continue
            if name is not None and f"-{file_name(name)}-" not in path.stem:
                continue
            with suppress(BTError):
                record = read_record(path)
                if name in (None, record.name):
                    found.append(record)
        return found

    def run(self, id: str) -> RunRecord:  # noqa: A002 - as the record calls it
        """One record; raises `Refusal`."""
        for path in list_records(self._folder / RECORDS):
            if path.stem == id:
                return read_record(path)
        raise Refusal(404, "no-run", say("there is no run '{}'", id), advice=say("/runs names them"))

    def get(self, id: str) -> Crawl:  # noqa: A002 - as the crawl calls it
        """The crawl that is called *id*: a living one, else the last of that name; raises `Refusal`."""
        living = self.living()
        for crawl in living:
            if crawl.id == id:
                return crawl
        named = [crawl for crawl in living if crawl.name == id]
        if named:
            return named[-1]
        name, _, pid = id.rpartition("@")
        ended = self.runs(MOST_RECORDS, name=id) or self.runs(MOST_RECORDS, name=name)
        if ended:
            found = next((record for record in ended if str(record.pid) == pid), None)
            return FinishedCrawl(ended[0]) if found is None else FinishedCrawl(found, id=id)
        known = sorted({crawl.id for crawl in living} | {record.name for record in self.runs()})
        raise Refusal(404, "no-crawl", say("there is no crawl '{}'", id), advice=advise(id, known))

    def close(self) -> None:
        with self._lock:
            crawls: list[Crawl] = [*self._in_redis.values(), *self._at_sockets.values()]
            for crawl in crawls:
                with suppress(BTError):
                    crawl.close()
            if self._client is not None:
                self._client.close()

    def _find_in_redis(self) -> list[RedisCrawl]:
        if not self.has_redis or time.monotonic() < self._next_look:
            return list(self._in_redis.values())
        try:
            if self._client is None:
                self._client = reach(self._settings, otherwise="")
            queues = find_queues(self._client, self._settings)
        except BTError as error:
            self.trouble = spoken(error)
            self._next_look = time.monotonic() + _AGAIN
            return list(self._in_redis.values())
        self.trouble = ""
        self._next_look = time.monotonic() + _SEEN
        for queue in queues:
            if queue.prefix not in self._in_redis:
                self._in_redis[queue.prefix] = RedisCrawl(queue)
        there = {queue.prefix for queue in queues}
        self._in_redis = {prefix: crawl for prefix, crawl in self._in_redis.items() if prefix in there}
        return list(self._in_redis.values())

    def _find_at_sockets(self) -> list[SocketCrawl]:
        paths = [path for path in list_sockets(self._folder / SOCKETS) if is_alive(pid_of(path))]
        for gone in [path for path in self._at_sockets if path not in paths]:
            self._at_sockets.pop(gone).close()
        for path in paths:
            if path not in self._at_sockets:
                with suppress(BTError):  # one that has not begun, or is just over
                    self._at_sockets[path] = SocketCrawl(path)
        return list(self._at_sockets.values())
