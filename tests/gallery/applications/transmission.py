"""Transmission from Debian: all is asked for by POST, with a key that a refusal gives, by the number of a row."""

from __future__ import annotations

import base64
import contextlib
import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..torrents import described
from ..workflow import Exhibit, Row, Workflow

SHELVES = ("atlases", "ballads", "charters", "diaries", "essays")


@contextlib.contextmanager
def transmission(folder: Path) -> Iterator[Application]:
    """Five shelves, each with its files, none of which is fetched."""
    needed = with_dependencies(
        r"lib(event|minupnpc|miniupnpc|natpmp|deflate|b64|appindicator).*", "transmission-daemon", "transmission-common"
    )
    root = unpacked("transmission", *needed)
    url = f"http://127.0.0.1:{free_port(folder)}"
    quiet = ("dht", "lpd", "pex", "utp", "port-forwarding")
    told = {f"{name}-enabled": False for name in quiet} | {
        "rpc-bind-address": "127.0.0.1",
        "rpc-port": int(url.rpartition(":")[2]),
        "bind-address-ipv4": "127.0.0.1",
        "bind-address-ipv6": "::1",
        "peer-port": free_port(folder / "peers"),
        "start-added-torrents": False,
        "rpc-whitelist-enabled": False,
        "rpc-host-whitelist-enabled": False,
    }
    (folder / "settings.json").write_text(json.dumps(told))
    libraries = ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))
    environment = {"LD_LIBRARY_PATH": libraries, "TRANSMISSION_WEB_HOME": str(root / "usr/share/transmission/web")}
    environment["HOME"] = str(folder)
    serve = [
        root / "usr/bin/transmission-daemon",
        "--foreground",
        "--config-dir",
        ".",
        "--download-dir",
        folder / "files",
    ]
    with served(serve, url, folder, environment):
        for number in range(len(SHELVES)):
            _add(url, number)
        yield Application(url, "", "", folder)


def _files(number: int) -> Sequence[tuple[str, int]]:
    return [(f"{SHELVES[number][:-1]} of {1700 + n * 13}.txt", 900 + n * 371 % 4000) for n in range(6 + number)]


def _add(url: str, number: int) -> None:
    made = described(SHELVES[number], _files(number))
    asked = {"method": "torrent-add", "arguments": {"metainfo": base64.b64encode(made).decode(), "paused": True}}
    key = ""
    for _ in range(2):
        request = urllib.request.Request(
            f"{url}/transmission/rpc", json.dumps(asked).encode(), {"X-Transmission-Session-Id": key}
        )
        try:
            urllib.request.urlopen(request).close()
        except urllib.error.HTTPError as error:
            key = error.headers["X-Transmission-Session-Id"]


async def files(page: Page, _: Application, shelf: str) -> None:
    row = page.locator(f".torrent:has(.torrent_name:text-is('{shelf}'))")
    await row.wait_for()
    await row.click()
    await page.click("#toolbar-inspector")
    await page.click("#inspector-tab-files")
    await page.locator(f"text={_files(SHELVES.index(shelf))[3][0]}").wait_for()
    await page.wait_for_load_state("networkidle")


def of_shelf(_: Application, shelf: str) -> Sequence[Row]:
    return [(f"{shelf}/{name}", str(size)) for name, size in _files(SHELVES.index(shelf))]


EXHIBIT = Exhibit(
    "transmission",
    "calls with a key from a refusal",
    transmission,
    (
        Workflow(
            "files",
            files,
            ({"shelf": "ballads"}, {"shelf": "essays"}),
            {"shelf": "diaries"},
            of_shelf,
            "/transmission/web/",
        ),
    ),
)
