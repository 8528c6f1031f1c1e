"""OCS Inventory's reports in PHP over MariaDB, as Debian packages them: DataTables whose rows a script posts for."""

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

PLACES = ("harbour", "quarry", "orchard")
SYSTEMS = ("Debian GNU/Linux 12", "Windows 11 Pro", "Ubuntu 22.04 LTS", "FreeBSD 14")
PROGRAMS = ("tidewatch", "gearplan", "signbook", "towline")
COMPUTERS = 129
_NEEDED = (
    r"mariadb|libmariadb|liburing|libsnappy|libpmem|libndctl|libdaxctl|libaio|libnuma|libfmt|libconfig-inifiles"
    r"|lib(gd|xpm|avif|dav1d|de265|heif|imagequant|rav1e|svtav1|x265|yuv|gav1|aom|abseil|jbig|tiff"
    r"|webp|jpeg|deflate|lerc|x11-6|xcb1|xau6|xdmcp6|bsd0|md0|png|fontconfig1|freetype6)"
    r"|php8\.2-(mysql|gd|ldap|soap|zip|imap)|libjs-|javascript-common|ieee-data|libphp-|php-(cas|pclzip|psr|soap)"
    r"|phpqrcode|libzip|libldap|libsasl|libc-client2007e"
)
_SETTINGS = """<?php
define("DB_NAME", "walks");
define("SERVER_READ", "localhost");
define("SERVER_WRITE", "localhost");
define("SERVER_PORT", "3306");
define("COMPTE_BASE", "root");
define("PSWD_BASE", "");
define("ENABLE_SSL", "0");
define("SSL_MODE", "");
define("SSL_KEY", "");
define("SSL_CERT", "");
define("CA_CERT", "");
"""
_FILL = """<?php
$store = new mysqli('localhost', 'root', '', 'walks');
$store->query("SET GLOBAL sql_mode = ''");
$store->query("SET sql_mode = ''");
$store->multi_query(file_get_contents($argv[1]));
while ($store->more_results()) $store->next_result();
$store->query("UPDATE config SET TVALUE = '$argv[2]' WHERE NAME = 'GUI_VERSION'");
foreach (json_decode(stream_get_contents(STDIN), true) as [$table, $values]) {
    $texts = array_map(fn($value) => "'" . $store->real_escape_string((string) $value) . "'", $values);
    $store->query("INSERT INTO $table (" . implode(', ', array_keys($values)) . ') VALUES ('
        . implode(', ', $texts) . ')') or die($store->error);
}
"""


@contextlib.contextmanager
def ocsinventory(folder: Path) -> Iterator[Application]:
    """Computers at three places, each with programs."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring php-curl")
    extensions = ("php8.2-mysql", "php8.2-gd", "php8.2-ldap", "php8.2-soap", "php8.2-zip")
    packages = ("ocsinventory-reports", "mariadb-server-core", *extensions)
    root = unpacked("ocsinventory", *with_dependencies(_NEEDED, *packages))
    program, socket = folder / "program", folder.parent / "ocsinventory.socket"
    copied(root / "usr/share/ocsinventory-reports", program)
    (program / "dbconfig.inc.php").write_text(_SETTINGS)
    copied(root / "usr/share/javascript", program / "javascript")
    (program / "install.php").unlink()
    (program / "vendor").mkdir()
    (program / "vendor/autoload.php").write_text("<?php")  # what sends letters is not packaged with it
    places = program / "var.php"
    places.write_text(places.read_text().replace("/var/l", f"{folder}/l").replace("'/tmp/'", f"'{folder}/'"))
    for place in ("lib", "log"):
        (folder / place / "ocsinventory-reports").mkdir(parents=True)
    (folder / "fill.php").write_text(_FILL)
    php = ["php", "-d", "display_errors=0", "-d", f"pdo_mysql.default_socket={socket}"]
    php += ["-d", f"mysqli.default_socket={socket}", "-d", f"include_path=.:{root}/usr/share/php"]
    for extension in ("mysqlnd", "mysqli", "pdo_mysql", "gd", "ldap", "soap", "zip"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    with database(root, folder, socket):
        fill = [*php, "fill.php", program / "files/ocsbase.sql", "7069"]
        subprocess.run(fill, check=True, capture_output=True, cwd=folder, input=json.dumps(list(_lines())).encode())
        serve = [*php, "-S", url.removeprefix("http://"), "-t", program]
        with served(serve, f"{url}/index.php", folder, {**own, "PHP_CLI_SERVER_WORKERS": "4"}):
            yield Application(url, "admin", "admin", folder)


def _lines() -> Iterator[tuple[str, dict[str, object]]]:
    for number, program in enumerate(PROGRAMS, 1):
        yield "software_name", {"ID": number, "NAME": program}
        yield "software_version", {"ID": number + 1, "VERSION": f"{number}.{number * 3}"}
    for number in range(COMPUTERS):
        own = {"HARDWARE_ID": number + 1}
        yield (
            "hardware",
            {
                "ID": number + 1,
                "DEVICEID": f"{name(number)}-2025-03-01-08-00-00",
                "NAME": name(number),
                "WORKGROUP": f"{PLACES[number % 3]}.test",
                "OSNAME": SYSTEMS[number // 3 % 4],
                "OSVERSION": f"{number % 7}.{number % 5}",
                "PROCESSORT": f"Corvex {number % 11}",
                "PROCESSORS": 2000 + number,
                "PROCESSORN": 1,
                "MEMORY": 1024 * (number % 9 + 1),
                "SWAP": 512,
                "IPADDR": address(number),
                "LASTDATE": f"2025-03-{number % 28 + 1:02} 08:{number % 60:02}:00",
                "LASTCOME": f"2025-03-{number % 28 + 1:02} 08:{number % 60:02}:00",
                "USERID": user(number),
                "DESCRIPTION": f"Sees to gate {number * 11 % 97}",
                "USERAGENT": "walker 2.10",
                "UUID": f"{number:08}-0000-4000-8000-000000000000",
            },
        )
        yield "bios", {**own, "SMANUFACTURER": "Stellar", "SMODEL": f"S{number % 13}", "SSN": f"SN{number:05}"}
        yield "accountinfo", {**own, "TAG": PLACES[number % 3]}
        for place in range(len(PROGRAMS)):
            if (number + place) % 3:
                yield "software", {**own, "NAME_ID": place + 1, "PUBLISHER_ID": 1, "VERSION_ID": place + 2}


def name(number: int) -> str:
    return f"{PLACES[number % 3]}-{number * 37 % 1000:03}"


def user(number: int) -> str:
    return f"walker{number * 7 % 50}"


def address(number: int) -> str:
    return f"10.20.{number % 7}.{number + 20}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=LOGIN]", app.user)
    await page.fill("input[name=PASSWD]", app.secret)
    await follow(page, "input[type=submit], button[type=submit]")


async def _settle(page: Page) -> None:
    """Wait until the rows that were asked for stand there."""
    await page.wait_for_load_state("networkidle")
    await page.wait_for_selector("table.dataTable tbody tr:nth-child(2)")


async def _turn(page: Page, times: int = 100) -> None:
    for _ in range(times):
        if not await page.locator("li.paginate_button.next:not(.disabled)").count():
            break
        async with page.expect_response(lambda answer: "ajax.php" in answer.url):
            await page.click("li.paginate_button.next a")
        await _settle(page)


async def _search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await follow(page, "a:text-is('All computers')")
    await _settle(page)
    await page.type("input[type=search]", word, delay=30)
    await page.wait_for_timeout(1500)
    await _settle(page)


async def search(page: Page, app: Application, word: str) -> None:
    await _search(page, app, word)
    await _turn(page)


async def tagged(page: Page, app: Application, place: str) -> None:
    await _log_in(page, app)
    await page.click("a:text-is('Inventory')")
    await follow(page, "a:text-is('Computers per tag')")
    await _settle(page)
    await follow(page, f"tr:has(td:text-is('{place}')) a")
    await _settle(page)
    await _turn(page)


async def read(page: Page, app: Application, word: str) -> None:
    """One of the first page, and one of the second."""
    await _search(page, app, word)
    await follow(page, "td.name a, td a[href*='systemid'] >> nth=2")
    await _search_again(page, word)
    await _turn(page, 1)
    await follow(page, "td.name a, td a[href*='systemid'] >> nth=4")


async def _search_again(page: Page, word: str) -> None:
    await page.go_back()
    await _settle(page)
    if await page.input_value("input[type=search]") != word:
        await page.fill("input[type=search]", "")
        await page.type("input[type=search]", word, delay=30)
        await page.wait_for_timeout(1500)
        await _settle(page)


def _listed(numbers: Sequence[int]) -> Sequence[Row]:
    return [(PLACES[n % 3], name(n), user(n), SYSTEMS[n // 3 % 4], str(2000 + n)) for n in numbers]


def found(_: Application, word: str) -> Sequence[Row]:
    return _listed([n for n in range(COMPUTERS) if word in SYSTEMS[n // 3 % 4]])


def of_place(_: Application, place: str) -> Sequence[Row]:
    return _listed([n for n in range(COMPUTERS) if PLACES[n % 3] == place])


def opened(_: Application, word: str) -> Sequence[Row]:
    numbers = [n for n in range(COMPUTERS) if word in SYSTEMS[n // 3 % 4]]
    return [(name(n), user(n), address(n), f"Sees to gate {n * 11 % 97}") for n in numbers]


_WORDS = ({"word": "Debian"}, {"word": "Windows"})
_PLACES = ({"place": "harbour"}, {"place": "quarry"})
_HOME = "/index.php"

EXHIBIT = Exhibit(
    "ocsinventory",
    "an inventory in PHP, with DataTables",
    ocsinventory,
    (
        Workflow("search", search, _WORDS, {"word": "Ubuntu"}, found, _HOME),
        Workflow("tagged", tagged, _PLACES, {"place": "orchard"}, of_place, _HOME),
        Workflow("read", read, _WORDS, {"word": "Ubuntu"}, opened, _HOME),
    ),
)
