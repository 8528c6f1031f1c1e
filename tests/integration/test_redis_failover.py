"""The master of Redis dies in mid-crawl, Sentinel promotes a replica, and the crawl goes on there."""

import selectors
import socket
from contextlib import ExitStack, contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest
import redis

from scrapy_bt.testing import RedisServer
from scrapy_bt.testing.ports import HOST
from scrapy_bt.testing.processes import ServerProcess
from tests.integration.test_redis_crawl import CHAIN, numbers, numbers_so_far
from tests.waiting import wait_until

COUNT = 60
MASTER = "shop"

CONFIGURATION = """
port {port}
bind {host}
dir {folder}
sentinel monitor {master} {host} {server.port} 1
sentinel down-after-milliseconds {master} 500
sentinel failover-timeout {master} 2000
sentinel parallel-syncs {master} 2
"""


class Sentinel(RedisServer):
    """Promotes a replica of a master that is gone."""

    def __init__(self, master):
        super().__init__(kind=master.kind)
        self._master = master

    def _launch(self):
        file = self.folder / "sentinel.conf"
        told = {"port": self.port, "host": HOST, "folder": self.folder, "master": MASTER, "server": self._master}
        file.write_text(CONFIGURATION.format(**told))
        return ServerProcess([self.program, str(file), "--sentinel"], log=self._log)

    def _is_ready(self):
        with redis.Redis(HOST, self.port) as client, suppress(redis.RedisError):
            return client.info("server")["process_id"] == self.pid
        return False


@contextmanager
def replicated(kind):
    """A master with two replicas, and the Sentinel that knows of them."""
    options = ("--repl-diskless-sync-delay", "0", "--appendonly", "no")
    with ExitStack() as stack:
        master = stack.enter_context(RedisServer(kind=kind, options=options))
        link = ("--replicaof", f"{HOST} {master.port}")
        for _ in range(2):
            stack.enter_context(RedisServer(kind=kind, options=(*options, *link)))
        port = stack.enter_context(Sentinel(master)).port
        sentinel = stack.enter_context(redis.Redis(HOST, port, decode_responses=True))
        wait_until(lambda: knows_replicas(sentinel))
        yield master, sentinel, f"redis+sentinel://{HOST}:{port}/{MASTER}/0"


def knows_replicas(sentinel):
    try:
        found = sentinel.sentinel_slaves(MASTER)
    except redis.RedisError:
        return False
    return len(found) == 2 and all(each["master-link-status"] == "ok" for each in found)


class Switch(ThreadingTCPServer):
    """An address that leads to the server of a port, and from some moment on to another one."""

    daemon_threads = True

    def __init__(self, port):
        super().__init__((HOST, 0), Passing)
        self.target, self._open = port, []
        self.url = f"redis://{HOST}:{self.server_address[1]}/0"

    def __enter__(self):
        Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.lead_to(0)
        super().__exit__()

    def lead_to(self, port):
        self.target, left, self._open = port, self._open, []
        for connection in left:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def connect(self, caller):
        target = socket.create_connection((HOST, self.target))
        self._open += [caller, target]
        return target


class Passing(BaseRequestHandler):
    def handle(self):
        with suppress(OSError), self.server.connect(self.request) as target, selectors.DefaultSelector() as waiting:
            waiting.register(self.request, selectors.EVENT_READ, target)
            waiting.register(target, selectors.EVENT_READ, self.request)
            while True:
                for key, _ in waiting.select():
                    data = key.fileobj.recv(65536)
                    if not data:
                        return
                    key.data.sendall(data)


def test_a_promotion_by_hand_loses_no_record(project, practice) -> None:
    project.tree("shop", CHAIN)
    practice.set(answers=20)
    options = ("--repl-diskless-sync-delay", "0", "--appendonly", "no")
    with RedisServer(options=options) as master:
        link = ("--replicaof", f"{HOST} {master.port}")
        with RedisServer(options=(*options, *link)) as replica, Switch(master.port) as switch:
            old, new = (redis.Redis(HOST, server.port) for server in (master, replica))
            wait_until(lambda: new.info("replication")["master_link_status"] == "up")
            project.settings.update(
                BT_FRONTIER="redis", REDIS_URL=switch.url, BT_REDIS_WAIT=1, DOWNLOAD_DELAY=0.05, LOG_FILE="log"
            )
            with project.started(*project.crawl_arguments("shop", site=project.site, count=COUNT)) as process:
                wait_until(lambda: len(numbers_so_far(project)) >= 10, process)
                new.replicaof("NO", "ONE")
                old.replicaof(HOST, replica.port)
                switch.lead_to(replica.port)
                practice.set(answers=1e9)
                process.communicate()
            log = (project.folder / "log").read_text()
            assert process.returncode == 0, log
            assert new.info("replication")["role"] == "master"
            for client in (old, new):
                client.close()
    found = numbers(project.folder / "items.jl")
    assert set(found) == set(range(1, COUNT + 1)), log
    assert len(found) <= COUNT + 2 * 16


@pytest.mark.parametrize("kind", RedisServer.kinds())
def test_a_promotion_by_sentinel_loses_no_record(project, practice, kind) -> None:
    project.tree("shop", CHAIN)
    practice.set(answers=20)
    with replicated(kind) as (master, sentinel, url):
        project.settings.update(
            BT_FRONTIER="redis", REDIS_URL=url, BT_REDIS_WAIT=1, DOWNLOAD_DELAY=0.05, LOG_FILE="log"
        )
        with project.started(*project.crawl_arguments("shop", site=project.site, count=COUNT)) as process:
            wait_until(lambda: len(numbers_so_far(project)) >= 10, process)
            master.kill()
            wait_until(lambda: "is away" in (project.folder / "log").read_text(), process)
            practice.set(answers=1e9)
            process.communicate()
        log = (project.folder / "log").read_text()
        assert process.returncode == 0, log
        assert sentinel.sentinel_master(MASTER)["port"] != master.port
    found = numbers(project.folder / "items.jl")
    assert set(found) == set(range(1, COUNT + 1)), log
    # What was in flight may be fetched again.
    assert len(found) <= COUNT + 2 * 16
    assert f"Redis at {url} is away" in log
    assert f"Redis at {url} is back" in log


def test_commands_ask_the_sentinels_too(project) -> None:
    with replicated("") as (master, _, url):
        told = project.run("bt", "status", "--json", "-s", f"REDIS_URL={url}")
        assert (told.code, f'"redis": "{url}"' in told.output) == (0, True), told.log
        refused = project.run("bt", "status", "-s", f"REDIS_URL={url}", "-s", f"REDIS_PORT={master.port}")
        assert refused.code == 1
        assert "asks Sentinels where Redis is" in refused.log
