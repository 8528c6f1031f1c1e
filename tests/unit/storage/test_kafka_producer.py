import asyncio

import confluent_kafka as kafka
import pytest

from scrapy_bt.storage import kafka_producer as module
from scrapy_bt.storage.kafka_producer import Producer
from scrapy_bt.storage.rows import StoreError


@pytest.fixture(scope="module")
def cluster():
    """librdkafka's mock cluster, as long as the client that made it."""
    client = kafka.Producer({"bootstrap.servers": "a", "test.mock.num.brokers": 1, "log_level": 0})
    (broker,) = client.list_topics().brokers.values()
    yield f"127.0.0.1:{broker.port}"
    client.flush()


class Forgotten:
    """A client that the broker has forgotten: each message is lost for good, as librdkafka says it."""

    def __init__(self):
        self.is_purged = False
        self._waiting = []

    def produce(self, topic, *, key, value, on_delivery):
        self._waiting.append(on_delivery)

    def poll(self, seconds):
        waiting, self._waiting = self._waiting, []
        for tell in waiting:
            tell(kafka.KafkaError(kafka.KafkaError._FATAL, "forgotten", fatal=True), None)

    def purge(self):
        self.is_purged = True

    def __len__(self):
        return len(self._waiting)


def run(servers, act, timeout=900.0, options=()):
    async def scene():
        one = Producer(servers, dict(options), timeout=timeout)
        await one.open()
        try:
            return await act(one)
        finally:
            await one.close()

    return asyncio.run(scene())


def test_messages_are_sent_when_a_broker_has_them(cluster):
    async def act(one):
        await asyncio.gather(*(one.send("t", key=b"k", value=b"%d" % number) for number in range(100)))

    run(cluster, act)
    reader = kafka.Consumer({"bootstrap.servers": cluster, "group.id": "r", "log_level": 0})
    partitions = reader.list_topics("t").topics["t"].partitions
    ends = [reader.get_watermark_offsets(kafka.TopicPartition("t", each))[1] for each in partitions]
    reader.close()
    # All of one key are in one partition.
    assert sorted(ends) == [0, 0, 0, 100]


def test_a_client_that_was_forgotten_is_replaced_and_nothing_is_lost(cluster, caplog):
    forgotten = Forgotten()

    async def act(one):
        one._client = forgotten
        await asyncio.gather(*(one.send("again", key=b"k", value=b"v") for _ in range(10)))

    run(cluster, act)
    assert forgotten.is_purged
    assert caplog.text.count("unconfirmed messages are sent again") == 1


def test_a_message_that_no_broker_takes_says_so(cluster):
    async def act(one):
        with pytest.raises(ValueError, match=r"Kafka takes no such message: .*too large"):
            await one.send("t", key=b"k", value=b"x" * 1_100_000)

    run(cluster, act)


def test_a_broker_that_stays_away_is_given_up(cluster):
    async def act(one):
        one._client = kafka.Producer({**one._configuration, "bootstrap.servers": "127.0.0.1:1"})
        with pytest.raises(StoreError, match="has not taken a message for 1 s"):
            await one.send("t", key=b"k", value=b"v")

    run(cluster, act, timeout=1.0)


def test_whoever_waits_can_be_hurried(cluster):
    async def act(one):
        one._client = kafka.Producer({**one._configuration, "bootstrap.servers": "127.0.0.1:1"})
        sending = asyncio.ensure_future(one.send("t", key=b"k", value=b"v"))
        await asyncio.sleep(0.05)
        one.hurry()
        with pytest.raises(StoreError):
            await sending
        with pytest.raises(StoreError, match="the crawl ends"):
            await one.send("t", key=b"k", value=b"v")

    run(cluster, act)


def test_settings_that_do_not_hold_are_told():
    with pytest.raises(StoreError, match=r"BT_KAFKA_OPTIONS\) do not hold: .*no\.such"):
        Producer("a:1", {"no.such": 1}, timeout=1)


def test_brokers_that_do_not_answer_are_told(monkeypatch):
    monkeypatch.setattr(module, "_TRY_SECONDS", 0.2)
    with pytest.raises(StoreError, match=r"no Kafka broker answers at 127\.0\.0\.1:1 \(BT_KAFKA_SERVERS\)"):
        run("127.0.0.1:1", None, timeout=0.1)
