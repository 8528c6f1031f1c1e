"""Zoph, photos in PHP over MariaDB, as Debian packages them: pages of small pictures that lead to details."""

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

ALBUMS = ("Ferries", "Lighthouses", "Piers")
MAKERS = ("Corvex", "Lumina", "Stellar", "Obscura")
PEOPLE = ("Ada Northwood", "Bert Southgate", "Cleo Easton")
PHOTOS = 141
_NEEDED = (
    r"mariadb|libmariadb|liburing|libsnappy|libpmem|libndctl|libdaxctl|libaio|libnuma|libfmt|libconfig-inifiles"
    r"|php8\.2-(mysql|gd)|lib(gd|xpm|avif|dav1d|de265|heif|imagequant|rav1e|svtav1|x265|yuv|gav1|aom|abseil|jbig|tiff"
    r"|webp|jpeg|deflate|lerc|x11-6|xcb1|xau6|xdmcp6|bsd0|md0|png|fontconfig1|freetype6)"
)
_SETTINGS = """[walks]
db_host = "localhost"
db_name = "walks"
db_user = "root"
db_pass = ""
db_prefix = "zoph_"
php_location = "{program}"
"""
_FILL = """<?php
$store = new mysqli('localhost', 'root', '', 'walks');
$store->query("SET sql_mode = ''");
$store->multi_query(file_get_contents($argv[1]));
while ($store->more_results()) $store->next_result();
$add = function ($table, $values) use ($store) {
    $texts = array_map(fn($value) => "'" . $store->real_escape_string((string) $value) . "'", $values);
    $store->query("INSERT INTO zoph_$table (" . implode(', ', array_keys($values)) . ') VALUES ('
        . implode(', ', $texts) . ')');
};
foreach (json_decode(stream_get_contents(STDIN), true) as [$table, $values]) $add($table, $values);
"""


@contextlib.contextmanager
def zoph(folder: Path) -> Iterator[Application]:
    """Photos in three albums."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring")
    root = unpacked("zoph", *with_dependencies(_NEEDED, "zoph", "mariadb-server-core", "php8.2-mysql", "php8.2-gd"))
    program, socket = folder / "program", folder.parent / "zoph.socket"
    copied(root / "usr/share/zoph/www/php", program)
    settings = program / "config.inc.php"
    settings.write_text(settings.read_text().replace("/etc/zoph.ini", f"{folder}/zoph.ini"))
    (folder / "zoph.ini").write_text(_SETTINGS.format(program=program))
    (folder / "fill.php").write_text(_FILL)
    php = ["php", "-d", "display_errors=0", "-d", f"pdo_mysql.default_socket={socket}"]
    php += ["-d", f"mysqli.default_socket={socket}", "-d", "upload_max_filesize=16M", "-d", "post_max_size=16M"]
    for extension in ("mysqlnd", "mysqli", "pdo_mysql", "gd"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    url = f"http://127.0.0.1:{free_port(folder)}"
    with database(root, folder, socket):
        fill = [*php, "fill.php", root / "usr/share/dbconfig-common/data/zoph/install/mysql"]
        subprocess.run(fill, check=True, capture_output=True, cwd=folder, input=json.dumps(list(_lines())).encode())
        serve = [*php, "-S", url.removeprefix("http://"), "-t", program]
        own = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
        with served(serve, f"{url}/logon.php", folder, {**own, "PHP_CLI_SERVER_WORKERS": "4"}):
            yield Application(url, "admin", "admin", folder)


def _lines() -> Iterator[tuple[str, dict[str, object]]]:
    for number, person in enumerate(PEOPLE, 2):
        first, last = person.split()
        yield "people", {"person_id": number, "first_name": first, "last_name": last, "createdby": 1}
    for number, album in enumerate(ALBUMS, 2):
        yield "albums", {"album_id": number, "parent_album_id": 1, "album": album, "createdby": 1}
    for number in range(PHOTOS):
        yield (
            "photos",
            {
                "photo_id": number + 1,
                "name": name(number),
                "path": "2025",
                "width": 640,
                "height": 480,
                "size": 1000 + number,
                "title": title(number),
                "photographer_id": number % 3 + 2,
                "date": f"2025-03-{number % 28 + 1:02}",
                "time": f"{number // 28 + 7:02}:{number % 60:02}:00",
                "camera_make": MAKERS[number // 3 % 4],
                "description": told(number),
                "hash": f"{number:040}",
            },
        )
        yield "photo_albums", {"photo_id": number + 1, "album_id": number % 3 + 2}


def name(number: int) -> str:
    return f"img{number * 37 % 1000:04}.jpg"


def title(number: int) -> str:
    return f"{ALBUMS[number % 3][:-1]} at mile {number * 7 % 211}"


def told(number: int) -> str:
    return f"Seen from bay {number * 11 % 97} on a calm day."


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=uname]", app.user)
    await page.fill("input[name=pword]", app.secret)
    await follow(page, "input[type=submit], button[type=submit]")


async def _read_two(page: Page) -> None:
    """One of the first page, and one of the second."""
    await follow(page, ".thumbnail a[href*='photo.php'] >> nth=1")
    await page.go_back()
    await follow(page, "ul.pager a:text-is('Next')")
    await follow(page, ".thumbnail a[href*='photo.php'] >> nth=4")


async def album(page: Page, app: Application, album: str) -> None:
    await _log_in(page, app)
    await follow(page, "nav a:text-is('albums'), ul.menu a:text-is('albums')")
    await follow(page, f"a:has-text('{album}')")
    await follow(page, "ul.photolinks a >> nth=0")
    await _read_two(page)


def _rows(numbers: Sequence[int]) -> Sequence[Row]:
    return [(title(n), name(n), PEOPLE[n % 3], MAKERS[n // 3 % 4], told(n)) for n in numbers]


def in_album(_: Application, album: str) -> Sequence[Row]:
    return _rows([n for n in range(PHOTOS) if ALBUMS[n % 3] == album])


_HOME = "/logon.php"

EXHIBIT = Exhibit(
    "zoph",
    "photos in PHP",
    zoph,
    (Workflow("album", album, ({"album": "Ferries"}, {"album": "Piers"}), {"album": "Lighthouses"}, in_album, _HOME),),
)
