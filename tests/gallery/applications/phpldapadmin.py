"""phpLDAPadmin over OpenLDAP, as Debian packages them: a login, searches by a filter, entries in forms."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
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
from ..workflow import Exhibit, Row, Workflow, follow, read_two

GROUPS = ("windmills", "footbridges", "quarries")
PEOPLE = 66
BASE = "dc=hills,dc=test"
KEEPER, SECRET = f"cn=keeper,{BASE}", "quiet hills please"
_NEEDED = r"lib(ldap|ltdl|odbc|sasl|wrap|argon|perl)\S*|php8\.2-ldap"
_DIRECTORY = """include {root}/etc/ldap/schema/core.schema
include {root}/etc/ldap/schema/cosine.schema
include {root}/etc/ldap/schema/inetorgperson.schema
modulepath {modules}
moduleload back_mdb
pidfile {folder}/slapd.pid
database mdb
suffix "{base}"
rootdn "{keeper}"
rootpw "{secret}"
directory {folder}/data
"""
_SETTINGS = """<?php
$config->custom->session['blowfish'] = 'walks-to-the-windmill-0123456789';
$config->custom->appearance['hide_template_warning'] = true;
$servers = new Datastore();
$servers->newServer('ldap_pla');
$servers->setValue('server', 'name', 'Walks');
$servers->setValue('server', 'host', '127.0.0.1');
$servers->setValue('server', 'port', {port});
$servers->setValue('server', 'base', array('{base}'));
$servers->setValue('login', 'auth_type', 'session');
"""


@contextlib.contextmanager
def phpldapadmin(folder: Path) -> Iterator[Application]:
    """A directory of people in three groups."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml")
    root = unpacked("phpldapadmin", *with_dependencies(_NEEDED, "phpldapadmin", "php8.2-ldap", "slapd"))
    program = folder / "program"
    copied(root / "usr/share/phpldapadmin", program)
    shutil.rmtree(program / "templates", ignore_errors=True)
    shutil.copytree(root / "etc/phpldapadmin/templates", program / "templates")
    (folder / "sessions").mkdir()
    port = free_port(folder / "data")
    (program / "config/config.php").write_text(_SETTINGS.format(port=port, base=BASE))
    libraries = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    php = ["php", "-d", "display_errors=0", "-d", f"extension={next(root.rglob('ldap.so'))}"]
    php += ["-d", f"session.save_path={folder}/sessions"]
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [*php, "-S", url.removeprefix("http://"), "-t", program / "htdocs"]
    with directory(root, folder, port, libraries), served(serve, f"{url}/index.php", folder, libraries):
        yield Application(url, KEEPER, SECRET, folder)


@contextlib.contextmanager
def directory(root: Path, folder: Path, port: int, libraries: dict[str, str]) -> Iterator[None]:
    """Serve the people by LDAP."""
    (folder / "data").mkdir()
    modules = next(root.rglob("back_mdb.so*")).parent
    told = {"root": root, "modules": modules, "folder": folder, "base": BASE, "keeper": KEEPER, "secret": SECRET}
    (folder / "slapd.conf").write_text(_DIRECTORY.format(**told))
    (folder / "people.ldif").write_text("\n".join(entries()))
    program = root / "usr/sbin/slapd"
    (folder / "slapadd").symlink_to(program)
    fill = [folder / "slapadd", "-f", folder / "slapd.conf", "-l", folder / "people.ldif"]
    subprocess.run(fill, check=True, capture_output=True, env=libraries)
    serve = [program, "-d", "0", "-h", f"ldap://127.0.0.1:{port}", "-f", folder / "slapd.conf"]
    with running(serve, folder, libraries, log="directory.log"):
        yield


def entries() -> Iterator[str]:
    yield f"dn: {BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Walks\ndc: hills\n"
    for group in GROUPS:
        yield f"dn: ou={group},{BASE}\nobjectClass: organizationalUnit\nou: {group}\n"
    for number in range(PEOPLE):
        yield (
            f"dn: uid={key(number)},ou={group_of(number)},{BASE}\nobjectClass: inetOrgPerson\nuid: {key(number)}\n"
            f"cn: {name(number)}\nsn: Part {number}\nmail: {mail(number)}\ntelephoneNumber: {telephone(number)}\n"
            f"description: Sees to the {group_of(number)}\n"
        )


def key(number: int) -> str:
    return f"w{number:03}"


def group_of(number: int) -> str:
    return GROUPS[number % 3]


def name(number: int) -> str:
    return f"Walker of part {number}"


def mail(number: int) -> str:
    return f"walker{number}@hills.test"


def telephone(number: int) -> str:
    return f"+1 555 {1000 + number * 37 % 900}"


async def _show(page: Page, selector: str) -> None:
    """Click what a script shows within the page."""
    async with page.expect_response(lambda answer: "meth=ajax" in answer.url):
        await page.click(selector)


async def _search(page: Page, app: Application, sought: str, layout: str = "") -> None:
    await _show(page, "a:has-text('login')")
    await page.fill("input[name=login]", app.user)
    await page.fill("input[name=login_pass]", app.secret)
    await follow(page, "input[type=submit][name=submit]")
    await _show(page, "a:has-text('search')")
    await page.fill("input[name=filter]", sought)
    if layout:
        await page.select_option("select[name=format]", label=layout)
        await page.fill("input[name=display_attrs]", "cn,sn,uid,mail")  # others fail in a table
    await follow(page, "input[type=submit][name=search]")


async def listed(page: Page, app: Application, sought: str) -> None:
    await _search(page, app, sought)


async def search(page: Page, app: Application, sought: str) -> None:
    await _search(page, app, sought, "table")


async def read(page: Page, app: Application, sought: str) -> None:
    await _search(page, app, sought)
    await read_two(page, "tr.list_title a", 1, 4)


def _about(sought: str) -> list[int]:
    return [number for number in range(PEOPLE) if group_of(number) in sought]


def found(_: Application, sought: str) -> Sequence[Row]:
    """Name and key, which the results show by themselves."""
    return [(name(n), f"Part {n}", key(n), telephone(n)) for n in _about(sought)]


def found_in_table(_: Application, sought: str) -> Sequence[Row]:
    """What was asked for."""
    return [(name(n), f"Part {n}", key(n), mail(n)) for n in _about(sought)]


def opened(_: Application, sought: str) -> Sequence[Row]:
    return [(name(n), mail(n), telephone(n)) for n in _about(sought)]


_INPUTS = ({"sought": "description=*windmills"}, {"sought": "description=*quarries"})
_OTHER = {"sought": "description=*footbridges"}
_HOME = "/index.php"

EXHIBIT = Exhibit(
    "phpldapadmin",
    "a directory in PHP",
    phpldapadmin,
    (
        Workflow("listed", listed, _INPUTS, _OTHER, found, _HOME),
        Workflow("search", search, _INPUTS, _OTHER, found_in_table, _HOME),
        Workflow("read", read, _INPUTS, _OTHER, opened, _HOME),
    ),
)
