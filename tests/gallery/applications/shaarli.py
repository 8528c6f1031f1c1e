"""Shaarli, a collection of bookmarks in PHP on Slim, as Debian packages it; older ones on pages behind a link."""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
PLACES = ("northern", "southern")
BOOKMARKS = 240
_BESIDE = r"php-(?!common|curl|gd|intl|ldap|mbstring|json|cgi|fpm|xml)"
_FILL = r"""<?php
chdir($argv[1]);
require 'autoload.php';
require 'application/Utils.php';
require 'application/http/UrlUtils.php';
require 'application/http/HttpUtils.php';
require 'application/bookmark/LinkUtils.php';
$conf = new Shaarli\Config\ConfigManager();
$all = new Shaarli\Bookmark\BookmarkArray();
[$things, $places] = [explode(',', $argv[3]), explode(',', $argv[4])];
for ($number = 0; $number < (int) $argv[2]; $number++) {
    [$thing, $place] = [$things[$number % 3], $places[intdiv($number, 3) % 2]];
    $own = new Shaarli\Bookmark\Bookmark();
    $own->setId($number);
    $own->setShortUrl(sprintf('sh%04d', $number));
    $own->setUrl("https://maps.example.org/$thing/$number");
    $own->setTitle("Of the $thing, part $number");
    $own->setDescription("It was seen by walker $number.");
    $own->setTagsString("$thing $place");
    $own->setPrivate($number % 5 == 0);
    $own->setCreated(new DateTime(sprintf('2026-03-01 08:00:00 + %d minutes', $number)));
    $all[$number] = $own;
}
$io = new Shaarli\Bookmark\BookmarkIO($conf, new malkusch\lock\mutex\NoMutex());
$io->write($all);
"""


@contextlib.contextmanager
def shaarli(folder: Path) -> Iterator[Application]:
    """Bookmarks of three things in two places; every fifth is only for who has logged in."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli")
    root = unpacked("shaarli", *with_dependencies(_BESIDE, "shaarli"))
    program = folder / "shaarli"
    shutil.copytree(root / "usr/share/shaarli", program, symlinks=True)
    for name in ("index.php", "init.php", "application/config/ConfigManager.php", "autoload.php"):
        text = (program / name).read_text()
        for before, after in (("/usr/share/shaarli", ""), ("/var/lib/shaarli", ""), ("/var/cache/shaarli", "")):
            text = text.replace(f"'{before}/", f"'{program}{after}/")
        (program / name).write_text(text)
    (program / "cache").unlink()
    for name in ("data", "tmp", "cache", "pagecache"):
        (program / name).mkdir(exist_ok=True)
    user, secret, salt = "keeper", "quiet & please", "5a17"
    own = {
        "credentials": {
            "login": user,
            "salt": salt,
            "hash": hashlib.sha1(f"{secret}{user}{salt}".encode(), usedforsecurity=False).hexdigest(),
        },
        "general": {"title": "Practice", "timezone": "UTC", "enabled_plugins": []},
        "updates": {"check_updates": False},
        "thumbnails": {"mode": "none"},
        "translation": {"language": "en"},
    }
    (program / "data/config.json.php").write_text(f"<?php /*\n{json.dumps(own)}\n*/ ?>")
    (folder / "fill.php").write_text(_FILL)
    php = ["php", "-d", f"include_path={root}/usr/share/php", "-d", "display_errors=0"]
    words = [str(BOOKMARKS), ",".join(THINGS), ",".join(PLACES)]
    subprocess.run([*php, "fill.php", program, *words], check=True, capture_output=True, cwd=folder)
    (folder / "route.php").write_text(
        "<?php if (is_file($_SERVER['DOCUMENT_ROOT'] . strtok($_SERVER['REQUEST_URI'], '?'))) return false;\n"
        "chdir($_SERVER['DOCUMENT_ROOT']); $_SERVER['SCRIPT_NAME'] = '/index.php'; require 'index.php';\n"
    )
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [*php, "-S", url.removeprefix("http://"), "-t", program, folder / "route.php"]
    with served(serve, url, folder, {"PHP_CLI_SERVER_WORKERS": "4"}):
        yield Application(url, user, secret, folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.click("#search-button")
    await page.fill("#searchform_value", word)
    async with page.expect_navigation():
        await page.press("#searchform_value", "Enter")
    await turn(page, "a.paging_older >> nth=0")


async def tagged(page: Page, app: Application, thing: str) -> None:
    await page.goto(f"{app.url}/login")
    await page.fill("input[name=login]:visible", app.user)
    await page.fill("input[name=password]:visible", app.secret)
    await follow(page, "input[type=submit]:visible, button[type=submit]:visible")
    await follow(page, "#shaarli-menu-tags a")
    await follow(page, f"#cloudtag a:text-is('{thing}')")
    await turn(page, "a.paging_older >> nth=0")


def _rows(numbers: Sequence[int]) -> Sequence[Row]:
    return [(f"Of the {THINGS[n % 3]}, part {n}", f"It was seen by walker {n}.") for n in numbers]


def found(_: Application, word: str) -> Sequence[Row]:
    return _rows([n for n in range(BOOKMARKS) if THINGS[n % 3] == word and n % 5])


def all_of(_: Application, thing: str) -> Sequence[Row]:
    return _rows([n for n in range(BOOKMARKS) if THINGS[n % 3] == thing])


EXHIBIT = Exhibit(
    "shaarli",
    "bookmarks in PHP",
    shaarli,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("tagged", tagged, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, all_of),
    ),
)
