"""WordPress in PHP over MariaDB, as Debian packages them: a search, and the list of posts behind a login."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import (
    Application,
    NotInstallableError,
    copied,
    free_port,
    running,
    served,
    unpacked,
    with_dependencies,
)
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
WRITERS = ("Ada", "Bert")
POSTS = 138
_NEEDED = (
    r"mariadb|libmariadb|liburing|libsnappy|libpmem|libndctl|libdaxctl|libaio|libnuma|libfmt|libconfig-inifiles"
    r"|php8\.2-mysql|php-getid3|libjs-"
)
_SETTINGS = """<?php
define('DB_NAME', 'walks'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:{socket}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_SITEURL', '{url}'); define('WP_HOME', '{url}');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true); define('AUTOMATIC_UPDATER_DISABLED', true);
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $of) {{
    define($of . '_KEY', 'walks'); define($of . '_SALT', $of);
}}
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""
_FILL = """<?php
define('WP_INSTALLING', true);
[, $secret, $posts, $things, $writers] = $argv;
require 'wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Walks', 'keeper', 'keeper@hills.test', false, '', $secret);
wp_delete_post(1, true);
switch_theme('twentytwentyone');
update_option('show_avatars', 0);
$things = explode(' ', $things);
$kinds = array_map(fn($thing) => wp_create_category($thing), $things);
$people = array_map(fn($name) => wp_insert_user(['user_login' => $name, 'user_pass' => $secret, 'display_name' => $name,
    'role' => 'author']), explode(' ', $writers));
foreach (['editor', 'contributor', 'subscriber'] as $place => $role) for ($n = 0; $n < 54; $n++)
    wp_insert_user(['user_login' => "$role" . $n * 3, 'user_pass' => $secret, 'role' => $role, 'first_name' => "Kim$n",
        'last_name' => $n % 6 == 5 ? '' : 'Lane' . $n * 7 + $place, 'user_email' => "$role$n@hills.test"]);
for ($n = 0; $n < (int)$posts; $n++) {
    $when = gmdate('Y-m-d H:i:s', 1700000000 + $n * 7200);
    wp_insert_post(['post_title' => "Walk $n to the {$things[$n % 3]}", 'post_status' => 'publish',
        'post_date' => $when, 'post_author' => $people[$n % 2], 'post_category' => [$kinds[$n % 3]],
        'post_content' => 'Seen from road ' . $n * 7 . '.']);
}
"""


_TABLES = ("mysql_system_tables.sql", "mysql_system_tables_data.sql")


@contextlib.contextmanager
def wordpress(folder: Path) -> Iterator[Application]:
    """Posts about three things, by two people."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring")
    packages = ("wordpress", "wordpress-theme-twentytwentyone", "mariadb-server-core", "php8.2-mysql")
    root = unpacked("wordpress", *with_dependencies(_NEEDED, *packages))
    program = folder / "program"
    copied(root / "usr/share/wordpress", program)
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    socket = folder.parent / "mariadb.socket"
    (program / "wp-config.php").write_text(_SETTINGS.format(socket=socket, url=url))
    (program / "fill.php").write_text(_FILL)
    php = ["php", "-d", "display_errors=0"]
    for extension in ("mysqlnd", "mysqli"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    with database(root, folder, socket):
        fill = [*php, "fill.php", secret, str(POSTS), " ".join(THINGS), " ".join(WRITERS)]
        subprocess.run(fill, check=True, capture_output=True, cwd=program)
        with served([*php, "-S", url.removeprefix("http://"), "-t", program], url, folder):
            yield Application(url, "keeper", secret, folder)


@contextlib.contextmanager
def database(root: Path, folder: Path, socket: Path) -> Iterator[None]:
    """An empty database of MariaDB behind a socket, as long as the block lasts."""
    libraries = ":".join(sorted({str(path.parent) for path in root.glob("usr/lib/*/*.so*")}))
    own = {"LD_LIBRARY_PATH": libraries}
    store = [root / "usr/sbin/mariadbd", "--no-defaults", "--user=root", f"--datadir={folder}/data"]
    store += [f"--basedir={root}/usr", f"--lc-messages-dir={root}/usr/share/mysql"]
    (folder / "data" / "mysql").mkdir(parents=True)
    tables = "".join((root / "usr/share/mysql" / name).read_text() for name in _TABLES)
    begin = f"CREATE DATABASE walks;\nUSE mysql;\nSET @auth_root_socket=NULL;\n{tables}"
    subprocess.run(
        [*store, "--bootstrap"], check=True, capture_output=True, input=begin.encode(), env={**os.environ, **own}
    )
    served_there = [*store, f"--socket={socket}", "--skip-networking", f"--pid-file={folder}/data/pid"]
    with running(served_there, folder, own, "mariadb.log") as process:
        while not socket.exists():
            if process.poll() is not None:
                raise RuntimeError((folder / "mariadb.log").read_text())
            threading.Event().wait(0.1)
        yield


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=s]", word)
    await follow(page, "form:has(input[name=s]) [type=submit]")
    await turn(page, ".nav-links a.next")


async def listed(page: Page, app: Application, kind: str) -> None:
    await page.fill("input[name=log]", app.user)
    await page.fill("input[name=pwd]", app.secret)
    await follow(page, "#wp-submit")
    await follow(page, "#menu-posts > a")
    await page.select_option("select[name=cat]", label=kind)
    await follow(page, "#post-query-submit")
    await turn(page, ".tablenav.bottom a.next-page")


async def people(page: Page, app: Application, role: str) -> None:
    await page.fill("input[name=log]", app.user)
    await page.fill("input[name=pwd]", app.secret)
    await follow(page, "#wp-submit")
    await follow(page, "#menu-users > a")
    await follow(page, f".subsubsub a[href*='role={role.lower()}']")
    await turn(page, ".tablenav.bottom a.next-page")


async def category(page: Page, _: Application, kind: str) -> None:
    await follow(page, f"a[rel~=category]:text-is('{kind}') >> nth=0")
    await turn(page, ".nav-links a.next")


async def details(page: Page, _: Application, kind: str) -> None:
    await follow(page, f"a[rel~=category]:text-is('{kind}') >> nth=0")
    await follow(page, ".entry-title a >> nth=1")
    await page.go_back()
    await follow(page, ".nav-links a.next")
    await follow(page, ".entry-title a >> nth=3")
    await page.go_back()
    await turn(page, ".nav-links a.next")
    await follow(page, ".entry-title a >> nth=2")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(title(n),) for n in range(POSTS) if word in title(n)]


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [(title(n), WRITERS[n % 2]) for n in range(POSTS) if THINGS[n % 3] == kind]


def in_category(_: Application, kind: str) -> Sequence[Row]:
    return [(title(n),) for n in range(POSTS) if THINGS[n % 3] == kind]


def told(_: Application, kind: str) -> Sequence[Row]:
    own = [n for n in range(POSTS) if THINGS[n % 3] == kind]
    return [(title(n), f"Seen from road {n * 7}.", WRITERS[n % 2]) for n in own]


def of_role(_: Application, role: str) -> Sequence[Row]:
    place, role = ("Editor", "Contributor", "Subscriber").index(role), role.lower()
    names = [f"Kim{n}" + ("" if n % 6 == 5 else f" Lane{n * 7 + place}") for n in range(54)]
    return [(f"{role}{n * 3}", name, f"{role}{n}@hills.test") for n, name in enumerate(names)]


def title(number: int) -> str:
    return f"Walk {number} to the {THINGS[number % 3]}"


_KINDS, _OTHER = ({"kind": "windmill"}, {"kind": "quarry"}), {"kind": "footbridge"}
_ROLES, _THIRD = ({"role": "Editor"}, {"role": "Contributor"}), {"role": "Subscriber"}

EXHIBIT = Exhibit(
    "wordpress",
    "posts in PHP",
    wordpress,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("listed", listed, _KINDS, _OTHER, of_kind, "/wp-login.php"),
        Workflow("people", people, _ROLES, _THIRD, of_role, "/wp-login.php"),
        Workflow("category", category, _KINDS, _OTHER, in_category),
        Workflow("details", details, _KINDS, _OTHER, told),
    ),
)
