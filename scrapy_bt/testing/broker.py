"""The process of a Kafka broker for tests: librdkafka's mock cluster, and a reader that writes down what it gets."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TextIO

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaException, Producer, TopicPartition

from .ports import HOST

_LOOK_SECONDS = 0.1
"""Between two looks for new topics, and for orders."""
_ANSWER_SECONDS = 5.0
_CODING = "utf-8"


def main(path: Path) -> None:
    """Serve until the input ends; every message goes to the file *path*, as a line of JSON."""
    cluster = Producer({"bootstrap.servers": HOST, "test.mock.num.brokers": 1, "log_level": 0})
    (broker,) = cluster.list_topics(timeout=_ANSWER_SECONDS).brokers.values()
    _say(port=broker.port)
    orders: SimpleQueue[str] = SimpleQueue()
    Thread(target=_read_orders, args=(orders,), daemon=True).start()
    reader = TopicReader(f"{HOST}:{broker.port}")
    with path.open("a", encoding=_CODING) as file:
        while True:
            reader.read(file)
            try:
                order = orders.get_nowait()
            except Empty:
                continue
            if not order:
                break
            while not reader.has_all():
                reader.read(file)
            _say(read=reader.count)
    reader.close()


def _say(**facts: int) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def _read_orders(orders: SimpleQueue[str]) -> None:
    """Empty: the end of them."""
    for line in sys.stdin:
        orders.put(line.strip() or "drain")
    orders.put("")


class TopicReader:
    """Reads all partitions of all topics, from their beginnings."""

    def __init__(self, servers: str) -> None:
        self._consumer = Consumer(
            {
                "bootstrap.servers": servers,
                "group.id": "reader",
                "enable.auto.commit": False,
                "fetch.wait.max.ms": 10,
                "log_level": 0,
            }
        )
        self._next: dict[tuple[str, int], int] = {}
        self.count = 0

    def read(self, file: TextIO) -> None:
        """Write down what has come."""
        self._assign()
        while messages := self._consumer.consume(500, timeout=_LOOK_SECONDS):
            for message in messages:
                if message.error() is None:
                    topic, partition, offset = message.topic(), message.partition(), message.offset()
                    assert topic is not None
                    assert partition is not None
                    assert offset is not None
                    self._next[topic, partition] = offset + 1
                    self.count += 1
                    file.write(json.dumps(_line(message), ensure_ascii=False) + "\n")
            file.flush()

    def has_all(self) -> bool:
        """Whether nothing is there that has not been read."""
        self._assign()
        try:
            return all(
                self._consumer.get_watermark_offsets(TopicPartition(*place), timeout=_ANSWER_SECONDS)[1] <= offset
                for place, offset in self._next.items()
            )
        except KafkaException:
            return False

    def close(self) -> None:
        """Let go of the broker."""
        self._consumer.close()

    def _assign(self) -> None:
        new = [place for place in self._partitions() if place not in self._next]
        if new:
            self._consumer.incremental_assign([TopicPartition(*place, OFFSET_BEGINNING) for place in new])
            self._next.update(dict.fromkeys(new, 0))

    def _partitions(self) -> Iterator[tuple[str, int]]:
        for topic in self._consumer.list_topics(timeout=_ANSWER_SECONDS).topics.values():
            for partition in topic.partitions:
                yield topic.topic, partition


def _line(message: Any) -> dict[str, Any]:
    key = message.key()
    return {
        "topic": message.topic(),
        "partition": message.partition(),
        "key": None if key is None else key.decode(_CODING, "replace"),
        "value": message.value().decode(_CODING, "replace"),
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
