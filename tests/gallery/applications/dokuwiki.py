"""DokuWiki, a wiki in PHP, as Debian packages it: pages for who has logged in, a search, lists of changes."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

PROGRAM = Path("/usr/share/dokuwiki")
SETTINGS = Path("/etc/dokuwiki")
DATA = Path("/var/lib/dokuwiki/data")
PAGES = 45
WORDS = ("harbour", "lantern", "orchard", "granite", "willow")


def is_installed() -> bool:
    """Whether PHP and the package are there."""
    return shutil.which("php") is not None and (PROGRAM / "doku.php").exists()


@contextlib.contextmanager
def dokuwiki(folder: Path) -> Iterator[Application]:
    """A wiki with pages about five things, which only its reader may see."""
    secret = "quiet & please"
    shutil.copytree(SETTINGS, folder / "conf")
    shutil.copytree(DATA, folder / "data", ignore=shutil.ignore_patterns("dont-panic*"))
    (folder / "before.php").write_text(f"<?php define('DOKU_CONF', '{folder}/conf/');")
    (folder / "conf" / "local.php").write_text(
        "<?php $conf['title'] = 'Practice'; $conf['useacl'] = 1; $conf['recent'] = 10; "
        f"$conf['savedir'] = '{folder}/data';"
    )
    hashed = subprocess.run(
        ["php", "-r", "echo password_hash($argv[1], PASSWORD_BCRYPT, ['cost' => 4]);", "--", secret],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    (folder / "conf" / "users.auth.php").write_text(f"reader:{hashed}:The Reader:reader@example.test:user\n")
    (folder / "conf" / "acl.auth.php").write_text("*\t@ALL\t0\n*\t@user\t8\n")
    pages = folder / "data" / "pages" / "notes"
    pages.mkdir(parents=True, exist_ok=True)
    for number in range(PAGES):
        word = WORDS[number % len(WORDS)]
        (pages / f"page{number:02}.txt").write_text(
            f"====== Note {number} on the {word} ======\n\nWhat is known of the {word}, part {number}.\n"
        )
    (folder / "data" / "pages" / "start.txt").write_text("====== Start ======\n\n[[notes:page00|the notes]]\n")
    url = f"http://127.0.0.1:{free_port(folder)}"
    php = ["php", "-d", f"auto_prepend_file={folder}/before.php", "-d", "display_errors=0"]
    workers = {"PHP_CLI_SERVER_WORKERS": "4"}
    indexing = [*php, str(PROGRAM / "bin" / "indexer.php"), "-q"]
    subprocess.run(indexing, check=True, capture_output=True, cwd=folder)
    with served([*php, "-S", url.removeprefix("http://"), "-t", PROGRAM], f"{url}/doku.php", folder, workers):
        yield Application(url, "reader", secret, folder)


async def search_wiki(page: Page, app: Application, word: str) -> None:
    await follow(page, "#dokuwiki__usertools a[href*='do=login']")
    await page.fill("#focus__this", app.user)
    await page.fill("input[type=password]", app.secret)
    await follow(page, "#dw__login button[type=submit]")
    if word == WORDS[0]:
        await follow(page, "#dokuwiki__sitetools a[href*='do=index']")
    await page.fill("#qsearch__in", word)
    await follow(page, "#dw__search button")


def found_pages(_: Application, word: str) -> list[Row]:
    return [(f"page{number:02}",) for number in range(PAGES) if WORDS[number % len(WORDS)] == word]


async def open_found(page: Page, app: Application, word: str) -> None:
    await follow(page, "#dokuwiki__usertools a[href*='do=login']")
    await page.fill("#focus__this", app.user)
    await page.fill("input[type=password]", app.secret)
    await follow(page, "#dw__login button[type=submit]")
    await page.fill("#qsearch__in", word)
    await follow(page, "#dw__search button")
    await read_two(page, ".search_fullpage_result a.wikilink1", 1, 3)


def found_texts(_: Application, word: str) -> list[Row]:
    numbers = [number for number in range(PAGES) if WORDS[number % len(WORDS)] == word]
    return [(f"Note {number} on the {word}", f"What is known of the {word}, part {number}.") for number in numbers]


EXHIBIT = Exhibit(
    "dokuwiki",
    "a wiki",
    dokuwiki,
    (
        Workflow(
            "search",
            search_wiki,
            ({"word": WORDS[0]}, {"word": WORDS[1]}),
            {"word": WORDS[3]},
            found_pages,
            "/doku.php",
        ),
        Workflow(
            "details",
            open_found,
            ({"word": WORDS[0]}, {"word": WORDS[1]}),
            {"word": WORDS[3]},
            found_texts,
            "/doku.php",
        ),
    ),
)
