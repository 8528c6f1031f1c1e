"""Redis Commander from npm: a tree of keys that jQuery fills as it is opened, and what a key holds."""

from __future__ import annotations

import contextlib
import shutil
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, installed_from_npm, running, served
from ..workflow import Exhibit, Row, Workflow

YARDS = ("north", "south", "river", "hill")
BLOCKS = 64


@contextlib.contextmanager
def redis_commander(folder: Path) -> Iterator[Application]:
    """A hash for each block, by the yard where it lies."""
    server = shutil.which("redis-server")
    if server is None:
        raise NotInstallableError("there is no redis-server: apt install redis-server")
    programs = installed_from_npm("redis_commander", **{"redis-commander": "0.9.0"})
    store = folder / "store"
    store.mkdir()
    port = str(free_port(folder.with_name("store")))
    (store / "redis.conf").write_text(f"port {port}\nbind 127.0.0.1\nsave ''\ndir {store}\n")
    (store / "blocks").write_text("".join(map(_command, range(BLOCKS))))
    url = f"http://127.0.0.1:{free_port(folder)}"
    where = ["--address", "127.0.0.1", "--port", url.rpartition(":")[2], "--noload", "--nosave"]
    look = [programs / "redis-commander", *where, "--redis-host", "127.0.0.1", "--redis-port", port]
    with running([server, store / "redis.conf"], store), served(look, url, folder):
        with socket.create_connection(("127.0.0.1", int(port))) as connection, connection.makefile("rb") as said:
            connection.sendall((store / "blocks").read_bytes())
            for _ in range(BLOCKS):
                said.readline()
        yield Application(url, "", "", folder)


def _command(number: int) -> str:
    return f"HSET yard:{_yard(number)}:{_name(number)} weight {_weight(number)} keeper {_keeper(number)}\r\n"


def _yard(number: int) -> str:
    return YARDS[number * 3 % 4]


def _name(number: int) -> str:
    return f"block-{number}"


def _weight(number: int) -> str:
    return str(number * 397 % 5003 + 100)


def _keeper(number: int) -> str:
    return f"keeper{number * 7 % 41}"


async def _unfold(page: Page, name: str) -> None:
    await page.dblclick(f"#keyTree a:has-text('{name}') >> nth=0")
    await page.wait_for_load_state("networkidle")


async def keys(page: Page, _: Application, yard: str) -> None:
    await page.locator("#keyTree a:has-text('yard')").first.wait_for()
    await _unfold(page, "yard")
    await _unfold(page, yard)
    await page.locator("#keyTree a:has-text('block-')").first.wait_for()


async def values(page: Page, app: Application, yard: str) -> None:
    await keys(page, app, yard)
    for place in (1, 3):
        async with page.expect_response("**/apiv2/key/**"):
            await page.click(f"#keyTree a:has-text('block-') >> nth={place}")
        await page.wait_for_load_state("networkidle")


def of_yard(_: Application, yard: str) -> Sequence[Row]:
    return [(_name(n),) for n in range(BLOCKS) if _yard(n) == yard]


def held(_: Application, yard: str) -> Sequence[Row]:
    return [(_weight(n), _keeper(n)) for n in range(BLOCKS) if _yard(n) == yard]


EXHIBIT = Exhibit(
    "redis_commander",
    "a tree that is opened",
    redis_commander,
    (
        Workflow("keys", keys, ({"yard": "north"}, {"yard": "river"}), {"yard": "south"}, of_yard),
        Workflow("values", values, ({"yard": "south"}, {"yard": "hill"}), {"yard": "north"}, held),
    ),
)
