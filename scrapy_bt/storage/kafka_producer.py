"""Sends messages to Kafka and waits until a broker has them, however long it is away."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from functools import partial
from threading import Event, Thread
from typing import Any

import confluent_kafka as kafka

from .retry_policy import START_SECONDS
from .rows import StoreError

logger = logging.getLogger(__name__)

_TRY_SECONDS = 1.0
_POLL_SECONDS = 0.1
_FULL_SECONDS = 0.05
_DEFAULTS: Mapping[str, Any] = {
    "client.id": "scrapy_bt",
    "enable.idempotence": True,
    "acks": "all",
    "linger.ms": 5,
    "reconnect.backoff.max.ms": 2000,
    "log_level": 0,
}
_UNFIT = frozenset(
    (kafka.KafkaError.MSG_SIZE_TOO_LARGE, kafka.KafkaError.INVALID_MSG_SIZE, kafka.KafkaError.INVALID_MSG)
)
"""What is wrong with the message itself."""
# The library gives the codes of its own errors such names.
_FATAL, _AWAY, _NO_TOPIC = (
    frozenset(getattr(kafka.KafkaError, name) for name in names)
    for names in (
        ("_FATAL",),
        ("_ALL_BROKERS_DOWN",),
        ("UNKNOWN_TOPIC_OR_PART", "_UNKNOWN_TOPIC"),
    )
)


class Producer:
    """For one event loop; *timeout*: seconds that a message may wait for a broker."""

    def __init__(self, servers: str, options: Mapping[str, Any], *, timeout: float) -> None:
        self._servers, self._timeout = servers, timeout
        self._configuration = {
            **_DEFAULTS,
            "bootstrap.servers": servers,
            "message.timeout.ms": max(1000, int(timeout * 1000)),
            **options,
            "error_cb": self._note_error,
        }
        try:
            self._client = kafka.Producer(self._configuration)
        except (kafka.KafkaException, ValueError, TypeError) as error:
            raise StoreError(f"the settings of Kafka (BT_KAFKA_OPTIONS) do not hold: {_reason(error)}") from None
        self._former: list[kafka.Producer] = []
        """Clients that cannot go on, until all of their messages are told."""
        self._settled: list[tuple[Any, kafka.KafkaError | None]] = []
        self._over = Event()
        self._is_hurried = False
        self._is_away = False
        self._thread = Thread(target=self._poll, name="kafka", daemon=True)

    async def open(self) -> None:
        """Raises `StoreError` where no broker answers."""
        self._loop = asyncio.get_running_loop()
        reason = await self._loop.run_in_executor(None, self._look)
        if reason:
            raise StoreError(f"no Kafka broker answers at {self._servers} (BT_KAFKA_SERVERS): {reason}")
        self._thread.start()

    def _look(self) -> str:
        """Why no broker answers; empty if one does."""
        end = time.monotonic() + min(self._timeout, START_SECONDS)
        while True:
            try:
                self._client.list_topics(timeout=_TRY_SECONDS)
            except kafka.KafkaException as error:  # noqa: PERF203 - a loop of tries
                self._client.poll(0)
                if time.monotonic() > end:
                    return _reason(error)
            else:
                return ""

    async def send(self, topic: str, *, key: bytes, value: bytes) -> None:
        """Return when the message is stored.

        Raises `ValueError` for a message that no broker takes, and `StoreError` when none is there for too long.
        """
        while True:
            if self._is_hurried:
                raise StoreError(f"Kafka at {self._servers} is away, and the crawl ends")
            done: asyncio.Future[kafka.KafkaError | None] = self._loop.create_future()
            client = self._client
            try:
                client.produce(topic, key=key, value=value, on_delivery=partial(self._note_delivery, done))
            except BufferError:
                await asyncio.sleep(_FULL_SECONDS)
                continue
            except kafka.KafkaException as error:
                trouble = error.args[0]
            else:
                trouble = await done
            if trouble is None:
                self._note_return()
                return
            if trouble.code() in _UNFIT:
                raise ValueError(f"Kafka takes no such message: {trouble.str()}")
            if trouble.fatal() or trouble.code() in _FATAL or client is not self._client:
                # The brokers have forgotten this client, as after a restart without their files: begin as another.
                self._renew(client, trouble)
                continue
            if trouble.code() in _NO_TOPIC:
                raise StoreError(f"Kafka at {self._servers} has no topic {topic}, and makes none: create it")
            raise StoreError(
                f"Kafka at {self._servers} has not taken a message for {self._timeout:.0f} s: {trouble.str()}"
            )

    def hurry(self) -> None:
        """Whoever waits for a broker gives up."""
        self._is_hurried = True
        self._client.purge()

    async def close(self) -> None:
        """End the thread; what has not been confirmed is not sent any more."""
        self._over.set()
        self._client.purge()
        if self._thread.is_alive():
            await self._loop.run_in_executor(None, self._thread.join)

    def _renew(self, client: kafka.Producer, trouble: kafka.KafkaError) -> None:
        if client is self._client:
            logger.warning("Kafka at %s: %s; unconfirmed messages are sent again", self._servers, trouble.str())
            self._former.append(client)
            self._client = kafka.Producer(self._configuration)
            client.purge()

    def _poll(self) -> None:
        """Hear what has become of messages; in a thread of its own."""
        while not self._over.is_set() or any(len(client) for client in (self._client, *self._former)):
            self._client.poll(_POLL_SECONDS)
            for client in list(self._former):
                client.poll(0)
                if not len(client):
                    self._former.remove(client)
            if self._settled:
                settled, self._settled = self._settled, []
                self._loop.call_soon_threadsafe(_settle, settled)

    def _note_delivery(self, done: Any, error: kafka.KafkaError | None, message: Any) -> None:  # noqa: ARG002
        self._settled.append((done, error))

    def _note_error(self, error: kafka.KafkaError) -> None:
        if error.code() in _AWAY and not self._is_away:
            self._is_away = True
            logger.warning("Kafka at %s is away, waiting for it: %s", self._servers, error.str())

    def _note_return(self) -> None:
        if self._is_away:
            self._is_away = False
            logger.info("Kafka at %s is back", self._servers)


def _settle(settled: list[tuple[Any, kafka.KafkaError | None]]) -> None:
    for done, error in settled:
        if not done.done():
            done.set_result(error)


def _reason(error: Exception) -> str:
    found = error.args[0] if error.args else error
    return found.str() if isinstance(found, kafka.KafkaError) else str(found)
