"""Tiny Tiny RSS in PHP over MariaDB, as Debian packages them: headlines that Dojo asks for as one scrolls."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page
from playwright.async_api import TimeoutError as NotInTimeError

from ..application import Application, NotInstallableError, copied, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow
from .wordpress import database

THINGS = ("windmill", "footbridge", "quarry")
PLACES = ("north", "south", "river", "hill")
ENTRIES = 372
_NEEDED = (
    r"mariadb|libmariadb|liburing|libsnappy|libpmem|libndctl|libdaxctl|libaio|libnuma|libfmt|libconfig-inifiles"
    r"|php8\.2-mysql|php-(php-gettext|psr-log)|phpqrcode|libjs-|fonts-material"
)
_FILL = """<?php
[, $schema, $secret, $count, $places, $things] = $argv;
$store = new mysqli('localhost', 'root', '', 'walks');
$store->multi_query(file_get_contents($schema));
while ($store->more_results()) $store->next_result();
$store->query("UPDATE ttrss_users SET pwd_hash = '$secret' WHERE login = 'admin'");
[$places, $things] = [explode(' ', $places), explode(' ', $things)];
foreach ($places as $n => $place) {
    $store->query("INSERT INTO ttrss_feeds (id, owner_uid, title, feed_url, site_url, update_interval, last_updated)
        VALUES ($n + 10, 1, 'News of the $place', 'https://$place.test/feed', 'https://$place.test', -1, NOW())");
}
$store->query("DELETE FROM ttrss_feeds WHERE id < 10");
for ($n = 1; $n <= (int)$count; $n++) {
    $when = gmdate('Y-m-d H:i:s', strtotime('2026-03-01 UTC') - $n * 3600);
    [$feed, $thing, $walker] = [$n % 4 + 10, $things[intdiv($n, 4) % 3], 'Walker ' . $n % 23];
    $store->query("INSERT INTO ttrss_entries (id, title, guid, link, updated, content, content_hash, date_entered,
        date_updated, author) VALUES ($n, 'Report $n on the $thing', 'r$n', 'https://reports.test/$n', '$when',
        'It was seen from road " . $n * 7 . ".', 'h$n', '$when', '$when', '$walker')");
    $store->query("INSERT INTO ttrss_user_entries (ref_id, uuid, feed_id, owner_uid, tag_cache, label_cache, unread)
        VALUES ($n, '', $feed, 1, '', '', 0)");
}
"""


@contextlib.contextmanager
def tt_rss(folder: Path) -> Iterator[Application]:
    """Feeds of four places, with reports on three things."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring")
    root = unpacked("tt_rss", *with_dependencies(_NEEDED, "tt-rss", "mariadb-server-core", "php8.2-mysql"))
    program, socket = folder / "program", folder.parent / "tt_rss.socket"
    copied(root / "usr/share/tt-rss/www", program)
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    for name in ("lock", "cache", "cache/export", "cache/images", "cache/upload", "cache/js", "cache/simplepie"):
        (folder / name).mkdir()
    (program / "feed-icons").mkdir(exist_ok=True)
    settings = (root / "etc/tt-rss/config.php").read_text()
    for before, after in (
        ("include_once('/etc/tt-rss/database.php');", ""),
        ("$dbtype", "'mysql'"),
        ("$dbserver", "'localhost'"),
        ("$dbport", "''"),
        ("$dbuser", "'root'"),
        ("$dbname", "'walks'"),
        ("$dbpass", "''"),
        ("%SELF_URL_PATH", f"{url}/"),
        ("'/var/lib/tt-rss'", f"'{folder}/lock'"),
        ("'/var/cache/tt-rss'", f"'{folder}/cache'"),
        ("'CHECK_FOR_UPDATES', true", "'CHECK_FOR_UPDATES', false"),
        ("'LOG_DESTINATION', 'syslog'", "'LOG_DESTINATION', ''"),
    ):
        settings = settings.replace(before, after)
    check = program / "include/sanity_check.php"
    check.write_text(check.read_text().replace("posix_getuid() == 0", "false"))
    (program / "config.php").unlink(missing_ok=True)
    (program / "config.php").write_text(settings)
    (folder / "fill.php").write_text(_FILL)
    php = ["php", "-d", "display_errors=0", "-d", f"include_path=.:{root}/usr/share/php:/usr/share/php"]
    php += ["-d", f"mysqli.default_socket={socket}", "-d", f"pdo_mysql.default_socket={socket}"]
    for extension in ("mysqlnd", "mysqli", "pdo_mysql"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    with database(root, folder, socket):
        schema, coded = (
            root / "usr/share/tt-rss/schema/ttrss_schema_mysql.sql",
            hashlib.sha1(secret.encode()).hexdigest(),
        )
        fill = [*php, "fill.php", schema, f"SHA1:{coded}", str(ENTRIES), " ".join(PLACES), " ".join(THINGS)]
        subprocess.run(fill, check=True, capture_output=True, cwd=folder)
        serve = [*php, "-S", url.removeprefix("http://"), "-t", program]
        with served(serve, url, folder, {"PHP_CLI_SERVER_WORKERS": "4"}):
            yield Application(url, "admin", secret, folder)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=login]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "button[type=submit], span.dijitButtonNode:has-text('Log in')")
    await page.locator("#feedTree .dijitTreeLabel:has-text('All articles')").first.wait_for()


async def _to_the_end(page: Page) -> None:
    rows = page.locator("#headlines-frame > [id^=RROW]")
    await rows.first.wait_for()
    seen = 0
    while seen < (seen := await rows.count()):
        await page.wait_for_load_state("networkidle")
        with contextlib.suppress(NotInTimeError):
            async with page.expect_response("**/backend.php", timeout=6000):
                await page.evaluate("document.querySelector('#headlines-frame').scrollTop = 1e6")
        await page.wait_for_timeout(500)


async def feed(page: Page, app: Application, feed: str) -> None:
    await _log_in(page, app)
    await page.click("#feedTree .dijitTreeRow:has-text('Uncategorized') .dijitTreeExpando")
    await page.click(f"#feedTree .dijitTreeLabel:has-text('{feed}')")
    await page.locator(f"#feed_title:has-text('{feed}'), #toolbar-headlines:has-text('{feed}')").first.wait_for()
    await _to_the_end(page)


async def search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await page.click("#feedTree .dijitTreeLabel:has-text('All articles')")
    await page.wait_for_load_state("networkidle")
    await page.click(".action-chooser .dijitDropDownButton")
    await page.click(".dijitMenuItem:has-text('Search')")
    await page.fill(".dijitDialog input[name=query]", word)
    async with page.expect_response(lambda answer: f"query={word}" in (answer.request.post_data or "")):
        await page.press(".dijitDialog input[name=query]", "Enter")
    await page.wait_for_load_state("networkidle")
    await _to_the_end(page)


def _row(number: int) -> Row:
    return (f"Report {number} on the {THINGS[number // 4 % 3]}",)


def of_feed(_: Application, feed: str) -> Sequence[Row]:
    return [_row(n) for n in range(1, ENTRIES + 1) if feed == f"News of the {PLACES[n % 4]}"]


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(n) for n in range(1, ENTRIES + 1) if word in _row(n)[0]]


_FEEDS = ({"feed": "News of the north"}, {"feed": "News of the river"})

EXHIBIT = Exhibit(
    "tt_rss",
    "a reader of news in Dojo",
    tt_rss,
    (
        Workflow("feed", feed, _FEEDS, {"feed": "News of the south"}, of_feed),
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
    ),
)
