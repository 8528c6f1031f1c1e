"""Zabbix's front end in PHP over MariaDB, as Debian packages them: lists that are narrowed by a form, after a login."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from ..application import Application, NotInstallableError, copied, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, turn
from .wordpress import database

THINGS = ("windmill", "footbridge", "quarry")
HOSTS, PARTS, PER_PAGE = 150, 11, 20
_NEEDED = (
    r"mariadb|libmariadb|liburing|libsnappy|libpmem|libndctl|libdaxctl|libaio|libnuma|libfmt|libconfig-inifiles"
    r"|php8\.2-(mysql|bcmath|gd)|fonts-dejavu-core|lib(gd|xpm|avif|dav1d|de265|heif|imagequant|rav1e|svtav1|x265|yuv|gav1"
    r"|aom|abseil|jbig|tiff|webp|jpeg|deflate|lerc|x11-6|xcb1|xau6|xdmcp6|bsd0|md0|png|fontconfig1|freetype6)"
)
_SETTINGS = """<?php
$DB = ['TYPE' => 'MYSQL', 'SERVER' => 'localhost', 'PORT' => '0', 'DATABASE' => 'walks', 'USER' => 'root',
    'PASSWORD' => '', 'SCHEMA' => '', 'ENCRYPTION' => false, 'KEY_FILE' => '', 'CERT_FILE' => '', 'CA_FILE' => '',
    'VERIFY_HOST' => false, 'CIPHER_LIST' => '', 'VAULT_URL' => '', 'VAULT_DB_PATH' => '', 'VAULT_TOKEN' => '',
    'DOUBLE_IEEE754' => true];
$ZBX_SERVER_NAME = 'Walks';
$IMAGE_FORMAT_DEFAULT = IMAGE_FORMAT_PNG;
"""
_BEGIN = r"""<?php
$store = new mysqli('localhost', 'root', '', 'walks');
$store->query('ALTER DATABASE walks CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
function send($store, $text) {
    $store->multi_query($text);
    while ($store->more_results()) $store->next_result();
}
$schema = gzdecode(file_get_contents("$argv[1]/schema.sql.gz"));
send($store, preg_replace(['/DELIMITER \S+/', '/;?\s*\$\$/'], ['', ';'], $schema));
preg_match_all('/^INSERT INTO `(role|role_rule|usrgrp|users|users_groups|config|hstgrp)` .*;$/m',
    gzdecode(file_get_contents("$argv[1]/data.sql.gz")), $own);
send($store, implode("\n", $own[0]));
"""


@contextlib.contextmanager
def zabbix(folder: Path) -> Iterator[Application]:
    """Hosts at three things, each with as many items."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring")
    packages = ("zabbix-frontend-php", "zabbix-server-mysql", "mariadb-server-core")
    extensions = ("php8.2-mysql", "php8.2-bcmath", "php8.2-gd")
    root = unpacked("zabbix", *with_dependencies(_NEEDED, *packages, *extensions))
    program, socket = folder / "program", folder.parent / "zabbix.socket"
    copied(root / "usr/share/zabbix", program)
    place = program / "include/classes/core/CConfigFile.php"
    place.write_text(place.read_text().replace("/etc/zabbix/", f"{folder}/"))
    (folder / "zabbix.conf.php").write_text(_SETTINGS)
    (folder / "begin.php").write_text(_BEGIN)
    php = ["php", "-d", "display_errors=1", "-d", f"mysqli.default_socket={socket}"]
    php += ["-d", "post_max_size=16M", "-d", "max_execution_time=300", "-d", "max_input_time=300"]
    for extension in ("mysqlnd", "mysqli", "bcmath", "gd"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    libraries = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    url = f"http://127.0.0.1:{free_port(folder)}"
    with database(root, folder, socket):
        begin = [*php, "begin.php", root / "usr/share/zabbix-server-mysql"]
        subprocess.run(begin, check=True, capture_output=True, cwd=folder)
        serve = [*php, "-S", url.removeprefix("http://"), "-t", program]
        with served(serve, url, folder, {**libraries, "PHP_CLI_SERVER_WORKERS": "4"}):
            fill(url)
            yield Application(url, "Admin", "zabbix", folder)


def fill(url: str) -> None:
    told: dict[str, str] = {}

    def ask(method: str, params: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Any:
        call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params, **told}
        request = urllib.request.Request(f"{url}/api_jsonrpc.php", json.dumps(call).encode())
        request.add_header("Content-Type", "application/json-rpc")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["result"]

    told["auth"] = ask("user.login", {"username": "Admin", "password": "zabbix"})
    ask("user.update", {"userid": "1", "rows_per_page": str(PER_PAGE), "refresh": "0"})
    groups = ask("hostgroup.create", [{"name": f"Near the {thing}"} for thing in THINGS])["groupids"]
    hosts = [
        {
            "host": name(number),
            "groups": [{"groupid": groups[number % 3]}],
            "interfaces": [{"type": 1, "main": 1, "useip": 1, "ip": address(number), "dns": "", "port": "10050"}],
        }
        for number in range(HOSTS)
    ]
    for number, host in enumerate(ask("host.create", hosts)["hostids"]):
        own = {"hostid": host, "type": 2, "value_type": 3}
        ask("item.create", [{**own, "name": counted(number, n), "key_": key(number, n)} for n in range(PARTS)])


def name(number: int) -> str:
    return f"{THINGS[number % 3]}-{number:03}"


def address(number: int) -> str:
    return f"10.20.{number % 7}.{number + 20}"


def counted(number: int, part: int) -> str:
    return f"Walkers at gate {part * 3 + number % 5:02}"


def key(number: int, part: int) -> str:
    return f"walkers.gate[{number},{part}]"


async def _narrow(page: Page, app: Application, word: str) -> None:
    await page.fill("#name", app.user)
    await page.fill("#password", app.secret)
    await follow(page, "#enter")
    await page.click("nav a:text-is('Configuration')")
    await follow(page, "nav a[href='zabbix.php?action=host.list']")
    await page.fill("#filter_host", word)
    await follow(page, "button[name=filter_set]")


async def hosts(page: Page, app: Application, word: str) -> None:
    await _narrow(page, app, word)
    await turn(page, "a[aria-label^='Go to next page']")


async def items(page: Page, app: Application, host: str) -> None:
    await _narrow(page, app, host)
    await follow(page, "table.list-table tbody a:text-is('Items')")


def of_name(_: Application, word: str) -> Sequence[Row]:
    return [(name(n), f"{address(n)}:10050") for n in range(HOSTS) if word in name(n)]


def of_host(_: Application, host: str) -> Sequence[Row]:
    number = next(n for n in range(HOSTS) if name(n) == host)
    return [(counted(number, n), key(number, n)) for n in range(PARTS)]


_HOSTS = ({"host": "windmill-003"}, {"host": "quarry-014"})

EXHIBIT = Exhibit(
    "zabbix",
    "an administration of monitoring in PHP",
    zabbix,
    (
        Workflow("hosts", hosts, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, of_name),
        Workflow("items", items, _HOSTS, {"host": "footbridge-022"}, of_host),
    ),
)
