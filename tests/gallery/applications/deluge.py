"""Deluge from PyPI, in Ext JS: calls of JSON-RPC with a session, rows by their keys, and files as a tree."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.cookiejar
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from tests.waiting import wait_until

from ..application import Application, free_port, installed, running, served
from ..torrents import described
from ..workflow import Exhibit, Row, Workflow

HOSTS = ("attic.test", "cellar.test", "loft.test")
ARCHIVES = 42
_REQUIREMENTS = ("deluge==2.2.0", "libtorrent==2.0.11", "setuptools<80", "pyopenssl<24")


@contextlib.contextmanager
def deluge(folder: Path) -> Iterator[Application]:
    """Archives of three trackers, none of which is fetched."""
    programs = installed("deluge", *_REQUIREMENTS)
    port, own = free_port(folder / "daemon"), "0123456789abcdef0123456789abcdef"
    url, secret, salt = f"http://127.0.0.1:{free_port(folder)}", "quiet & please", "c26ab3bb"
    place = folder / "config"
    place.mkdir()
    hashed = hashlib.sha1(f"{salt}{secret}".encode()).hexdigest()
    _write(place / "web.conf", 2, pwd_salt=salt, pwd_sha1=hashed, first_login=False, default_daemon=own)
    _write(place / "hostlist.conf", 3, hosts=[[own, "127.0.0.1", port, "localclient", "local"]])
    quiet = dict.fromkeys(("dht", "lsd", "upnp", "natpmp", "utpex", "new_release_check"), False)
    _write(place / "core.conf", 1, **quiet, listen_interface="127.0.0.1", add_paused=True, daemon_port=port)
    (place / "auth").write_text("localclient:local:10\n")
    home = {"HOME": str(folder), "LANG": "C.UTF-8"}
    daemon = [programs / "deluged", "--do-not-daemonize", "--config", place, "--port", str(port), "-u", "127.0.0.1"]
    web = [programs / "deluge-web", "--do-not-daemonize", "--config", place, "--interface", "127.0.0.1", "--port"]
    with running(daemon, folder, home, "daemon.log"), served([*web, url.rpartition(":")[2]], url, folder, home):
        _fill(url, secret, own)
        yield Application(url, "", secret, folder)


def _write(path: Path, version: int, **told: Any) -> None:
    path.write_text(json.dumps({"file": version, "format": 1}) + json.dumps(told))


def _fill(url: str, secret: str, host: str) -> None:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def call(method: str, *given: Any) -> Any:
        sent = json.dumps({"method": method, "params": given, "id": 1}).encode()
        request = urllib.request.Request(f"{url}/json", sent, {"Content-Type": "application/json"})
        with opener.open(request) as answer:
            text = answer.read()
        return json.loads(text)["result"]

    call("auth.login", secret)

    def is_connected() -> bool:
        return bool(call("web.connected") or (call("web.connect", host) and call("web.connected")))

    wait_until(is_connected, pause=0.3)
    for number in range(ARCHIVES):
        told = described(name(number), _files(number), f"http://{HOSTS[number % 3]}/announce")
        coded = base64.b64encode(told).decode()
        call("core.add_torrent_file", f"{number}.torrent", coded, {"add_paused": True})


def name(number: int) -> str:
    return f"Letters of {1801 + number * 5 % 211}"


def _files(number: int) -> Sequence[tuple[str, int]]:
    return [(f"letter {n * 3 + number}.txt", 900 + (n * 371 + number * 53) % 4000) for n in range(5 + number % 4)]


async def tracked(page: Page, app: Application, host: str) -> None:
    await _log_in(page, app)
    await page.click("text=Trackers")
    async with page.expect_response("**/json"):
        await page.click(f"text={host} (")
    await page.wait_for_timeout(4000)


async def files(page: Page, app: Application, archive: str) -> None:
    await _log_in(page, app)
    await page.click(f".x-grid3-row:has-text('{archive}')")
    await page.click(".x-tab-strip-text:text-is('Files')")
    await page.locator(".x-treegrid-col:has-text('letter') >> nth=3").wait_for()
    await page.wait_for_timeout(1000)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[type=password]", app.secret)
    await page.press("input[type=password]", "Enter")
    await page.locator(".x-grid3-row >> nth=8").wait_for()


def of_host(_: Application, host: str) -> Sequence[Row]:
    return [(name(n), str(sum(size for _, size in _files(n)))) for n in range(ARCHIVES) if HOSTS[n % 3] == host]


def of_archive(_: Application, archive: str) -> Sequence[Row]:
    number = next(n for n in range(ARCHIVES) if name(n) == archive)
    return [(f"{archive}/{title}", str(size)) for title, size in _files(number)]


EXHIBIT = Exhibit(
    "deluge",
    "JSON-RPC behind Ext JS",
    deluge,
    (
        Workflow("tracked", tracked, ({"host": HOSTS[0]}, {"host": HOSTS[2]}), {"host": HOSTS[1]}, of_host),
        Workflow("files", files, ({"archive": name(3)}, {"archive": name(10)}), {"archive": name(6)}, of_archive),
    ),
)
