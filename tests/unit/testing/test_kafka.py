import asyncio
import gc
import socket

import pytest

from scrapy_bt.storage.kafka_producer import Producer
from scrapy_bt.testing import kafka
from scrapy_bt.testing.kafka import Door, KafkaBroker, KafkaStartError
from scrapy_bt.testing.ports import HOST, pick_port


def test_what_it_has_confirmed_is_kept_through_cuts_and_kills():
    async def scene(broker):
        producer = Producer(broker.servers, {}, timeout=900)
        await producer.open()

        async def send(numbers):
            await asyncio.gather(*(producer.send("t", key=b"%d" % number, value=b"v") for number in numbers))

        async def apart(act):
            await asyncio.get_running_loop().run_in_executor(None, act)

        await send(range(50))
        broker.freeze()
        sending = asyncio.ensure_future(send(range(50, 100)))
        await asyncio.sleep(0.1)
        assert not sending.done()
        broker.thaw()
        await sending
        await apart(broker.kill)
        sending = asyncio.ensure_future(send(range(100, 150)))
        await apart(broker.start)
        await sending
        broker.cut()
        sending = asyncio.ensure_future(send(range(150, 200)))
        broker.restore()
        await sending
        await producer.close()
        await apart(broker.drain)

    with KafkaBroker() as broker:
        asyncio.run(scene(broker))
        assert broker.pid is not None
        assert {int(message["key"]) for message in broker.messages} == set(range(200))
        assert {message["topic"] for message in broker.messages} == {"t"}
    assert broker.pid is None


def test_a_broker_that_is_stopped_or_restarted_keeps_its_port_and_the_messages():
    async def send(servers, value):
        producer = Producer(servers, {}, timeout=900)
        await producer.open()
        await producer.send("t", key=b"k", value=value)
        await producer.close()

    with KafkaBroker() as broker:
        asyncio.run(send(broker.servers, b"first"))
        before, servers = broker.pid, broker.servers
        broker.restart()
        assert (broker.pid != before, broker.servers) == (True, servers)
        asyncio.run(send(broker.servers, b"second"))
        broker.freeze()
        broker.stop()
        assert broker.pid is None
        assert [message["value"] for message in broker.messages] == ["first", "second"]
    assert broker.messages == []


def test_a_message_is_read_when_its_line_is_there():
    broker = KafkaBroker()
    (broker.folder / "messages.jl").write_text('{"value": "one\u2028line"}\n{"value": "on its w', encoding="utf-8")
    assert broker.messages == [{"value": "one\u2028line"}]
    broker.close()


def test_a_broker_that_says_nothing_is_told_of(monkeypatch, tmp_path):
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho out of order >&2\n")
    program.chmod(0o700)
    monkeypatch.setattr(kafka.sys, "executable", str(program))
    with pytest.raises(KafkaStartError, match="the Kafka broker did not answer: out of order"):
        KafkaBroker().start()


def test_without_the_library_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(kafka, "find_spec", lambda _: None)
    with pytest.raises(KafkaStartError, match=r"pip install 'scrapy_bt\[kafka\]'"):
        KafkaBroker()


def test_connections_that_come_while_its_door_closes_are_closed(monkeypatch):
    left = []
    monkeypatch.setattr("sys.unraisablehook", lambda found: left.append(str(found.exc_value)))
    with socket.create_server((HOST, 0)) as target:
        for _ in range(20):
            door = Door(port := pick_port())
            door.open(target.getsockname()[1])
            clients = [socket.socket() for _ in range(3)]
            for client in clients:
                client.setblocking(False)
                client.connect_ex((HOST, port))
            door.close()
            for client in clients:
                client.close()
    gc.collect()
    assert left == []
