"""ZoneMinder in PHP over MariaDB, as Debian packages it: grids whose server searches and turns, behind a login."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, copied, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow
from .wordpress import database

THINGS = ("windmill", "footbridge", "quarry")
CAMERAS = ("North gate", "Mill pond", "Old road")
GUILDS = ("millers", "weavers", "coopers", "sawyers")
EVENTS = 186
_NEEDED = (
    r"mariadb|libmariadb|liburing|libsnappy|libpmem|libndctl|libdaxctl|libaio|libnuma|libfmt|libconfig-inifiles"
    r"|php8\.2-mysql|libjs-(jquery|bootstrap)$|fonts-glyphicons-halflings"
)
_FILL = r"""<?php
$store = new mysqli('localhost', 'root', '', 'walks');
$store->multi_query(file_get_contents($argv[1]));
while ($store->more_results()) $store->next_result();
$secret = password_hash($argv[2], PASSWORD_BCRYPT, ['cost' => 4]);
$store->begin_transaction();
foreach (explode("\n", stream_get_contents(STDIN)) as $line) $store->query(str_replace('{secret}', $secret, $line));
$store->commit();
"""
_SETTINGS = """ZM_DB_HOST=localhost:{socket}
ZM_DB_NAME=walks
ZM_DB_USER=root
ZM_DB_PASS=
ZM_PATH_WEB={folder}/program
ZM_PATH_LOGS={folder}
"""


@contextlib.contextmanager
def zoneminder(folder: Path) -> Iterator[Application]:
    """What three cameras have seen, and what was noted down meanwhile."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring php-curl php-intl")
    packages = ("zoneminder", "mariadb-server-core", "php8.2-mysql", "php8.2-gd")
    root = unpacked("zoneminder", *with_dependencies(_NEEDED, *packages))
    socket, program = folder.parent / "zoneminder.socket", folder / "program"
    copied(root / "usr/share/zoneminder/www", program)
    (folder / "sessions").mkdir()
    for script, package in (("jquery.min.js", "jquery"), ("bootstrap.bundle.min.js", "bootstrap4/js")):
        there = root / "usr/share/javascript" / package / script
        there = there if there.exists() else next((root / "usr/share").rglob(script))
        shutil.copy(there, program / "skins/classic/js" / script)
    given = [root / "etc/zm/zm.conf", *sorted((root / "etc/zm/conf.d").glob("*.conf"))]
    own = "\n".join(path.read_text() for path in given) + _SETTINGS.format(socket=socket, folder=folder)
    (folder / "zm.conf").write_text(own)
    config = program / "includes/config.php"
    told = config.read_text().replace("/etc/zm/zm.conf", f"{folder}/zm.conf")
    config.write_text(told.replace("'/tmp/zm'", f"'{folder}'").replace("/var/cache/zoneminder", f"{program}/cache"))
    (program / "cache").mkdir()
    made = (root / "usr/share/zoneminder/db/zm_create.sql").read_text().splitlines(keepends=True)
    left_out = ("CREATE DATABASE", "USE ", "source ")
    (folder / "made.sql").write_text("".join(line for line in made if not line.startswith(left_out)))
    (folder / "fill.php").write_text(_FILL)
    php = ["php", "-d", "display_errors=0", "-d", f"session.save_path={folder}/sessions"]
    php += ["-d", f"pdo_mysql.default_socket={socket}", "-d", f"mysqli.default_socket={socket}"]
    for extension in ("mysqlnd", "mysqli", "pdo_mysql"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    with database(root, folder, socket):
        fill = [*php, "fill.php", "made.sql", secret]
        subprocess.run(fill, check=True, capture_output=True, cwd=folder, input="\n".join(_lines()).encode())
        with served([*php, "-S", url.removeprefix("http://"), "-t", program], url, folder):
            yield Application(url, "admin", secret, folder)


def _lines() -> Iterator[str]:
    yield "UPDATE Config SET Value='1' WHERE Name IN ('ZM_OPT_USE_AUTH')"
    yield "UPDATE Config SET Value='0' WHERE Name IN ('ZM_SHOW_PRIVACY','ZM_WEB_LIST_THUMBS')"
    yield "UPDATE Config SET Value='walks' WHERE Name='ZM_AUTH_HASH_SECRET'"
    yield "UPDATE Users SET Password='{secret}' WHERE Username='admin'"
    for number, name in enumerate(CAMERAS, 1):
        yield (
            "INSERT INTO Monitors (Id, Name, Type, `Function`, Enabled, Width, Height, Colours, StorageId, Sequence)"
            f" VALUES ({number}, '{name}', 'WebSite', 'None', 0, 640, 480, 3, 1, {number})"
        )
        yield f"INSERT INTO Event_Summaries (MonitorId, TotalEvents) VALUES ({number}, {EVENTS // 3})"
    for number in range(EVENTS):
        yield (
            "INSERT INTO Events (Id, MonitorId, StorageId, Name, Cause, StartDateTime, EndDateTime, Width, Height,"
            " Length, Frames, AlarmFrames, TotScore, AvgScore, MaxScore, Notes, StateId, DiskSpace) VALUES ("
            f"{4000 + number}, {number // 3 % 3 + 1}, 1, '{name_of(number)}', '{cause(number)}', '{when(number)}',"
            f" '{when(number)[:-2]}59', 640, 480, 44.5, {frames(number)}, {number * 7 % 83}, {number * 31 % 977},"
            f" {number % 40}, {number % 90}, 'Seen by the {GUILDS[number % 4]}', 1, {number * 9001})"
        )
        yield (
            "INSERT INTO Logs (TimeKey, Component, Pid, Level, Code, Message, File, Line) VALUES"
            f" ({1600000000 + number * 4000}, '{component(number)}', {3000 + number}, 0, 'INF',"
            f" '{message(number)}', '{component(number)}.pl', {number * 5 % 311})"
        )


def name_of(number: int) -> str:
    return f"{THINGS[number % 3]} {number * 37 % 997:03}"


def cause(number: int) -> str:
    return f"Motion {number * 13 % 401}"


def when(number: int) -> str:
    return f"{2015 + number % 9}-{number * 7 % 12 + 1:02}-{number * 11 % 28 + 1:02} 10:{number * 13 % 60:02}:00"


def frames(number: int) -> str:
    return str(100 + number * 29 % 613)


def component(number: int) -> str:
    return f"zm{GUILDS[number % 4]}"


def message(number: int) -> str:
    return f"Walked past post {number * 17 % 569}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("[type=submit]")
    await page.locator(".consoleTable").wait_for()
    await page.wait_for_load_state("networkidle")


async def _turn(page: Page) -> None:
    shown = page.locator(".pagination-info")
    while (numbers := re.findall(r"\d+", await shown.inner_text()))[1] != numbers[2]:
        async with page.expect_response("**/*offset=*"):
            await page.click("li.page-item.page-next a")
        await page.locator(f".pagination-info:not(:has-text('to {numbers[1]} of'))").wait_for()
        await page.wait_for_timeout(500)


async def _search(page: Page, word: str) -> None:
    async with page.expect_response(f"**/*search={word}*"):
        await page.locator("input.search-input").press_sequentially(word, delay=30)
    await page.wait_for_timeout(800)
    await _turn(page)


async def search(page: Page, app: Application, word: str) -> None:
    """On one page, since what it counts of a search is never more than is shown."""
    await _log_in(page, app)
    await follow(page, "tfoot a[href*='view=events'] >> nth=0")
    await page.locator("#eventTable tbody td >> nth=8").wait_for()
    await page.click(".page-list button")
    async with page.expect_response("**/*limit=100*"):
        await page.click(".page-list .dropdown-item:text-is('100')")
    await page.wait_for_timeout(500)
    await _search(page, word)


async def camera(page: Page, app: Application, name: str) -> None:
    """The events of a camera, by its number of events in the console."""
    await _log_in(page, app)
    await follow(page, f"tr:has-text('{name}') a[href*='view=events'] >> nth=0")
    await page.locator("#eventTable tbody td >> nth=8").wait_for()
    await page.wait_for_load_state("networkidle")
    await _turn(page)


async def log(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href*='view=log'] >> nth=0")
    await page.locator("#logTable tbody td >> nth=8").wait_for()
    await _search(page, word)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(name_of(n), cause(n), frames(n)) for n in range(EVENTS) if THINGS[n % 3] == word]


def seen(_: Application, name: str) -> Sequence[Row]:
    return [(name_of(n), cause(n), frames(n)) for n in range(EVENTS) if CAMERAS[n // 3 % 3] == name]


def noted(_: Application, word: str) -> Sequence[Row]:
    return [(component(n), str(3000 + n), message(n)) for n in range(EVENTS) if word in component(n)]


_WORDS = ({"word": THINGS[0]}, {"word": THINGS[2]})
_CAMERAS = ({"name": CAMERAS[0]}, {"name": CAMERAS[2]})
_GUILDS = ({"word": GUILDS[0]}, {"word": GUILDS[2]})

EXHIBIT = Exhibit(
    "zoneminder",
    "grids whose server searches and turns, in PHP",
    zoneminder,
    (
        Workflow("search", search, _WORDS, {"word": THINGS[1]}, found),
        Workflow("camera", camera, _CAMERAS, {"name": CAMERAS[1]}, seen),
        Workflow("log", log, _GUILDS, {"word": GUILDS[1]}, noted),
    ),
)
