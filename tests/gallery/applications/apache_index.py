"""Folders as Debian's Apache lists them: in a table that is sorted by a heading, and in lines as mirrors have."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
FILES = 90
YEARS = 4
_BESIDE = r"lib(apr|aprutil|lua|brotli|nghttp2|jansson)"
_ASKED = """
ServerRoot {root}
ServerName practice.test
PidFile {folder}/apache.pid
ErrorLog {folder}/errors.log
Listen 127.0.0.1:{port}
DocumentRoot {folder}/files
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule alias_module {modules}/mod_alias.so
LoadModule mime_module {modules}/mod_mime.so
LoadModule dir_module {modules}/mod_dir.so
LoadModule autoindex_module {modules}/mod_autoindex.so
TypesConfig {folder}/types
Alias /icons/ {root}/usr/share/apache2/icons/
AddIcon /icons/folder.gif ^^DIRECTORY^^
DefaultIcon /icons/unknown.gif
<Directory {folder}/files>
    Options +Indexes
    IndexOptions FancyIndexing VersionSort NameWidth=*
</Directory>
<Directory {folder}/files/measures>
    IndexOptions FancyIndexing VersionSort HTMLTable NameWidth=* DescriptionWidth=* Charset=UTF-8
</Directory>
"""


@contextlib.contextmanager
def apache_index(folder: Path) -> Iterator[Application]:
    """Measures of three things in a folder each, and pictures of them by years."""
    root = unpacked("apache_index", *with_dependencies(_BESIDE, "apache2-bin", "apache2-data"))
    for place, size, moment in (*map(measure, range(FILES)), *map(picture, range(FILES))):
        path = folder / "files" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size)
        os.utime(path, (moment, moment))
    (folder / "types").write_text("text/plain txt\nimage/jpeg jpg\n")
    url = f"http://127.0.0.1:{free_port(folder)}"
    told = _ASKED.format(root=root, folder=folder, port=url.rpartition(":")[2], modules="usr/lib/apache2/modules")
    (folder / "apache.conf").write_text(told)
    libraries = root / "usr/lib/x86_64-linux-gnu"
    serve = [root / "usr/sbin/apache2", "-f", folder / "apache.conf", "-DFOREGROUND"]
    with served(serve, url, folder, {"LD_LIBRARY_PATH": str(libraries), "TZ": "UTC"}):
        yield Application(url, "", "", folder)


def measure(number: int) -> tuple[str, int, int]:
    """Its path, how long it is, and when it was changed."""
    return (
        f"measures/{THINGS[number % 3]}/walk-{number}.txt",
        100 + number * 7919 % 800,
        1_700_000_000 + number * 86_400,
    )


def picture(number: int) -> tuple[str, int, int]:
    thing, year = THINGS[number % 3], 2020 + number // 3 % YEARS
    return f"pictures/{thing}/{year}/{thing}{number}.jpg", 200 + number * 31 % 700, 1_710_000_000 + number * 3_600


async def largest(page: Page, _: Application, thing: str) -> None:
    await follow(page, "a[href='measures/']")
    await follow(page, f"a[href='{thing}/']")
    await follow(page, "th a:text-is('Size')")
    await follow(page, "th a:text-is('Size')")


async def pictures(page: Page, _: Application, thing: str) -> None:
    await follow(page, "a[href='pictures/']")
    await follow(page, f"a[href='{thing}/']")
    await read_two(page, "a[href^='20']", 0, 2)


def measures_of(_: Application, thing: str) -> Sequence[Row]:
    own = [measure(n) for n in range(FILES) if THINGS[n % 3] == thing]
    return [(path.rpartition("/")[2], str(size)) for path, size, _ in own]


def pictures_of(_: Application, thing: str) -> Sequence[Row]:
    own = [picture(n) for n in range(FILES) if THINGS[n % 3] == thing]
    return [(path.rpartition("/")[2],) for path, _, _ in own]


EXHIBIT = Exhibit(
    "apache_index",
    "folders of a mirror",
    apache_index,
    (
        Workflow(
            "largest", largest, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, measures_of
        ),
        Workflow(
            "pictures", pictures, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, pictures_of
        ),
    ),
)
