import asyncio
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from scrapy.settings import Settings

from scrapy_bt.console import server
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.jobs.fetches import Fetched, Fetches
from scrapy_bt.console.server import ServerOptions, make_console, serve
from scrapy_bt.console.state import Console
from scrapy_bt.errors import BTError
from tests.unit.console.conftest import MadeCrawl


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_this_machine_alone_needs_nothing(host: str) -> None:
    ServerOptions(host=host).check()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (ServerOptions(host="0.0.0.0"), "--users"),
        (ServerOptions(host="10.0.0.1", is_behind_proxy=True), "--users"),
        (ServerOptions(host="console.test", users=Path("users.json")), "clear text"),
        (ServerOptions(socket=Path("x.sock"), is_behind_proxy=True, names=("c.test",)), "--users"),
        (ServerOptions(socket=Path("x.sock"), users=Path("users.json"), names=("c.test",)), "--behind-proxy"),
        (ServerOptions(socket=Path("x.sock"), users=Path("users.json"), is_behind_proxy=True), "--name"),
    ],
)
def test_other_addresses_are_refused_without_users_and_a_certificate(
    options: ServerOptions, message: str, project: Path, settings: Settings
) -> None:
    with pytest.raises(BTError, match=message):
        serve(options, project, project / ".scrapy", settings, tell=lambda line: None)


def test_a_port_in_use_is_told(project: Path, settings: Settings) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        options = ServerOptions(port=taken.getsockname()[1])
        with pytest.raises(BTError, match="--port 0"):
            serve(options, project, project / ".scrapy", settings, tell=lambda line: None)


def test_what_requests_share(project: Path, settings: Settings) -> None:
    options = ServerOptions(
        is_read_only=True, names=("console.test",), users=project / "users.json", is_behind_proxy=True
    )
    console, hosts = make_console(options, project, project / ".scrapy", settings, port=9)
    assert hosts == {"127.0.0.1:9", "[::1]:9", "localhost:9", "console.test"}
    assert (console.cookie, console.most, console.is_secure) == ("bt_console_9", Role.VIEWER, True)
    assert console.users is not None
    assert console.sessions.open("ann", Role.ADMIN).role is Role.VIEWER


def test_a_socket_is_reached_by_the_name_of_its_proxy_alone(project: Path, settings: Settings) -> None:
    options = ServerOptions(
        socket=project / "c.sock", names=("console.test",), users=project / "users.json", is_behind_proxy=True
    )
    options.check()
    _, hosts = make_console(options, project, project / ".scrapy", settings, port=0)
    assert hosts == {"console.test"}


@pytest.mark.process
def test_its_extra_brings_all_that_it_loads() -> None:
    wanted, known = [Requirement("scrapy_bt[console]")], set()
    while wanted:
        one = wanted.pop()
        name = canonicalize_name(one.name)
        if (name, *sorted(one.extras)) in known:
            continue
        known.add((name, *sorted(one.extras)))
        for text in requires(name) or ():
            other = Requirement(text)
            if other.marker is None or any(other.marker.evaluate({"extra": extra}) for extra in ("", *one.extras)):
                wanted.append(other)
    code = "import sys, scrapy_bt.console.application; print(*{name.partition('.')[0] for name in sys.modules})"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    owners = packages_distributions()
    loaded = {canonicalize_name(owner) for name in told.stdout.split() for owner in owners.get(name, ())[:1]}
    assert "starlette" in loaded
    assert loaded - {name for name, *_ in known} - {"setuptools"} == set()


def test_a_crawl_has_one_poller_for_all_who_watch_it(console: Console, crawl: MadeCrawl) -> None:
    crawl.add("main/list")

    async def look() -> None:
        poller = await console.poller(crawl)
        assert await console.poller(crawl) is poller
        view = await poller.refresh()
        assert view.rows["shop/main/list"]["ready"] == 1

    asyncio.run(look())


def test_ctrl_c_cuts_off_what_takes_too_long_without_a_traceback(
    project: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, over = threading.Event(), threading.Event()

    def fetch(self: Fetches, url: str, rule: str) -> Fetched:
        begun.set()
        over.wait()
        return Fetched(url, b"", "text/html")

    monkeypatch.setattr(Fetches, "fetch", fetch)
    monkeypatch.setattr(server, "_END_SECONDS", 0)

    def ask(host: str, key: str) -> None:
        headers = {"Authorization": f"Bearer {key}", "Origin": f"http://{host}", "Content-Type": "application/json"}
        connection = http.client.HTTPConnection(host)
        connection.request("POST", "/api/v1/pages", '{"url": "https://shop.test/"}', headers)
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)
        connection.close()

    threads = []

    def tell(line: str) -> None:
        if found := re.search(r"http://(\S+)/login#key=(\S+)", line):
            threads.append(threading.Thread(target=ask, args=found.groups()))
            threads[0].start()

    serve(ServerOptions(port=0), project, project / ".scrapy", settings, tell=tell)
    over.set()
    threads[0].join()
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
