import os
import signal
import socket
import sys

import psutil
import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.testing import local_server
from scrapy_bt.testing.local_server import LocalServer
from scrapy_bt.testing.ports import HOST, pick_port
from scrapy_bt.testing.processes import ServerProcess

pytestmark = pytest.mark.server

PROGRAM = """
import socket, sys
try:
    server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
except OSError as error:
    sys.exit(str(error))
print("serving", flush=True)
while True:
    connection, _ = server.accept()
    with connection:
        connection.sendall(b"here")
"""


class Played(LocalServer):
    """A server that says what it is, as long as it runs *program*."""

    _name = "played"

    def __init__(self, program=PROGRAM):
        super().__init__()
        self._program = program
        self.launches = 0

    def _launch(self):
        self.launches += 1
        self.said = len(self.output)
        return ServerProcess([sys.executable, "-c", self._program, str(self.port)], log=self._log)

    def _is_ready(self):
        return "serving" in self.output[self.said :]

    def _failure(self, said):
        return BTError(f"the played server did not start: {said}")


@pytest.fixture
def server():
    with Played() as started:
        yield started


def ask(port):
    with socket.create_connection((HOST, port)) as connection:
        return connection.recv(100)


def test_it_runs_as_long_as_the_block():
    with Played() as server:
        pid, folder, port = server.pid, server.folder, server.port
        assert ask(port) == b"here"
        assert server.is_alive
        assert server.output == "serving\n"
        assert folder.name.startswith("played-")
        server.start()
        assert (server.pid, server.launches) == (pid, 1)
    assert (server.pid, server.port, server.output, server.is_alive) == (None, 0, "", False)
    assert not psutil.pid_exists(pid)
    assert not folder.exists()


def test_before_its_start_it_is_nowhere():
    server = Played()
    for act in (server.stop, server.kill, server.freeze, server.thaw, server.close):
        act()
    assert (server.pid, server.port, server.output, server.is_alive) == (None, 0, "", False)


@pytest.mark.parametrize("way", ["stop", "kill"])
def test_what_is_ended_comes_back_at_its_place(server, way):
    before = server.pid, server.port, server.folder
    getattr(server, way)()
    assert (server.pid, server.is_alive) == (None, False)
    with pytest.raises(ConnectionRefusedError):
        ask(server.port)
    server.restart()
    assert (server.port, server.folder) == before[1:]
    assert server.pid != before[0]
    assert ask(server.port) == b"here"
    assert server.output == "serving\nserving\n"


def test_a_restart_stops_what_runs(server):
    before = psutil.Process(server.pid)
    server.restart()
    assert not before.is_running()
    assert ask(server.port) == b"here"


def test_a_frozen_one_is_silent_until_it_thaws(server):
    server.freeze()
    assert psutil.Process(server.pid).status() == psutil.STATUS_STOPPED
    with socket.create_connection((HOST, server.port)) as connection:
        server.thaw()
        assert connection.recv(100) == b"here"


@pytest.mark.parametrize("way", ["stop", "kill", "restart"])
def test_a_frozen_one_can_be_ended(server, way):
    server.freeze()
    frozen = psutil.Process(server.pid)
    getattr(server, way)()
    assert not frozen.is_running()


def test_an_end_from_outside_is_seen(server):
    os.kill(server.pid, signal.SIGKILL)
    _, alive = psutil.wait_procs([psutil.Process(server.pid)])
    assert (alive, server.is_alive) == ([], False)


def test_another_port_is_tried_when_one_is_taken_meanwhile(server, monkeypatch):
    ports = iter((server.port, server.port, free := pick_port()))
    monkeypatch.setattr(local_server, "pick_port", lambda: next(ports))
    with Played() as other:
        assert (other.port, other.launches) == (free, 3)
        assert ask(free) == b"here"


def test_a_port_that_stays_taken_is_told(server, monkeypatch):
    monkeypatch.setattr(local_server, "pick_port", lambda: server.port)
    monkeypatch.setattr(local_server, "PORT_TRIES", 2)
    other = Played()
    with pytest.raises(BTError, match=r"did not start: .*already in use"):
        other.start()
    assert other.launches == 2


@pytest.mark.parametrize(
    ("program", "told"),
    [("print('out of order')", "did not start: out of order"), ("", "did not start: it said nothing")],
)
def test_one_that_ends_is_told_with_what_it_said(program, told):
    server = Played(program)
    with pytest.raises(BTError, match=told):
        server.start()
    assert (server.launches, server.pid, server.port) == (1, None, 0)


def test_one_that_is_never_ready_is_ended(monkeypatch):
    monkeypatch.setattr(local_server, "START_SECONDS", 0.1)
    server = Played("input()")
    with pytest.raises(BTError, match="it said nothing"):
        server.start()
    assert server.pid is None


def test_a_start_that_is_broken_off_leaves_nothing(monkeypatch):
    server = Played()
    folder = server.folder

    def interrupt():
        started.append(server.pid)
        raise KeyboardInterrupt

    started = []
    monkeypatch.setattr(server, "_is_ready", interrupt)
    with pytest.raises(KeyboardInterrupt):
        server.start()
    assert not psutil.pid_exists(started[0])
    assert not folder.exists()
