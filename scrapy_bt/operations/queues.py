"""The queues in Redis that people look at and give orders to: found by name, and opened."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import redis
from scrapy.settings import BaseSettings

from ..crawl.redis.connection import open_client, shown_url
from ..crawl.redis.names import QUEUE_KEY, queue_key, seen_key
from ..errors import BTError, FrontierError, did_you_mean
from ..frontier.redis.call import ScriptCall
from ..frontier.redis.calls import Calls
from ..frontier.redis.frontier import name_worker, send
from ..frontier.redis.keys import make_key
from ..frontier.redis.queue_configuration import KEY as CONFIGURATION
from ..frontier.redis.queue_configuration import QueueConfiguration
from ..sentences import join, say, spoken
from ..settings import BTSettings

T = TypeVar("T")

_MOST_NAMED = 12


class Queue:
    """An existing queue; *name* is that of its spider, if it is known, *prefix* the beginning of its keys."""

    def __init__(self, client: redis.Redis, settings: BaseSettings, *, name: str, prefix: str) -> None:
        self.name, self.prefix, self.client = name, prefix, client
        self.place = shown_url(settings)
        self._settings = settings
        self._worker = name_worker()
        self._configuration: QueueConfiguration | None = None
        self._calls: Calls | None = None
        self._has_ordered = False

    @property
    def configuration(self) -> QueueConfiguration:
        """The configuration of its workers: orders with another one would rank its tasks otherwise."""
        if self._configuration is None:
            text = self._send(QueueConfiguration().calls(self.prefix, worker=self._worker).recall(CONFIGURATION))
            self._configuration = QueueConfiguration.read(text) if text else self._guess_configuration()
        return self._configuration

    @property
    def calls(self) -> Calls:
        if self._calls is None:
            self._calls = self.configuration.calls(self.prefix, worker=self._worker)
        return self._calls

    def ask(self, call: ScriptCall[T]) -> T:
        """Run a reading call; raises `BTError` of one line."""
        return self._send(call)

    def order(self, call: ScriptCall[T]) -> T:
        """Run a changing call; raises `BTError` of one line."""
        self._has_ordered = True
        return self._send(call)

    def close(self) -> None:
        """Leave nothing behind that belongs to this command alone."""
        if self._has_ordered:
            with suppress(BTError):
                self._send(self.calls.leave())

    def _send(self, call: ScriptCall[T]) -> T:
        try:
            return send(self.client, call)
        except redis.RedisError as error:
            raise explain(self.place, error) from None

    def _guess_configuration(self) -> QueueConfiguration:
        """The configuration by the settings: no worker has written its own yet."""
        bt = BTSettings.read(self._settings)
        return QueueConfiguration(
            ageing=bt.ageing,
            lease_seconds=bt.lease_seconds,
            lease_losses=bt.lease_losses,
            seen_key=seen_key(self._settings, self.name),
        )


def explain(place: str, error: redis.RedisError) -> BTError:
    """What went wrong with a Redis that had answered before."""
    if isinstance(error, redis.ConnectionError | redis.TimeoutError):
        return BTError(say("Redis at {} has gone away: {}", place, error))
    return FrontierError(say("Redis at {} refuses: {}", place, error))


def reach(settings: BaseSettings, *, otherwise: str) -> redis.Redis:
    """The Redis of the settings; raises `BTError`, which tells what to do *otherwise*, where there is none."""
    try:
        return open_client(settings)
    except BTError as error:
        raise BTError(join(filter(None, (spoken(error), otherwise)))) from None


@contextmanager
def open_queue(settings: BaseSettings, name: str, *, otherwise: str = "") -> Iterator[Queue]:
    """The queue of the spider *name*, or whose keys begin with *name*.

    Raises `BTError`, which tells what to do *otherwise*, when there is none.
    """
    with reach(settings, otherwise=otherwise) as client:
        queue = find_queue(client, settings, name, otherwise=otherwise)
        try:
            yield queue
        finally:
            queue.close()


def find_queue(client: redis.Redis, settings: BaseSettings, name: str, *, otherwise: str = "") -> Queue:
    """As `open_queue`, over an open connection; the caller closes it."""
    prefixes = [queue_key(settings, name), name]
    found = _ask(settings, lambda: [one for one in prefixes if client.exists(make_key(one, "meta"))])
    if not found:
        known = [queue.name for queue in find_queues(client, settings)]
        told = (f"there is no queue of '{name}' in {shown_url(settings)}", advise(name, known), otherwise)
        raise BTError("; ".join(filter(None, told)))
    return Queue(client, settings, name=name_of(settings, found[0]), prefix=found[0])


@contextmanager
def open_queues(settings: BaseSettings, *, otherwise: str = "") -> Iterator[Callable[[], list[Queue]]]:
    """A function that gives all queues that are there at the moment, by name.

    Raises `BTError`, which tells what to do *otherwise*, where there is no Redis.
    """
    with reach(settings, otherwise=otherwise) as client:
        yield lambda: find_queues(client, settings)


def find_queues(client: redis.Redis, settings: BaseSettings) -> list[Queue]:
    """All queues that exist at the moment, by name."""

    def look() -> list[Queue]:
        keys = {key.decode(errors="replace") for key in client.scan_iter(make_key("*", "meta"), count=1000)}
        prefixes = [key[1:].rpartition("}:")[0] for key in keys if _is_meta(client, key)]
        return [Queue(client, settings, name=name_of(settings, prefix), prefix=prefix) for prefix in prefixes]

    return sorted(_ask(settings, look), key=lambda queue: queue.name)


def advise(name: str, known: list[str]) -> str:
    """What an unknown name may have meant."""
    more = "" if len(known) <= _MOST_NAMED else say(" and {} more", len(known) - _MOST_NAMED)
    return did_you_mean(
        name, known, (say("there are: {}{}", ", ".join(known[:_MOST_NAMED]), more) if known else say("there are none"))
    )


def name_of(settings: BaseSettings, prefix: str) -> str:
    """The spider whose queue has these keys, by `SCHEDULER_QUEUE_KEY`; else the keys' own name."""
    pattern = settings.get("SCHEDULER_QUEUE_KEY") or QUEUE_KEY
    parts = re.split(r"%\((?:spider|name)\)s", pattern)
    match = re.fullmatch("(.+)".join(map(re.escape, parts)), prefix) if len(parts) == 2 else None
    return match[1] if match else prefix


def _is_meta(client: redis.Redis, key: str) -> bool:
    """Whether it is the first key of a queue, of whatever version."""
    return client.type(key) == b"hash" and bool(client.hexists(key, "format"))


def _ask(settings: BaseSettings, question: Callable[[], T]) -> T:
    try:
        return question()
    except redis.RedisError as error:
        raise explain(shown_url(settings), error) from None
