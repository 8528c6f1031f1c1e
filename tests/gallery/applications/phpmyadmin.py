"""phpMyAdmin in PHP over MariaDB, as Debian packages them: a table's rows and a search within it, behind a login."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import (
    Application,
    NotInstallableError,
    copied,
    free_port,
    served,
    unpacked,
    with_dependencies,
)
from ..workflow import Exhibit, Row, Workflow
from .wordpress import database

THINGS = ("windmill", "footbridge", "quarry")
ROWS = 210
_PAGE = 25
_NEEDED = (
    r"mariadb|libmariadb|liburing|libsnappy|libpmem|libndctl|libdaxctl|libaio|libnuma|libfmt|libconfig-inifiles"
    r"|php8\.2-mysql|php-|libjs-"
)
_SETTINGS = """<?php
$cfg['blowfish_secret'] = 'thirty-two letters for the tests';
$cfg['Servers'][1] = ['auth_type' => 'cookie', 'host' => 'localhost', 'socket' => '{socket}', 'compress' => false];
$cfg['SendErrorReports'] = 'never';
$cfg['VersionCheck'] = false;
"""
_FILL = """<?php
[, $socket, $secret, $rows, $things] = $argv;
$store = new mysqli('localhost', 'root', '', 'walks', 0, $socket);
$store->query("CREATE USER keeper@localhost IDENTIFIED BY '$secret'");
$store->query("GRANT ALL ON walks.* TO keeper@localhost");
foreach (explode(' ', $things) as $place => $thing) {
    $store->query("CREATE TABLE $thing (id INT PRIMARY KEY, name VARCHAR(60), metres INT)");
    for ($n = $place; $n < (int)$rows; $n += 3) {
        $metres = $n * 37 % 1000;
        $colour = ['red', 'green', 'blue', 'grey'][intdiv($n, 3) % 4];
        $store->query("INSERT INTO $thing VALUES ($n, 'Walk $n to the $colour $thing', $metres)");
    }
}
"""


@contextlib.contextmanager
def phpmyadmin(folder: Path) -> Iterator[Application]:
    """A table for each of three things."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring")
    root = unpacked("phpmyadmin", *with_dependencies(_NEEDED, "phpmyadmin", "mariadb-server-core", "php8.2-mysql"))
    program, socket = folder / "program", folder.parent / "mariadb.socket"
    copied(root / "usr/share/phpmyadmin", program)
    (folder / "temporary").mkdir()
    own = program / "libraries" / "vendor_config.php"
    told = (
        own.read_text()
        .replace("/etc/phpmyadmin/", f"{folder}/")
        .replace("/var/lib/phpmyadmin/tmp", f"{folder}/temporary")
    )
    own.write_text(told.replace("/var/lib/phpmyadmin/tmp", f"{folder}/temporary"))
    (folder / "config.inc.php").write_text(_SETTINGS.format(socket=socket))
    (folder / "fill.php").write_text(_FILL)
    php = ["php", "-d", "display_errors=0", "-d", f"include_path=.:{root}/usr/share/php:/usr/share/php"]
    for extension in ("mysqlnd", "mysqli"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    with database(root, folder, socket):
        fill = [*php, "fill.php", socket, secret, str(ROWS), " ".join(THINGS)]
        subprocess.run(fill, check=True, capture_output=True, cwd=folder)
        with served([*php, "-S", url.removeprefix("http://"), "-t", program], url, folder):
            yield Application(url, "keeper", secret, folder)


async def table(page: Page, app: Application, thing: str) -> None:
    await _enter(page, app)
    async with page.expect_response(f"**/index.php?route=/sql*table={thing}*"):
        await page.click(f"#tablesForm a:text-is('{thing}')")
    for first in range(_PAGE, ROWS // 3, _PAGE):
        await page.wait_for_selector(f"text=Showing rows {first - _PAGE} -")
        async with page.expect_response("**/index.php?route=/sql*"):
            await page.click("input[title=Next] >> nth=0")


async def search(page: Page, app: Application, thing: str, colour: str) -> None:
    await _enter(page, app)
    await page.click(f"#tablesForm tr:has(a:text-is('{thing}')) a:has-text('Search')")
    await page.fill("#fieldID_1", colour)
    await page.select_option("select[name='criteriaColumnOperators[1]']", "LIKE %...%")
    async with page.expect_response("**/index.php?route=/table/search*"):
        await page.click("#tbl_search_form input[name=submit]")


async def _enter(page: Page, app: Application) -> None:
    await page.fill("#input_username", app.user)
    await page.fill("#input_password", app.secret)
    await page.click("#input_go")
    await page.wait_for_selector("#tablesForm")


def of_thing(_: Application, thing: str) -> Sequence[Row]:
    return [row(n) for n in range(ROWS) if THINGS[n % 3] == thing]


def found(_: Application, thing: str, colour: str) -> Sequence[Row]:
    return [row(n) for n in range(ROWS) if THINGS[n % 3] == thing and colour in row(n)[1]]


def row(number: int) -> Row:
    colour = ("red", "green", "blue", "grey")[number // 3 % 4]
    return str(number), f"Walk {number} to the {colour} {THINGS[number % 3]}", str(number * 37 % 1000)


_HOME = "/index.php?route=/database/structure&db=walks"
EXHIBIT = Exhibit(
    "phpmyadmin",
    "a database's tables in PHP",
    phpmyadmin,
    (
        Workflow(
            "table", table, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, of_thing, _HOME
        ),
        Workflow(
            "search",
            search,
            ({"thing": "windmill", "colour": "red"}, {"thing": "quarry", "colour": "grey"}),
            {"thing": "footbridge", "colour": "blue"},
            found,
            _HOME,
        ),
    ),
)
