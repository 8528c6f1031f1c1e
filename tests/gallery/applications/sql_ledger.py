"""SQL-Ledger in Perl by CGI on PostgreSQL, as Debian packages it: frames behind a login, reports after a long form."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg
from playwright.async_api import FrameLocator, Page

from scrapy_bt.testing.postgres import PostgresServer, PostgresStartError

from ..application import Application, NotInstallableError, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow

NAMES = ("Fjord Nets", "Alder Mills", "Gate & Sons")
TOWNS = ("Göteborg", "Málaga", "Saint-Étienne", "Cork")
COUNTRIES = ("Sweden", "Spain", "France", "Ireland")
FIRST = ("Zoë", "Bo", "Chloé", "Iñaki", "Ann")
CUSTOMERS = 204
_NEEDED = r"lib.*-perl$|perl-openssl|lighttpd|lib(pq5|ldap|sasl2|nettle|lua|pcre2|xxhash)\S*"
_SCHEMA = ("Pg-tables", "Pg-functions", "Default-chart", "Mimetype", "Pg-indices")
_MEMBERS = """[root login]
password=

[keeper@postgres]
acs=
charset=UTF8
company=Walks
dateformat=yyyy-mm-dd
dbconnect=dbi:Pg:dbname=postgres;host=127.0.0.1;port={port}
dbdriver=Pg
dbhost=127.0.0.1
dbname=postgres
dbport={port}
dbuser=postgres
name=Ada Keeper
numberformat=1,000.00
password={coded}
stylesheet=sql-ledger.css
templates=templates/postgres
timeout=86400
vclimit=1000
menuwidth=155

"""


@contextlib.contextmanager
def sql_ledger(folder: Path) -> Iterator[Application]:
    """Customers of three names in four towns, and what is sold to them."""
    if shutil.which("perl") is None:
        raise NotInstallableError("there is no perl: apt install perl")
    root = unpacked("sql_ledger", *with_dependencies(_NEEDED, "sql-ledger", "libdbd-pg-perl", "lighttpd"))
    program, user, secret = folder / "ledger", "keeper", "Quiet-please-1"
    shutil.copytree(root / "usr/share/sql-ledger", program, symlinks=True)
    for name in ("css", "spool", "users"):
        (program / name).unlink(missing_ok=True)
        shutil.copytree(root / "var/lib/sql-ledger" / name, program / name)
    for path in program.glob("*.pl"):
        path.write_text(path.read_text().replace("/usr/share/sql-ledger", str(program)))
    (program / "sql-ledger.conf").unlink(missing_ok=True)
    shutil.copy(program / "sql-ledger.conf.default", program / "sql-ledger.conf")
    coding = ["perl", "-e", "print crypt($ARGV[0], 'ke')", secret]
    coded = subprocess.run(coding, check=True, capture_output=True, text=True).stdout
    modules = [root / "usr/share/perl5", *root.glob("usr/lib/*/perl5/5.*")]
    with contextlib.ExitStack() as stack:
        try:
            database = stack.enter_context(PostgresServer())
        except PostgresStartError as error:
            raise NotInstallableError(str(error)) from error
        (program / "users" / "members").write_text(_MEMBERS.format(port=database.port, coded=coded))
        _fill(database.url, program / "sql")
        environment = {"PERL5LIB": ":".join(map(str, modules))}
        places = {"/ledger/": program}
        app = stack.enter_context(served_by_cgi(root, folder, "/ledger/login.pl", places, environment))
        yield Application(app.url, user, secret, folder)


def _fill(url: str, schema: Path) -> None:
    with psycopg.connect(url, autocommit=True) as store:
        for name in _SCHEMA:
            for command in _commands((schema / f"{name}.sql").read_text(encoding="latin-1")):
                store.execute(command.encode())
        defaults = (("company", "Walks"), ("version", "3.2.1"), ("roundchange", "0.01"))
        store.cursor().executemany("INSERT INTO defaults VALUES (%s, %s)", defaults)
        store.execute("INSERT INTO employee (login, name, sales) VALUES ('keeper', 'Ada Keeper', true)")
        told = "INSERT INTO customer (id, name, customernumber, phone, email, notes, curr, creditlimit, startdate)"
        rows = [(n + 1000, *customer(n), "USD", n * 100, f"2024-0{n % 9 + 1}-1{n % 10}") for n in range(CUSTOMERS)]
        store.cursor().executemany(f"{told} VALUES ({', '.join(['%s'] * 9)})", rows)
        told = "INSERT INTO address (trans_id, address1, city, country) VALUES (%s, %s, %s, %s)"
        places = [(n + 1000, f"{n * 7 % 89 + 1} Mill Lane", town(n), COUNTRIES[n // 3 % 4]) for n in range(CUSTOMERS)]
        store.cursor().executemany(told, places)
        told = "INSERT INTO contact (trans_id, firstname, lastname) VALUES (%s, %s, %s)"
        store.cursor().executemany(told, [(n + 1000, *contact(n)) for n in range(CUSTOMERS)])
        store.execute("ALTER ROLE postgres SET client_encoding = 'SQL_ASCII'")  # it writes what it reads as it is


def _commands(text: str) -> Iterator[str]:
    """The commands of a script: a function ends with its language."""
    held = ""
    for line in text.splitlines():
        if line.startswith("--"):
            continue
        held += f"{line}\n"
        is_function = "function" in held.lower() and "language" not in held.lower()
        if line.rstrip().endswith(";") and not is_function:
            yield held
            held = ""


def customer(number: int) -> tuple[str, str, str, str, str]:
    name = f"{NAMES[number % 3]} {number * 37 % 997}"
    phone = "" if number % 7 == 3 else f"555 {number * 53 % 9000 + 1000}"
    return name, f"C{number * 11 % 997 + 1000}", phone, f"c{number}@nets.test", f"Asks for lot {number % 41}"


def town(number: int) -> str:
    return TOWNS[number // 3 % 4]


def contact(number: int) -> tuple[str, str]:
    return FIRST[number % 5], f"Ågren-{chr(65 + number % 26)}{number * 31 % 89}"


def _menu(page: Page) -> FrameLocator:
    return page.frame_locator("frame[name=acc_menu]")


def _main(page: Page) -> FrameLocator:
    return page.frame_locator("frame[name=main_window]")


async def _look_for(page: Page, app: Application, field: str, word: str) -> None:
    await page.fill("input[name=login]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("input[type=submit] >> nth=0")
    await _menu(page).locator("text='Customers' >> nth=0").click()
    await _menu(page).locator("text='Reports' >> visible=true >> nth=0").click()
    await _menu(page).locator("a[href*='ct.pl'][href*='action=search'][href*='db=customer']").click()
    for shown in ("customernumber", "city"):
        await _main(page).locator(f"input[name=l_{shown}]").check()
    await _main(page).locator(f"input[name={field}]").fill(word)
    await _main(page).locator("input[value=Continue]").click()
    await _listed(page)


async def _listed(page: Page) -> None:
    await _main(page).locator("tr[class^=listrow] a[href*='action=edit']").first.wait_for()
    await page.wait_for_timeout(400)


async def search(page: Page, app: Application, word: str) -> None:
    await _look_for(page, app, "name", word)


async def ordered(page: Page, app: Application, town: str) -> None:
    """Those of a town, by their addresses of mail."""
    await _look_for(page, app, "city", town)
    await _main(page).locator("a.listheading:has-text('E-mail')").click()
    await page.wait_for_timeout(1500)
    await _listed(page)


async def details(page: Page, app: Application, word: str) -> None:
    await _look_for(page, app, "name", word)
    for place in (1, 5):
        await _main(page).locator(f"tr[class^=listrow] a[href*='action=edit'] >> nth={place}").click()
        await _main(page).locator("input[name=customernumber]").wait_for()
        await page.wait_for_timeout(400)
        if place == 1:
            await page.evaluate("history.back()")
            await _listed(page)


def _row(n: int) -> Row:
    name, key, phone, mail, _ = customer(n)
    return tuple(filter(None, (name, key, town(n), *contact(n), phone, mail)))


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(n) for n in range(CUSTOMERS) if word in customer(n)[0]]


def of_town(_: Application, town: str) -> Sequence[Row]:
    return [_row(n) for n in range(CUSTOMERS) if TOWNS[n // 3 % 4] == town]


def opened(_: Application, word: str) -> Sequence[Row]:
    told = [(customer(n), n) for n in range(CUSTOMERS) if word in customer(n)[0]]
    return [(name, key, town(n), *contact(n), notes) for (name, key, _, _, notes), n in told]


_NAMES = ({"word": NAMES[0]}, {"word": NAMES[2]})
_TOWNS = ({"town": TOWNS[0]}, {"town": TOWNS[3]})
_HOME = "/ledger/login.pl"

EXHIBIT = Exhibit(
    "sql_ledger",
    "accounts in Perl, frames and long forms",
    sql_ledger,
    (
        Workflow("search", search, _NAMES, {"word": NAMES[1]}, found, _HOME),
        Workflow("ordered", ordered, _TOWNS, {"town": TOWNS[1]}, of_town, _HOME),
        Workflow("details", details, _NAMES, {"word": NAMES[1]}, opened, _HOME),
    ),
)
