"""`KafkaPipeline`: the records of any spider to Kafka, a topic for each platform.

An item has passed when a broker has confirmed its message. A step that is taken again after a kill may send a message
again, with the same id and in the same partition: each arrives at least once.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from datetime import date, datetime, timezone
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler

from ..settings import BTSettings
from .identity import RecordIdentity, written
from .rows import StoreError
from .store_adapter import StoreAdapter, Undone, no_place

if TYPE_CHECKING:
    from typing_extensions import Self

    from .kafka_producer import Producer

TIMEOUT = 300.0
"""Seconds that brokers which are away are waited for."""
TOPIC = "articles-{platform}"
_LONGEST_TOPIC = 249
_UNFIT = re.compile(r"[^A-Za-z0-9._-]")
CONTENT, PLATFORM, TIME = "content", "platform", "time"
"""Fields of a record that its message has places for, beside its URL."""


class KafkaPipeline:
    """Sends each item as a message of JSON; see `message`."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._adapter = StoreAdapter(crawler, "kafka")
        self._identity = RecordIdentity()
        self._topic = TOPIC
        self._producer: Producer | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def open_spider(self) -> None:
        """Look for the brokers; where none answers the crawl ends at once, in order."""
        self._producer = await self._adapter.open(self._connect, take=self._take)

    async def process_item(self, item: Any) -> Any:
        """Send the record, and wait until a broker has it, or until it is known that none takes it."""
        return await self._adapter.store(item, self._take)

    async def close_spider(self) -> None:
        """Let go of the brokers; everything has been confirmed, or given back."""
        self._adapter.close()
        if self._producer is not None:
            await self._producer.close()

    async def _connect(self) -> Producer:
        settings = self._crawler.settings
        bt = BTSettings.read(settings)
        self._topic = bt.kafka_topic
        if not bt.kafka_servers:
            raise StoreError(no_place("KafkaPipeline", "BT_KAFKA_SERVERS", "localhost:9092"))
        self._identity = RecordIdentity.read(settings)
        self._check_topic()
        producer = _producer(",".join(bt.kafka_servers), bt.kafka_options, bt.kafka_timeout)
        await producer.open()
        return producer

    async def _take(self, kind: str, record: Mapping[str, Any]) -> str:
        """Why a record cannot be sent, when it is known; empty when it was."""
        if self._producer is None:
            raise Undone("Kafka is not open")
        try:
            key = self._identity.key(kind, record)
            platform = self._platform(record)
            text = message(kind, record, key=key, platform=platform, address=self._identity.address)
            await self._producer.send(self._topic_of(kind, platform), key=key.encode(), value=text)
        except ValueError as error:
            return str(error)
        except StoreError as error:
            self._adapter.give_up(error)
            raise Undone(f"not sent: {error}") from None
        self._crawler.stats.inc_value("bt/kafka/sent")
        return ""

    def _platform(self, record: Mapping[str, Any]) -> str:
        """What the record says, else what the crawl was started with, else the spider."""
        spider = self._crawler.spider
        given = record.get(PLATFORM) or (getattr(spider, "arguments", None) or {}).get(PLATFORM)
        return str(given or getattr(spider, PLATFORM, None) or getattr(spider, "name", None) or "unknown")

    def _topic_of(self, kind: str, platform: str) -> str:
        spider = str(getattr(self._crawler.spider, "name", ""))
        return topic_name(self._topic.format(platform=platform, kind=kind, spider=spider))

    def _check_topic(self) -> None:
        try:
            self._topic_of("kind", "platform")
        except (KeyError, IndexError, ValueError, AttributeError):
            raise StoreError(
                f"BT_KAFKA_TOPIC is {self._topic!r}: of braces it takes {{platform}}, {{kind}} and {{spider}}"
            ) from None


def message(kind: str, record: Mapping[str, Any], *, key: str, platform: str, address: str) -> bytes:
    """The JSON of a record: id, content, resource (the platform), url, time, when it was collected, other fields."""
    found, collected = record.get(TIME), datetime.now(timezone.utc).isoformat(timespec="seconds")
    moment = collected if found is None else found
    url = record.get(address)
    others = {name: value for name, value in record.items() if name not in (CONTENT, PLATFORM, TIME, address)}
    told = {
        "id": key,
        "content": record.get(CONTENT),
        "resource": platform,
        "url": None if url is None else str(url),
        "time": moment.isoformat() if isinstance(moment, (datetime, date)) else moment,
        "collected": collected,
        "kind": kind,
        "fields": others,
    }
    return json.dumps(told, ensure_ascii=False, default=written).encode()


def topic_name(text: str) -> str:
    """A name that Kafka takes; one that had to be changed ends in a hash of the whole."""
    name = _UNFIT.sub("_", text)
    if name == text and 0 < len(name) <= _LONGEST_TOPIC and name not in (".", ".."):
        return name
    mark = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=4).hexdigest()
    return f"{name[: _LONGEST_TOPIC - 9]}_{mark}"


def _producer(servers: str, options: Mapping[str, Any], timeout: float) -> Producer:
    try:
        from .kafka_producer import Producer  # noqa: PLC0415  # an extra
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "confluent_kafka":
            raise
        raise StoreError("sending records to Kafka needs confluent-kafka: pip install 'scrapy_bt[kafka]'") from None
    return Producer(servers, options, timeout=timeout)
