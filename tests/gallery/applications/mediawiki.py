"""MediaWiki from Debian, with SQLite: a login with a token, a search over pages, lists of pages by their names."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
NOTES = 96
_FILL = """<?php
require_once getenv('MW_INSTALL_PATH') . '/maintenance/Maintenance.php';
class Fill extends Maintenance {
    public function execute() {
        $user = User::newSystemUser('Maintenance script', ['steal' => true]);
        $things = explode(' ', getenv('THINGS'));
        for ($n = 0; $n < (int)getenv('NOTES'); $n++) {
            $thing = $things[$n % count($things)];
            $title = Title::newFromText(sprintf('%s note %02d', ucfirst($thing), $n));
            $page = MediaWiki\\MediaWikiServices::getInstance()->getWikiPageFactory()->newFromTitle($title);
            $text = "What is known of the $thing, part $n.\\n";
            $page->doUserEditContent(ContentHandler::makeContent($text, $title), $user, 'new');
        }
    }
}
$maintClass = Fill::class;
require_once RUN_MAINTENANCE_IF_MAIN;
"""


@contextlib.contextmanager
def mediawiki(folder: Path) -> Iterator[Application]:
    """A wiki with notes about three things."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no PHP: apt install php-cli php-xml php-mbstring php-intl")
    ask = ["php", "-r", "echo PHP_MAJOR_VERSION.'.'.PHP_MINOR_VERSION;"]
    version = subprocess.run(ask, check=True, capture_output=True, text=True)
    root = unpacked("mediawiki", "mediawiki", "mediawiki-classes", f"php{version.stdout}-sqlite3")
    program = folder / "program"
    shutil.copytree(
        root / "usr/share/mediawiki", program, symlinks=True, ignore=shutil.ignore_patterns("tests", "docs")
    )
    for link in [path for path in program.iterdir() if path.is_symlink()]:
        link.unlink()
    (program / "extensions").mkdir()
    (program / "images").mkdir()
    php = ["php", "-d", "display_errors=0"]
    for extension in ("pdo_sqlite", "sqlite3"):
        php += ["-d", f"extension={next(root.glob(f'usr/lib/php/*/{extension}.so'))}"]
    secret = "quiet and please 7"
    url = f"http://127.0.0.1:{free_port(folder)}"
    place = {"MW_INSTALL_PATH": str(program), "THINGS": " ".join(THINGS), "NOTES": str(NOTES)}
    options = ["--dbtype=sqlite", f"--dbpath={folder}/data", f"--server={url}", "--scriptpath=", f"--pass={secret}"]
    _run([*php, program / "maintenance/install.php", *options, "Practice", "Reader"], program, place)
    with (program / "LocalSettings.php").open("a") as settings:
        settings.write("wfLoadSkin('Vector');\n$wgDefaultSkin = 'vector';\n$wgJobRunRate = 0;\n")
    (folder / "fill.php").write_text(_FILL)
    _run([*php, folder / "fill.php"], program, place)
    _run([*php, program / "maintenance/runJobs.php"], program, place)
    serve = [*php, "-S", url.removeprefix("http://"), "-t", program]
    with served(serve, f"{url}/index.php", folder, {"PHP_CLI_SERVER_WORKERS": "4"}):
        yield Application(url, "Reader", secret, folder)


def _run(command: Sequence[str | Path], folder: Path, place: dict[str, str]) -> None:
    ran = subprocess.run(
        list(map(str, command)),
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PATH": "/usr/bin", **place},
    )
    if ran.returncode:
        raise NotInstallableError(f"MediaWiki: {(ran.stdout + ran.stderr).strip().splitlines()[-1]}")


async def search(page: Page, app: Application, word: str) -> None:
    await follow(page, "#pt-login a")
    await page.fill("#wpName1", app.user)
    await page.fill("#wpPassword1", app.secret)
    await follow(page, "#wpLoginAttempt")
    await page.fill("#searchInput", word)
    await page.wait_for_timeout(300)
    async with page.expect_navigation():
        await page.press("#searchInput", "Enter")
    await turn(page, "a.mw-nextlink")


async def list_pages(page: Page, _: Application, prefix: str) -> None:
    await page.fill("input[name=prefix]", prefix)
    await follow(page, "#mw-content-text form button[type=submit]")


async def details(page: Page, app: Application, prefix: str) -> None:
    await list_pages(page, app, prefix)
    await read_two(page, ".mw-prefixindex-list a", 1, 4)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(f"{word.title()} note {number:02}",) for number in range(NOTES) if THINGS[number % 3] == word]


def listed(app: Application, prefix: str) -> Sequence[Row]:
    return found(app, prefix.lower())


def told(_: Application, prefix: str) -> Sequence[Row]:
    own = [number for number in range(NOTES) if THINGS[number % 3] == prefix.lower()]
    return [(f"{prefix} note {n:02}", f"What is known of the {prefix.lower()}, part {n}.") for n in own]


_PREFIXES, _OTHER = ({"prefix": "Windmill"}, {"prefix": "Quarry"}), {"prefix": "Footbridge"}
_BY_PREFIX = "/index.php?title=Special:PrefixIndex"

EXHIBIT = Exhibit(
    "mediawiki",
    "a wiki",
    mediawiki,
    (
        Workflow(
            "search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, "/index.php"
        ),
        Workflow("prefix", list_pages, _PREFIXES, _OTHER, listed, _BY_PREFIX),
        Workflow("details", details, _PREFIXES, _OTHER, told, _BY_PREFIX),
    ),
)
