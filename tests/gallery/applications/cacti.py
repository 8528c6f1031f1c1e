"""Cacti in PHP over MariaDB, as Debian packages it: pages that a script fetches piece by piece, with filters."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, copied, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow
from .wordpress import database

SITES = ("Harbour", "Quarry", "Orchard")
THINGS = ("pump", "crane", "beacon")
DEVICES = 132
_NEEDED = (
    r"mariadb|libmariadb|liburing|libsnappy|libpmem|libndctl|libdaxctl|libaio|libnuma|libfmt|libconfig-inifiles"
    r"|lib(gd|xpm|avif|dav1d|de265|heif|imagequant|rav1e|svtav1|x265|yuv|gav1|aom|abseil|jbig|tiff"
    r"|webp|jpeg|deflate|lerc|x11-6|xcb1|xau6|xdmcp6|bsd0|md0|png|fontconfig1|freetype6)"
    r"|php8\.2-(mysql|gd|gmp|ldap|snmp)|libjs-|node-|javascript-common|libphp-|php-(phpseclib|twig|phpmyadmin|symfony"
    r"|psr|php)|libgmp|libsnmp|libldap|libsasl|fonts-|snmp|libsensors|rrdtool|librrd|libdbi|libpango|libcairo"
    r"|libharfbuzz|libgraphite|libthai|libfribidi|libdatrie|libpixman|libxrender|libxext|libxcb|libxft"
)
_SETTINGS = """<?php
$database_type = 'mysql';
$database_default = 'walks';
$database_hostname = 'localhost';
$database_username = 'root';
$database_password = '';
$database_port = '3306';
$database_retries = 5;
$database_ssl = false;
$database_ssl_key = $database_ssl_cert = $database_ssl_ca = '';
$database_persist = false;
$poller_id = 1;
$url_path = '/';
$cacti_session_name = 'Walks';
$cacti_db_session = false;
$disable_log_rotation = false;
$php_snmp_support = false;
$path_csrf_secret = '{folder}/csrf-secret.php';
"""
_FILL = r"""<?php
$store = new mysqli('localhost', 'root', '', 'walks');
$store->query("SET GLOBAL sql_mode = ''");
$store->query("SET sql_mode = ''");
$store->query('ALTER DATABASE walks CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci');
$store->multi_query(preg_replace(['/^DELIMITER .*/m', '~//\s*$~m'], ['', ';'], file_get_contents($argv[1])));
while ($store->more_results()) $store->next_result();
$store->query("UPDATE version SET cacti = '$argv[2]'");
$store->query("UPDATE user_auth SET must_change_password = ''");
$store->query("UPDATE settings SET value = REPLACE(value, '/var/log/cacti', '$argv[3]/log')");
$store->query('DELETE FROM host');
$store->query('DELETE FROM sites');
foreach (json_decode(stream_get_contents(STDIN), true) as [$table, $values]) {
    $texts = array_map(fn($value) => "'" . $store->real_escape_string((string) $value) . "'", $values);
    $store->query("INSERT INTO $table (" . implode(', ', array_keys($values)) . ') VALUES ('
        . implode(', ', $texts) . ')') or die($store->error);
}
"""


@contextlib.contextmanager
def cacti(folder: Path) -> Iterator[Application]:
    """Devices at three sites."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring php-intl")
    extensions = ("php8.2-mysql", "php8.2-gd", "php8.2-gmp", "php8.2-ldap", "php8.2-snmp")
    root = unpacked("cacti", *with_dependencies(_NEEDED, "cacti", "mariadb-server-core", *extensions))
    program, socket = folder / "program", folder.parent / "cacti.socket"
    copied(root / "usr/share/cacti/site", program)
    for place in ("log", "cache", "rra"):
        (program / place).mkdir(exist_ok=True)
    for place in ("boost", "mibcache", "realtime", "spikekill"):
        (program / "cache" / place).mkdir(exist_ok=True)
    (program / "log/cacti.log").touch()
    (program / "include/config.php").write_text(_SETTINGS.format(folder=folder))
    (folder / "fill.php").write_text(_FILL)
    php = ["php", "-d", "display_errors=0", "-d", f"pdo_mysql.default_socket={socket}"]
    php += ["-d", f"mysqli.default_socket={socket}", "-d", f"include_path=.:{root}/usr/share/php"]
    for extension in ("mysqlnd", "mysqli", "pdo_mysql", "gd", "gmp", "ldap", "snmp"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    version = (program / "include/cacti_version").read_text().strip()
    with database(root, folder, socket):
        fill = [*php, "fill.php", root / "usr/share/cacti/conf_templates/cacti.sql", version, program]
        told = json.dumps(list(_lines())).encode()
        subprocess.run(fill, check=True, capture_output=True, cwd=folder, input=told, env=own | {"PATH": "/usr/bin"})
        serve = [*php, "-S", url.removeprefix("http://"), "-t", program]
        with served(serve, f"{url}/index.php", folder, {**own, "PHP_CLI_SERVER_WORKERS": "4"}):
            yield Application(url, "admin", "admin", folder)


def _lines() -> Iterator[tuple[str, dict[str, object]]]:
    for number, site in enumerate(SITES, 1):
        yield "sites", {"id": number, "name": site}
    for number in range(DEVICES):
        yield (
            "host",
            {
                "id": number + 1,
                "description": name(number),
                "hostname": address(number),
                "site_id": number % 3 + 1,
                "location": f"Bay {number * 11 % 97}",
                "notes": f"Sees to gate {number * 7 % 89}",
                "snmp_version": 0,
                "status": 3,
                "cur_time": f"{number % 50}.25",
                "avg_time": f"{number % 30}.5",
                "availability": 100 - number % 40,
            },
        )


def name(number: int) -> str:
    return f"The {THINGS[number // 3 % 3]} of mile {number * 37 % 1000}"


def address(number: int) -> str:
    return f"10.20.{number % 7}.{number + 20}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=login_username]", app.user)
    await page.fill("input[name=login_password]", app.secret)
    await follow(page, "input[type=submit]")


async def _list(page: Page, app: Application) -> None:
    await _log_in(page, app)
    await page.goto(f"{app.url}/host.php")
    await page.wait_for_load_state("networkidle")


async def _ask(page: Page, selector: str, key: str = "") -> None:
    """Click, or press a key, and wait for the piece of the page that a script fetches then."""
    async with page.expect_response(lambda answer: "host.php" in answer.url):
        await (page.press(selector, key) if key else page.click(selector))
    await page.wait_for_load_state("networkidle")


async def _search(page: Page, app: Application, word: str) -> None:
    await _list(page, app)
    await page.fill("#filter", word)
    await _ask(page, "#filter", "Enter")


async def _turn(page: Page) -> None:
    while await page.locator("#main :text-is('Next'):visible").count():
        await _ask(page, "#main :text-is('Next'):visible >> nth=0")


async def search(page: Page, app: Application, word: str) -> None:
    await _search(page, app, word)
    await _turn(page)


async def at_site(page: Page, app: Application, site: str) -> None:
    await _list(page, app)
    await page.click("#site_id-button")
    await _ask(page, f".ui-menu-item-wrapper:text-is('{site}')")
    await _turn(page)


async def read(page: Page, app: Application, word: str) -> None:
    await _search(page, app, word)
    await _ask(page, "tr.tableRow a[href*='action=edit'] >> nth=1")
    async with page.expect_response(lambda answer: "host.php" in answer.url):
        await page.go_back()
    await page.wait_for_load_state("networkidle")
    await _ask(page, "tr.tableRow a[href*='action=edit'] >> nth=4")


def _listed(numbers: Sequence[int]) -> Sequence[Row]:
    return [(name(n), address(n), str(n + 1)) for n in numbers]


def found(_: Application, word: str) -> Sequence[Row]:
    return _listed([n for n in range(DEVICES) if word in name(n)])


def of_site(_: Application, site: str) -> Sequence[Row]:
    return _listed([n for n in range(DEVICES) if SITES[n % 3] == site])


def opened(_: Application, word: str) -> Sequence[Row]:
    numbers = [n for n in range(DEVICES) if word in name(n)]
    return [(name(n), address(n), f"Sees to gate {n * 7 % 89}") for n in numbers]


_WORDS = ({"word": "pump"}, {"word": "crane"})
_SITES = ({"site": "Harbour"}, {"site": "Quarry"})
_MILES = ({"word": "mile 2"}, {"word": "mile 5"})
_HOME = "/index.php"

EXHIBIT = Exhibit(
    "cacti",
    "a monitoring in PHP whose pages come in pieces",
    cacti,
    (
        Workflow("search", search, _WORDS, {"word": "beacon"}, found, _HOME),
        Workflow("site", at_site, _SITES, {"site": "Orchard"}, of_site, _HOME),
        Workflow("read", read, _MILES, {"word": "mile 6"}, opened, _HOME),
    ),
)
