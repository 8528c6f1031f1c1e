"""pyLoad from PyPI, what is to be downloaded: packages that unfold on a page, with what a script asks for in them."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, running, served
from ..workflow import Exhibit, Row, Workflow, follow

PACKAGES = 42
SERIES = ("Lecture", "Concert", "Señales")
HOSTS = ("DefaultPlugin", "GitHub", "HTTP")
_SALT = "0123456789abcdef0123456789abcdef"
_SETTINGS = """version: 2

webui - "Web Interface":
\tbool enabled : "Activated" = True
\tip host : "IP address" = 127.0.0.1
\tint port : "Port" = {port}

general - "General":
\tstr language : "Language" = en

log - "Log":
\tbool console : "Print log to console" = True
\tbool filelog : "Save log to file" = True
"""


@contextlib.contextmanager
def pyload(folder: Path) -> Iterator[Application]:
    """Packages of three series, each with two to eleven files, half of them waiting and half of them collected."""
    program = installed("pyload", "pyload-ng==0.5.0b3.dev101") / "pyload"
    own = folder / "own"
    url = f"http://127.0.0.1:{free_port(folder)}"
    (own / "settings").mkdir(parents=True)
    (own / "settings" / "pyload.cfg").write_text(_SETTINGS.format(port=url.rpartition(":")[2]))
    run: list[str | Path] = [program, "--userdir", own, "--tempdir", folder / "passing"]
    run += ["--storagedir", folder / "had", "--pidfile", folder / "pyload.pid"]
    with running([*run, "--dry-run"], folder, log="first.log") as first:
        first.wait()
    user, secret = "reader", "quiet & please"
    with contextlib.closing(sqlite3.connect(own / "data" / "pyload.db")) as kept:
        key = hashlib.pbkdf2_hmac("sha256", secret.encode(), bytes.fromhex(_SALT), 100_000)
        kept.execute("insert into users (name, password) values (?, ?)", (user, _SALT + key.hex()))
        for number in range(PACKAGES):
            told = (number + 1, package(number), package(number).replace(" ", "_"), number % 2, number // 2)
            kept.execute("insert into packages (id, name, folder, queue, packageorder) values (?, ?, ?, ?, ?)", told)
            for place in range(_size(number)):
                file = (f"http://files.example/{number}/{place}.zip", name(number, place), weight(number, place))
                link = (*file, HOSTS[place % 3], place, number + 1)
                kept.execute(
                    "insert into links (url, name, size, status, plugin, linkorder, package)"
                    " values (?, ?, ?, 4, ?, ?, ?)",
                    link,
                )
        kept.commit()
    with served(run, f"{url}/login", folder):
        yield Application(url, user, secret, folder)


def package(number: int) -> str:
    return f"{SERIES[number // 2 % 3]} series {number * 5 % PACKAGES + 20}"


def _size(number: int) -> int:
    return number * 7 % 10 + 2


def name(number: int, place: int) -> str:
    return f"{SERIES[number // 2 % 3].lower()}-{number + 300}-part{place + 1}.zip"


def weight(number: int, place: int) -> int:
    return 1024 * (number * 13 + place * 101 + 11)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("[name=username]", app.user)
    await page.fill("[name=password]", app.secret)
    await follow(page, "form [type=submit]")


async def files(page: Page, app: Application, package: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href='/collector']:visible")
    await page.click(f".packagename .name:text-is('{package}')")
    await page.wait_for_selector(f"li:has(.name:text-is('{package}')) .children li >> nth=1")
    await page.wait_for_load_state("networkidle")


async def collected(page: Page, app: Application) -> None:
    await _log_in(page, app)
    await follow(page, "a[href='/collector']:visible")
    for n in (1, 5):
        await page.click(f".packagename .name >> nth={n}")
        await page.wait_for_selector(f"#package-list > li:nth-child({n + 1}) .children li")
        await page.wait_for_load_state("networkidle")


def held(_: Application, package: str) -> Sequence[Row]:
    return _rows(next(n for n in range(PACKAGES) if n % 2 == 0 and _named(n) == package))


def all_held(_: Application) -> Sequence[Row]:
    return [row for number in range(0, PACKAGES, 2) for row in _rows(number)]


_named = package


def _rows(number: int) -> list[Row]:
    return [(name(number, place), HOSTS[place % 3]) for place in range(_size(number))]


_CHOSEN = tuple({"package": package(n)} for n in (8, 14, 30))

EXHIBIT = Exhibit(
    "pyload",
    "what is to be downloaded",
    pyload,
    (
        Workflow("files", files, (_CHOSEN[0], _CHOSEN[1]), _CHOSEN[2], held, "/login"),
        Workflow("collected", collected, ({}, {}), {}, all_held, "/login"),
    ),
)
