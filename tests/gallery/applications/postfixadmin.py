"""PostfixAdmin, an administration of mail in PHP, as Debian packages it: behind a login, two tables on each page."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, turn

DOMAINS = ("north.example", "south.example", "east.example")
WALKERS = 120
LINES = 90
KEEPER = "keeper@north.example"
_NEEDED = r"php8\.2-(sqlite3|mbstring|imap)$|libonig\d|libsqlite3-0|libc-client2007e|libmbedtls"
_SETTINGS = """<?php
$CONF['configured'] = true;
$CONF['database_type'] = 'sqlite';
$CONF['database_name'] = '{folder}/mail.db';
$CONF['encrypt'] = 'cleartext';
$CONF['page_size'] = '12';
$CONF['quota'] = 'NO';
$CONF['password_expiration'] = 'NO';
$CONF['show_undeliverable'] = 'NO';
"""


@contextlib.contextmanager
def postfixadmin(folder: Path) -> Iterator[Application]:
    """Three domains with mailboxes, and what was done to them."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli")
    packages = ("postfixadmin", "php8.2-sqlite3", "php8.2-mbstring", "php8.2-imap")
    root = unpacked("postfixadmin", *with_dependencies(_NEEDED, *packages))
    program = folder / "program"
    left_out = shutil.ignore_patterns("config.*.php", "templates_c")
    shutil.copytree(root / "usr/share/postfixadmin", program, ignore=left_out)
    shutil.copy(root / "etc/postfixadmin/config.inc.php", program)
    (program / "templates_c").mkdir()
    (program / "dbconfig.inc.php").write_text("<?php $dbuser = $dbpass = $dbname = $dbserver = $dbtype = '';")
    (program / "config.local.php").write_text(_SETTINGS.format(folder=folder))
    extensions = next(root.rglob("sqlite3.so")).parent
    php = ["php", "-d", "display_errors=0", "-d", f"include_path={program}"]
    for name in ("sqlite3", "pdo_sqlite", "mbstring", "imap"):
        php += ["-d", f"extension={extensions}/{name}.so"]
    libraries = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    (folder / "mail.db").touch()
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [*php, "-S", url.removeprefix("http://"), "-t", program / "public"]
    with served(serve, f"{url}/upgrade.php", folder, libraries):
        fill(folder / "mail.db")
        yield Application(url, KEEPER, "quiet & please", folder)


def fill(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:

        def add(table: str, **values: object) -> None:
            names, places = ", ".join(values), ", ".join("?" * len(values))
            database.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", list(values.values()))

        add("admin", username=KEEPER, password="quiet & please", superadmin=1, active=1)
        for domain in ("ALL", *DOMAINS):
            if domain != "ALL":
                described = f"Walkers of the {domain.split('.')[0]}"
                add("domain", domain=domain, description=described, transport="virtual", active=1)
            add("domain_admins", username=KEEPER, domain=domain, active=1)
        for number in range(WALKERS):
            own = {"username": address(number), "name": name(number), "domain": domain_of(number), "active": 1}
            add("mailbox", **own, password="none", maildir=f"{number}/", local_part=f"walker{number:03}")
            add("alias", address=address(number), goto=address(number), domain=domain_of(number), active=1)
        for number in range(LINES):
            own = {"timestamp": moment(number), "username": KEEPER, "domain": domain_of(number)}
            add("log", **own, action="create_mailbox", data=address(number))
        database.commit()


def domain_of(number: int) -> str:
    return DOMAINS[number % 3]


def address(number: int) -> str:
    return f"walker{number:03}@{domain_of(number)}"


def moment(number: int) -> str:
    return f"2025-03-{number // 24 + 1:02} {number % 24:02}:20:00"


def name(number: int) -> str:
    return f"Walker of part {number}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=fUsername]", app.user)
    await page.fill("input[name=fPassword]", app.secret)
    await follow(page, "[type=submit]")


async def mailboxes(page: Page, app: Application, domain: str) -> None:
    await _log_in(page, app)
    await follow(page, "td a:text-is('Overview')")
    await follow(page, f"a:text-is('{domain}')")
    await turn(page, "a:has(img[alt='Next Page']) >> nth=0")


async def log(page: Page, app: Application, domain: str) -> None:
    await _log_in(page, app)
    await follow(page, "td a:text-is('View Log')")
    async with page.expect_navigation():
        await page.select_option("select[name=fDomain]", domain)


def of_domain(_: Application, domain: str) -> Sequence[Row]:
    return [(address(n), name(n)) for n in range(WALKERS) if domain_of(n) == domain]


def of_log(_: Application, domain: str) -> Sequence[Row]:
    return [(moment(n), address(n)) for n in range(LINES) if domain_of(n) == domain][-12:]


_INPUTS = ({"domain": DOMAINS[0]}, {"domain": DOMAINS[1]})
_HOME = "/login.php"

EXHIBIT = Exhibit(
    "postfixadmin",
    "an administration of mail in PHP",
    postfixadmin,
    (
        Workflow("mailboxes", mailboxes, _INPUTS, {"domain": DOMAINS[2]}, of_domain, _HOME),
        Workflow("log", log, _INPUTS, {"domain": DOMAINS[2]}, of_log, _HOME),
    ),
)
