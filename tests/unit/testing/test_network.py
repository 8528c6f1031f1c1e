import socket
import sys
import time
from contextlib import contextmanager, suppress

import psutil
import pytest

from scrapy_bt.testing.network import DelayProxy
from scrapy_bt.testing.ports import HOST
from scrapy_bt.testing.proxy_process import ProxyError
from tests.waiting import wait_until

pytestmark = pytest.mark.server


class Listener:
    """A server that is played by the test."""

    def __init__(self):
        self.socket = socket.create_server((HOST, 0))
        self.port = self.socket.getsockname()[1]

    def accept(self):
        connection, _ = self.socket.accept()
        return connection


@pytest.fixture
def listener():
    played = Listener()
    with played.socket:
        yield played


@pytest.fixture
def proxy(listener):
    with DelayProxy(listener.port) as started:
        yield started


@contextmanager
def connected(proxy, listener):
    with socket.create_connection((HOST, proxy.port)) as client, listener.accept() as server:
        yield client, server


def read(connection, count):
    data = b""
    while len(data) < count and (part := connection.recv(count - len(data))):
        data += part
    return data


def is_refused(proxy):
    with socket.socket() as connection:
        return bool(connection.connect_ex((HOST, proxy.port)))


def test_data_passes_both_ways(proxy, listener):
    with connected(proxy, listener) as (client, server):
        client.sendall(b"there")
        assert read(server, 5) == b"there"
        server.sendall(b"back")
        assert read(client, 4) == b"back"
        assert proxy.counts() == {"open": 1, "accepted": 1, "cut": 0}
        client.shutdown(socket.SHUT_WR)
        assert server.recv(1) == b""
        server.sendall(b"late")
        server.shutdown(socket.SHUT_WR)
        assert read(client, 5) == b"late"
    assert proxy.counts()["open"] == 0


def test_data_is_late_by_what_was_asked(proxy, listener):
    with connected(proxy, listener) as (client, server):
        proxy.delay(there=0.05, back=0.0)
        begin = time.monotonic()
        client.sendall(b"there")
        assert read(server, 5) == b"there"
        arrived = time.monotonic()
        server.sendall(b"back")
        read(client, 4)
        assert arrived - begin >= 0.05
        proxy.delay(there=0.0, back=0.05)
        begin = time.monotonic()
        server.sendall(b"back")
        read(client, 4)
        assert time.monotonic() - begin >= 0.05


def test_what_is_under_way_at_once_arrives_at_once_and_in_order(proxy, listener):
    with connected(proxy, listener) as (client, server):
        proxy.delay(there=0.1, back=0.1)
        sent = [b"%05d" % number for number in range(2000)]
        for part in sent:
            client.sendall(part)
            server.sendall(part)
        assert read(server, 10_000) == read(client, 10_000) == b"".join(sent)


def test_a_shorter_delay_overtakes_nothing(proxy, listener):
    with connected(proxy, listener) as (client, server):
        proxy.delay(there=0.1, back=0.0)
        client.sendall(b"first ")
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # The answer to this order comes after the relay has read what was sent before.
        assert proxy.counts()["open"] == 1
        proxy.delay(there=0.0, back=0.0)
        client.sendall(b"second")
        assert read(server, 12) == b"first second"


def test_much_data_passes_a_slow_reader(proxy, listener):
    data = bytes(range(256)) * 40_000
    with connected(proxy, listener) as (client, server):
        proxy.delay(there=0.001, back=0.001)
        client.setblocking(False)
        sent = received = 0
        while received < len(data):
            if sent < len(data):
                with suppress(BlockingIOError):
                    sent += client.send(data[sent : sent + 100_000])
            part = server.recv(1_000_000) if received < sent else b""
            assert part == data[received : received + len(part)]
            received += len(part)


def test_a_cut_drops_what_is_open_and_refuses_what_is_new(proxy, listener):
    with connected(proxy, listener) as (client, server):
        proxy.cut()
        with pytest.raises(ConnectionResetError):
            client.recv(1)
        with pytest.raises(ConnectionResetError):
            server.recv(1)
    assert is_refused(proxy)
    port = proxy.port
    proxy.mend()
    assert proxy.port == port
    with connected(proxy, listener) as (client, server):
        client.sendall(b"again")
        assert read(server, 5) == b"again"
        assert proxy.counts() == {"open": 1, "accepted": 2, "cut": 1}


def test_a_cut_loses_what_is_under_way(proxy, listener):
    with connected(proxy, listener) as (client, server):
        proxy.delay(there=60, back=60)
        client.sendall(b"lost")
        proxy.cut()
        with pytest.raises(ConnectionResetError):
            server.recv(4)


def test_a_cut_at_a_reply_loses_the_reply_alone(proxy, listener):
    with connected(proxy, listener) as (client, server):
        proxy.cut(at_reply=True)
        client.sendall(b"command")
        assert read(server, 7) == b"command"
        server.sendall(b"reply")
        with pytest.raises(ConnectionResetError):
            client.recv(5)
    assert is_refused(proxy)


def test_mending_takes_back_a_cut_to_come(proxy, listener):
    with connected(proxy, listener) as (client, server):
        proxy.cut(at_reply=True)
        proxy.mend()
        server.sendall(b"reply")
        assert read(client, 5) == b"reply"


def test_flapping_cuts_as_often_as_asked_and_ends_mended(proxy, listener):
    with connected(proxy, listener) as (client, _):
        proxy.flap(times=3, down=0.01, up=0.01)
        with pytest.raises(ConnectionResetError):
            client.recv(1)
    wait_until(lambda: proxy.counts()["cut"] >= 3 and not is_refused(proxy))
    assert proxy.counts()["cut"] == 3


def test_mending_ends_the_flapping(proxy):
    proxy.flap(times=1000, down=60, up=60)
    proxy.mend()
    assert not is_refused(proxy)


def test_a_server_that_is_not_there_ends_the_connection(proxy, listener):
    listener.socket.close()
    with pytest.raises(ConnectionResetError), socket.create_connection((HOST, proxy.port)) as client:
        client.recv(1)


def test_the_process_ends_with_the_block(listener):
    with DelayProxy(listener.port) as proxy:
        pid = proxy.pid
        assert proxy.url == f"redis://{HOST}:{proxy.port}"
    assert not psutil.pid_exists(pid)
    proxy.stop()
    with pytest.raises(ProxyError, match="does not run"):
        proxy.cut()


def test_a_proxy_that_has_ended_is_told(proxy):
    process = psutil.Process(proxy.pid)
    process.kill()
    process.wait()
    with pytest.raises(ProxyError, match="the delay proxy has ended"):
        proxy.mend()


def test_what_a_proxy_says_that_does_not_start_is_told(listener, monkeypatch, tmp_path):
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho out of order >&2\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    with pytest.raises(ProxyError, match="did not start: out of order"):
        DelayProxy(listener.port).start()
