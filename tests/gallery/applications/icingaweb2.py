"""Icinga Web 2 in PHP, as Debian packages it: columns of a page that scripts fetch piece by piece, behind a login."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, copied, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow
from .wordpress import database

THINGS = ("windmill", "footbridge", "quarry")
GUILDS = ("millers", "weavers", "coopers", "sawyers")
USERS = 186
_LIST = "#col1"
_NEEDED = (
    r"mariadb|libmariadb|liburing|libsnappy|libpmem|libndctl|libdaxctl|libaio|libnuma|libfmt|libconfig-inifiles"
    r"|php8\.2-mysql|icinga|php-icinga|fonts-dejavu"
)
_FILL = r"""<?php
$store = new mysqli('localhost', 'root', '', 'walks');
$store->multi_query(file_get_contents($argv[1]));
while ($store->more_results()) $store->next_result();
foreach (json_decode(stream_get_contents(STDIN), true) as [$table, $values]) {
    $secret = $values['password_hash'] ?? null;
    if ($secret) $values['password_hash'] = password_hash($secret, PASSWORD_DEFAULT, ['cost' => 4]);
    $texts = array_map(fn($value) => "'" . $store->real_escape_string((string) $value) . "'", $values);
    $store->query("INSERT INTO icingaweb_$table (" . implode(', ', array_keys($values)) . ') VALUES ('
        . implode(', ', $texts) . ')') or die($store->error);
}
"""
_SETTINGS = {
    "config.ini": '[global]\nconfig_resource = "store"\nmodule_path = "{root}/usr/share/icingaweb2/modules"\n'
    '[logging]\nlog = "php"\nlevel = "ERROR"\n',
    "resources.ini": '[store]\ntype = "db"\ndb = "mysql"\nhost = "localhost"\n'
    'dbname = "walks"\nusername = "root"\npassword = ""\n',
    "authentication.ini": '[people]\nbackend = "db"\nresource = "store"\n',
    "groups.ini": '[guilds]\nbackend = "db"\nresource = "store"\n',
    "roles.ini": '[keepers]\nusers = "keeper"\npermissions = "*"\n',
}
_ROUTER = """<?php
if (is_file($_SERVER['DOCUMENT_ROOT'] . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH))) return false;
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . '/index.php';
require_once '{root}/usr/share/php/Icinga/Application/webrouter.php';
"""


@contextlib.contextmanager
def icingaweb2(folder: Path) -> Iterator[Application]:
    """People of four guilds, who see to three things."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring php-curl php-intl")
    root = unpacked("icingaweb2", *with_dependencies(_NEEDED, "icingaweb2", "mariadb-server-core", "php8.2-mysql"))
    socket = folder.parent / "icingaweb2.socket"
    copied(root / "usr/share/icingaweb2", folder / "program")
    (folder / "router.php").write_text(_ROUTER.replace("{root}", str(root)))
    for place in ("settings", "settings/enabledModules", "kept", "sessions"):
        (folder / place).mkdir()
    for name, told in _SETTINGS.items():
        (folder / "settings" / name).write_text(told.format(root=root, folder=folder))
    (folder / "fill.php").write_text(_FILL)
    php = ["php", "-d", "display_errors=0", "-d", f"include_path=.:{root}/usr/share/php"]
    php += ["-d", f"session.save_path={folder}/sessions"]
    php += ["-d", f"pdo_mysql.default_socket={socket}", "-d", f"mysqli.default_socket={socket}"]
    for extension in ("mysqlnd", "mysqli", "pdo_mysql"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    own = {"ICINGAWEB_CONFIGDIR": f"{folder}/settings", "ICINGAWEB_STORAGEDIR": f"{folder}/kept"}
    own |= {"ICINGAWEB_LIBDIR": f"{root}/usr/share/icinga-php", "PHP_CLI_SERVER_WORKERS": "4"}
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [*php, "-S", url.removeprefix("http://"), "-t", folder / "program/public", "router.php"]
    fill = [*php, "fill.php", root / "usr/share/icingaweb2/schema/mysql.schema.sql"]
    with database(root, folder, socket):
        told = json.dumps(list(_lines())).encode()
        subprocess.run(fill, check=True, capture_output=True, cwd=folder, input=told)
        with served(serve, f"{url}/authentication/login", folder, own):
            yield Application(url, "keeper", "quiet & please", folder)


def _lines() -> Iterator[tuple[str, dict[str, object]]]:
    yield "user", {"name": "keeper", "active": 1, "password_hash": "quiet & please", "ctime": date(400)}
    for number, guild in enumerate(GUILDS):
        yield "group", {"id": number + 1, "name": guild, "ctime": date(number)}
    for number in range(USERS):
        yield "user", {"name": name(number), "active": 1, "password_hash": "never told", "ctime": date(number)}
        yield "group_membership", {"group_id": number % 4 + 1, "username": name(number), "ctime": date(number)}


def date(number: int) -> str:
    day = f"{2015 + number % 9}-{number * 7 % 12 + 1:02}-{number * 11 % 28 + 1:02}"
    return f"{day} {number % 24:02}:{number * 13 % 60:02}:00"


def name(number: int) -> str:
    return f"{THINGS[number % 3]}.{number * 37 % 997:03}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("[type=submit]")
    await page.locator("a[href='/role/list']").first.wait_for(state="attached")
    await page.wait_for_load_state("networkidle")


async def _search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await page.goto(f"{app.url}/user/list")
    await page.wait_for_load_state("networkidle")
    await page.fill(f"{_LIST} input[name=q]", word)
    async with page.expect_response("**/user/list?(*"):
        await page.press(f"{_LIST} input[name=q]", "Enter")
    await page.wait_for_timeout(1500)


async def _turn(page: Page) -> None:
    async with page.expect_response("**/user/list?*page=*"):
        await page.click(f"{_LIST} a.next-page >> nth=0")
    await page.wait_for_timeout(1500)


async def search(page: Page, app: Application, word: str) -> None:
    await _search(page, app, word)
    while await page.locator(f"{_LIST} a.next-page").count():
        await _turn(page)


async def details(page: Page, app: Application, word: str) -> None:
    """Two of the first page, and one of the second."""
    await _search(page, app, word)
    for place in (1, 4, 2):
        if place == 2:
            await _turn(page)
        async with page.expect_response("**/user/show?*"):
            await page.click(f"{_LIST} td a[href*='/user/show'] >> nth={place}")
        await page.wait_for_timeout(1500)


async def members(page: Page, app: Application, guild: str) -> None:
    await _log_in(page, app)
    await page.goto(f"{app.url}/group/list")
    await page.wait_for_load_state("networkidle")
    async with page.expect_response("**/group/show?*"):
        await page.click(f"{_LIST} td a:text-is('{guild}')")
    await page.wait_for_timeout(1500)
    async with page.expect_response("**/group/show?*page=2*"):
        await page.click("#col2 a.next-page >> nth=0")
    await page.wait_for_timeout(1500)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(name(number),) for number in range(USERS) if word in name(number)]


def opened(_: Application, word: str) -> Sequence[Row]:
    return [(name(n), date(n), GUILDS[n % 4]) for n in range(USERS) if word in name(n)]


def within(_: Application, guild: str) -> Sequence[Row]:
    return [(name(n),) for n in range(USERS) if GUILDS[n % 4] == guild]


_WORDS = ({"word": THINGS[0]}, {"word": THINGS[2]})
_HOME = "/authentication/login"

EXHIBIT = Exhibit(
    "icingaweb2",
    "columns of a page that scripts fetch, in PHP",
    icingaweb2,
    (
        Workflow("search", search, _WORDS, {"word": THINGS[1]}, found, _HOME),
        Workflow("details", details, _WORDS, {"word": THINGS[1]}, opened, _HOME),
        Workflow("members", members, ({"guild": GUILDS[0]}, {"guild": GUILDS[2]}), {"guild": GUILDS[1]}, within, _HOME),
    ),
)
