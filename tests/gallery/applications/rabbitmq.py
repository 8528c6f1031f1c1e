"""RabbitMQ's pages in Erlang, as Debian packages them: behind a hash, each request with a name and a password."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, running, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
KINDS = ("direct", "fanout", "topic")
QUEUES, EXCHANGES = 330, 60


@contextlib.contextmanager
def rabbitmq(folder: Path) -> Iterator[Application]:
    """Queues and exchanges for three things."""
    root = unpacked("rabbitmq", *with_dependencies(r"erlang|libsctp", "rabbitmq-server"))
    user, secret, url = "keeper", "quiet & please", f"http://127.0.0.1:{free_port(folder)}"
    erlang, own = folder / "bin" / "erl", folder / "own"
    erlang.parent.mkdir()
    own.mkdir()
    program = (root / "usr/lib/erlang/bin/erl").read_text()
    erlang.write_text(program.replace("ROOTDIR=/usr/lib/erlang", f"ROOTDIR={root}/usr/lib/erlang"))
    erlang.chmod(0o755)
    (own / "plugins").write_text("[rabbitmq_management].\n")
    (own / "rabbitmq.conf").write_text(
        f"listeners.tcp.1 = 127.0.0.1:{free_port(folder / 'own')}\nmanagement.tcp.ip = 127.0.0.1\n"
        f"management.tcp.port = {url.rpartition(':')[2]}\ndefault_user = {user}\ndefault_pass = {secret}\n"
    )
    names = str(free_port(folder / "bin"))
    settings = {
        "PATH": f"{erlang.parent}:{os.environ['PATH']}",
        "HOME": str(own),
        "ERL_EPMD_PORT": names,
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODENAME": "walks@localhost",
        "RABBITMQ_DIST_PORT": str(free_port(folder / "dist")),
        "RABBITMQ_CONFIG_FILE": f"{own}/rabbitmq",
        "RABBITMQ_ENABLED_PLUGINS_FILE": f"{own}/plugins",
        "RABBITMQ_MNESIA_BASE": f"{own}/mnesia",
        "RABBITMQ_LOG_BASE": f"{own}/log",
        "RABBITMQ_LOGS": "-",
    }
    release = next(root.glob("usr/lib/rabbitmq/lib/rabbitmq_server-*"))
    keep = [next(root.glob("usr/lib/erlang/erts-*/bin/epmd")), "-port", names, "-address", "127.0.0.1"]
    with (
        running(keep, folder, settings, "names.log"),
        served([release / "sbin/rabbitmq-server"], url, folder, settings),
    ):
        app = Application(url, user, secret, folder)
        fill(app)
        yield app


def fill(app: Application) -> None:
    token = base64.b64encode(f"{app.user}:{app.secret}".encode()).decode()
    headers = {"Content-Type": "application/json", "Authorization": f"Basic {token}"}
    told = [(f"queues/%2F/{queue(n)}", {"arguments": {"x-max-length": length(n)}}) for n in range(QUEUES)]
    told += [(f"exchanges/%2F/{exchange(n)}", {"type": KINDS[n // 3 % 3]}) for n in range(EXCHANGES)]
    for where, what in told:
        body = json.dumps({"durable": True, **what}).encode()
        urllib.request.urlopen(urllib.request.Request(f"{app.url}/api/{where}", body, headers, method="PUT")).close()


def queue(number: int) -> str:
    return f"to.{THINGS[number % 3]}.{number:03}"


def exchange(number: int) -> str:
    return f"by.{THINGS[number % 3]}.{number:02}"


def length(number: int) -> int:
    return 1000 + number * 7


async def _open(page: Page, app: Application, what: str, word: str) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("input[type=submit]")
    await page.click(f"a[href='#/{what}']")
    await page.wait_for_selector(f"#{what}-name")
    async with page.expect_response(lambda answer: f"name={word}" in answer.url):
        await page.fill(f"#{what}-name", word)
        await page.press(f"#{what}-name", "Enter")
    await page.wait_for_selector(f"table.list tr:has-text('{word}') >> nth=19")


async def search(page: Page, app: Application, word: str) -> None:
    await _open(page, app, "queues", word)
    async with page.expect_response(lambda answer: "page=2" in answer.url and f"name={word}" in answer.url):
        await page.select_option("#queues-page", "2")


async def kinds(page: Page, app: Application, word: str) -> None:
    await _open(page, app, "exchanges", word)
    async with page.expect_response(lambda answer: "sort=type" in answer.url):
        await page.click("a.sort[sort=type]")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(queue(n), str(length(n))) for n in range(QUEUES) if THINGS[n % 3] == word]


def by_kind(_: Application, word: str) -> Sequence[Row]:
    return [(exchange(n), KINDS[n // 3 % 3]) for n in range(EXCHANGES) if THINGS[n % 3] == word]


_INPUTS = ({"word": "windmill"}, {"word": "quarry"})
EXHIBIT = Exhibit(
    "rabbitmq",
    "queues in Erlang, behind a hash",
    rabbitmq,
    (
        Workflow("search", search, _INPUTS, {"word": "footbridge"}, found),
        Workflow("kinds", kinds, _INPUTS, {"word": "footbridge"}, by_kind),
    ),
)
