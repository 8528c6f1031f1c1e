"""Queues for scrapy-redis' own scheduler that hold no pickles: `SCHEDULER_QUEUE_CLASS` names one of them.

They work with scrapy-redis' keys and settings. What is found in a queue and was not stored by this spider is never
loaded: it is moved to `<key>:refused`, and the crawl goes on.
"""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections import deque
from typing import Any

from scrapy import Request, Spider
from scrapy_redis.queue import Base

from ...errors import BTError, TaskError
from .codec import RequestCodec

logger = logging.getLogger(__name__)

LARGEST = 2**53
"""The largest priority that Redis tells from its neighbours."""

# Members with the same score are in the order of their bytes, so each begins with a number that grows.
_PUSH = """
local number = redis.call('INCR', KEYS[2])
return redis.call('ZADD', KEYS[1], ARGV[1], struct.pack('>I6', number) .. ARGV[2])
"""
_NUMBER_LENGTH = 6


class _SafeQueue(Base):
    """What the three queues share; requests that cannot be stored are kept in this process."""

    holds = "list"
    """The type of its key in Redis."""

    def __init__(self, server: Any, spider: Spider, key: str, serializer: Any = None) -> None:
        name = type(self).__name__
        if serializer is not None:
            raise BTError(f"SCHEDULER_SERIALIZER and SCHEDULER_QUEUE_CLASS contradict each other: {name} has its own")
        if server.get_connection_kwargs().get("decode_responses"):
            raise BTError(
                f"REDIS_DECODE_RESPONSES and SCHEDULER_QUEUE_CLASS contradict each other: {name} stores bytes, which "
                "are no texts"
            )
        super().__init__(server, spider, key)
        self.refused_key = f"{self.key}:refused"
        found = server.type(self.key).decode()
        if found not in ("none", self.holds):
            raise BTError(
                f"{self.key!r} in Redis holds a {found}, where {name} wants a {self.holds}: another "
                "SCHEDULER_QUEUE_CLASS has stored it; use that, another SCHEDULER_QUEUE_KEY, or delete the key"
            )
        self._codec = RequestCodec(spider)
        self._local: deque[Request] = deque()
        self._extra = {"spider": spider}
        self._has_complained = False

    def __len__(self) -> int:
        return self._count() + len(self._local)

    def push(self, request: Request) -> None:
        """Store a request."""
        try:
            data = self._codec.encode(request)
        except BTError as error:
            logger.warning("%s; it is kept in this process, and lost with it", error, extra=self._extra)
            self._note("scheduler/unserializable")
            self._local.append(request)
        else:
            self._store(data, request.priority)

    def pop(self, timeout: int = 0) -> Request | None:
        """Take the next request; None if no request comes within *timeout* seconds."""
        if self._local:
            return self._local.popleft()
        while (data := self._take(timeout)) is not None:
            request = self._read(data)
            if request is not None:
                return request
        return None

    def clear(self) -> None:
        """Forget all requests; what was refused is kept."""
        super().clear()
        self._local.clear()

    def _count(self) -> int:
        count: int = self.server.llen(self.key)
        return count

    def _store(self, data: bytes, _priority: int) -> None:
        self.server.lpush(self.key, data)

    @abstractmethod
    def _take(self, timeout: int) -> bytes | None:
        """The next data, in the order of the queue."""

    def _read(self, data: bytes) -> Request | None:
        """None for what is no request, which is moved aside."""
        try:
            return self._codec.decode(self._strip(data))
        except TaskError as error:
            self._refuse(data, error)
        return None

    def _strip(self, data: bytes) -> bytes:
        """The request alone."""
        return data

    def _refuse(self, data: bytes, error: TaskError) -> None:
        self.server.rpush(self.refused_key, data)
        self._note("scheduler/refused")
        if not self._has_complained:
            self._has_complained = True
            logger.error(
                "A request of %r was refused, and is kept in %r; further ones only count in scheduler/refused: %s",
                self.key,
                self.refused_key,
                error,
                extra=self._extra,
            )

    def _note(self, stat: str) -> None:
        crawler = getattr(self.spider, "crawler", None)
        if crawler is not None:
            crawler.stats.inc_value(stat)


class SafeFifoQueue(_SafeQueue):
    """First in, first out."""

    def _take(self, timeout: int) -> bytes | None:
        if timeout > 0:
            return _second(self.server.brpop(self.key, timeout))
        data: bytes | None = self.server.rpop(self.key)
        return data


class SafeLifoQueue(_SafeQueue):
    """Last in, first out."""

    def _take(self, timeout: int) -> bytes | None:
        if timeout > 0:
            return _second(self.server.blpop(self.key, timeout))
        data: bytes | None = self.server.lpop(self.key)
        return data


class SafePriorityQueue(_SafeQueue):
    """The highest priority first, and first in, first out within one; a timeout does not count, as in scrapy-redis."""

    holds = "zset"

    def __init__(self, server: Any, spider: Spider, key: str, serializer: Any = None) -> None:
        super().__init__(server, spider, key, serializer)
        # In a cluster, both keys are in the same place.
        self.counter_key = f"{self.key}:counter" if "{" in self.key else f"{{{self.key}}}:counter"
        self._push = server.register_script(_PUSH)

    def clear(self) -> None:
        """Forget all requests; what was refused is kept."""
        super().clear()
        self.server.delete(self.counter_key)

    def _count(self) -> int:
        count: int = self.server.zcard(self.key)
        return count

    def _store(self, data: bytes, priority: int) -> None:
        score = max(-LARGEST, min(LARGEST, -priority))
        self._push(keys=[self.key, self.counter_key], args=[score, data])

    def _take(self, _timeout: int) -> bytes | None:
        found: list[tuple[bytes, float]] = self.server.zpopmin(self.key)
        return found[0][0] if found else None

    def _strip(self, data: bytes) -> bytes:
        # The number is small enough to begin with a zero; anything else was not stored here.
        return data[_NUMBER_LENGTH:] if data[:1] == b"\0" else data


def _second(found: Any) -> bytes | None:
    """The value of what a blocking command gives together with its key."""
    value: bytes | None = found[1] if found else None
    return value
