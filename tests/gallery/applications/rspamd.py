"""Rspamd in C and Lua, as Debian packages it: a screen by jQuery, with a password in a header of each request."""

from __future__ import annotations

import contextlib
import json
import shutil
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from tests.waiting import wait_until

from ..application import (
    Application,
    NotInstallableError,
    copied,
    free_port,
    running,
    served,
    unpacked,
    with_dependencies,
)
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
ACTIONS = ("reject", "add header", "greylist")
LETTERS = 120
_LIBRARIES = r"lib(hyperscan5|luajit.*|sodium23|pcre2-8-0|glib2\.0-0|unwind8|stemmer.*|js-.*)$"
_FOLDERS = {"CONFDIR": "etc/rspamd", "SHAREDIR": "usr/share/rspamd"}
_PARTS = {"RULESDIR": "rules", "LUALIBDIR": "lualib", "PLUGINSDIR": "plugins"}


@contextlib.contextmanager
def rspamd(folder: Path) -> Iterator[Application]:
    """Letters of three kinds that it has looked at, and lists of hosts that it looks for."""
    server = shutil.which("redis-server")
    if server is None:
        raise NotInstallableError("there is no redis-server: apt install redis-server")
    root = unpacked("rspamd", *with_dependencies(_LIBRARIES, "rspamd"))
    ports = {}
    for part in ("store", "normal", "db", "run", "log", "local/local.d", "local/override.d", "maps"):
        (folder / part).mkdir(parents=True)
        ports[part] = free_port(folder / part)
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    _configure(folder, url, secret, ports)
    www = _screen(root, folder)
    looked_at = f"http://127.0.0.1:{ports['normal']}/checkv2"
    (folder / "normal.url").write_text(json.dumps(looked_at))
    variables = {name: root / path for name, path in _FOLDERS.items()}
    variables |= {name: root / "usr/share/rspamd" / path for name, path in _PARTS.items()}
    variables |= {"LOCAL_CONFDIR": folder / "local", "DBDIR": folder / "db", "RUNDIR": folder / "run"}
    variables |= {"LOGDIR": folder / "log", "WWWDIR": www}
    own = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    told = [f"--var={name}={path}" for name, path in variables.items()]
    command = [root / "usr/bin/rspamd", "-f", "-i", "-c", root / "etc/rspamd/rspamd.conf", *told]
    redis = [server, "--port", str(ports["store"]), "--save", "", "--bind", "127.0.0.1", "--dir", str(folder / "store")]
    with running(redis, folder / "store"), served(command, url, folder, own):
        for number in range(LETTERS):
            _look_at(looked_at, letter(number))
        wait_until(lambda: len(_told(url, secret, "history")["rows"]) == LETTERS, pause=0.3)
        yield Application(url, "", secret, folder)


def _configure(folder: Path, url: str, secret: str, ports: dict[str, int]) -> None:
    override, local = folder / "local/override.d", folder / "local/local.d"
    (override / "worker-controller.inc").write_text(
        f'bind_socket = "{url.removeprefix("http://")}";\nsecure_ip = [];\npassword = "{secret}";\n'
    )
    (override / "worker-normal.inc").write_text(f'bind_socket = "127.0.0.1:{ports["normal"]}";\n')
    (override / "worker-proxy.inc").write_text("enabled = false;\n")
    (override / "options.inc").write_text(
        'filters = "regexp";\ndns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; }\n'
    )
    (local / "history_redis.conf").write_text(f'servers = "127.0.0.1:{ports["store"]}";\n')
    rules = []
    for place, thing in enumerate(THINGS):
        path = folder / "maps" / f"{thing}.map"
        path.write_text("".join(f"{host}\n" for host in hosts(thing)))
        rules.append(
            f'OF_{thing.upper()} {{ type = "from"; filter = "email:domain"; map = "{path}"; '
            f'description = "Hosts of the {thing}"; score = {(30, 9, 0.1)[place]}; }}\n'
        )
    (local / "multimap.conf").write_text("".join(rules))


def _screen(root: Path, folder: Path) -> Path:
    """Its pages, with the scripts that Debian's package copies there when it is installed."""
    place, shared = folder / "www", root / "usr/share/javascript"
    copied(root / "usr/share/rspamd/www", place)
    for path, name in (
        ("bootstrap4/js/bootstrap.bundle.min.js", "js/lib/bootstrap.bundle.min.js"),
        ("bootstrap4/css/bootstrap.min.css", "css/bootstrap.min.css"),
        ("jquery/jquery.min.js", "js/lib/jquery.min.js"),
        ("requirejs/require.js", "js/lib/require.min.js"),
    ):
        shutil.copy(shared / path, place / name)
    return place


def _look_at(url: str, text: str) -> dict[str, Any]:
    with urllib.request.urlopen(urllib.request.Request(url, text.encode())) as answer:
        return dict(json.load(answer))


def _told(url: str, secret: str, path: str) -> dict[str, Any]:
    with urllib.request.urlopen(urllib.request.Request(f"{url}/{path}", headers={"Password": secret})) as answer:
        return dict(json.load(answer))


def hosts(thing: str) -> list[str]:
    place = THINGS.index(thing)
    return [f"{thing}-{n * 7 % 40}.test" for n in range(9 + place * 2)]


def sender(number: int) -> str:
    own = hosts(THINGS[number % 3])
    return f"keeper{number}@{own[number % len(own)]}"


def subject(number: int) -> str:
    return f"Walk {number * 11 % 127} to the {THINGS[number % 3]}"


def letter(number: int) -> str:
    """As it was sent."""
    heads = (
        f"From: Keeper {number} <{sender(number)}>",
        "To: Reader <reader@walks.test>",
        f"Subject: {subject(number)}",
        f"Message-ID: <{number}@walks.test>",
        "Date: Sat, 01 Mar 2025 09:00:00 +0000",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
    )
    return "\r\n".join((*heads, "", f"Come along to the {THINGS[number % 3]}, says keeper {number}.", ""))


async def _log_in(page: Page, app: Application) -> None:
    await page.locator("#connectDialog.show").wait_for()
    await page.wait_for_timeout(1000)
    await page.fill("#connectPassword", app.secret)
    await page.press("#connectPassword", "Enter")
    await page.locator("#connectDialog").wait_for(state="hidden")
    await page.wait_for_timeout(1000)


async def history(page: Page, app: Application, action: str) -> None:
    await _log_in(page, app)
    await page.click("#history_nav")
    await page.locator("#historyTable_history tbody tr >> nth=10").wait_for()
    await page.select_option("#historyTable_history select", action)
    await page.wait_for_timeout(2000)


async def looked_for(page: Page, app: Application, described: str) -> None:
    await _log_in(page, app)
    await page.click("#configuration_nav")
    async with page.expect_response("**/getmap"):
        await page.click(
            f"#listMaps tr:has-text('{described}') >> span.map-link, #listMaps tr:has-text('{described}') td"
        )
    await page.wait_for_timeout(1500)


async def scan(page: Page, app: Application, letter: str) -> None:
    await _log_in(page, app)
    await page.click("#scan_nav")
    await page.fill("#scanMsgSource", letter)
    async with page.expect_response("**/checkv2"):
        await page.click("#scan button:has-text('Scan')")
    await page.wait_for_timeout(1500)


def looked_at(_: Application, action: str) -> Sequence[Row]:
    return [(subject(n), f"{n}@walks.test") for n in range(LETTERS) if ACTIONS[n % 3] == action]


def lines(_: Application, described: str) -> Sequence[Row]:
    return [(" ".join(hosts(described.rsplit(maxsplit=1)[-1])),)]


def symbols(app: Application, letter: str) -> Sequence[Row]:
    """What it says of each sign that it finds in a letter."""
    url = json.loads((app.folder / "normal.url").read_text())
    return [(name, told.get("description", name)) for name, told in _look_at(url, letter)["symbols"].items()]


EXHIBIT = Exhibit(
    "rspamd",
    "a screen with a password in a header",
    rspamd,
    (
        Workflow(
            "history", history, ({"action": ACTIONS[0]}, {"action": ACTIONS[2]}), {"action": ACTIONS[1]}, looked_at
        ),
        Workflow(
            "map",
            looked_for,
            ({"described": "Hosts of the windmill"}, {"described": "Hosts of the quarry"}),
            {"described": "Hosts of the footbridge"},
            lines,
        ),
        Workflow("scan", scan, ({"letter": letter(0)}, {"letter": letter(2)}), {"letter": letter(1)}, symbols),
    ),
)
