"""LDAP Account Manager over OpenLDAP, as Debian packages it: tables of people, narrowed by fields in their heads."""

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
from ..workflow import Exhibit, Row, Workflow, follow

NAMES = ("Northwood", "Southgate", "Easton")
FIRST = ("Ada", "Bert", "Cleo", "Dora", "Emil")
GUILDS = ("millers", "weavers", "coopers", "sawyers")
PEOPLE = 190
BASE = "dc=hills,dc=test"
KEEPER, SECRET = f"cn=keeper,{BASE}", "quiet hills please"
_NEEDED = (
    r"lib(ldap|ltdl|odbc|sasl|wrap|argon|perl)\S*|php8\.2-(ldap|gd|gmp|zip)|libgmp|libzip|lib(gd|xpm|avif|dav1d|de265"
    r"|heif|imagequant|rav1e|svtav1|x265|yuv|gav1|aom|abseil|jbig|tiff|webp|jpeg|deflate|lerc|x11-6|xcb1|xau6|xdmcp6"
    r"|bsd0|md0|png|fontconfig1|freetype6)"
)
_DIRECTORY = """include {root}/etc/ldap/schema/core.schema
include {root}/etc/ldap/schema/cosine.schema
include {root}/etc/ldap/schema/inetorgperson.schema
include {root}/etc/ldap/schema/nis.schema
modulepath {modules}
moduleload back_mdb
pidfile {folder}/slapd.pid
database mdb
suffix "{base}"
rootdn "{keeper}"
rootpw "{secret}"
directory {folder}/data
"""


@contextlib.contextmanager
def lam(folder: Path) -> Iterator[Application]:
    """People of three names, in four guilds."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring php-curl")
    packages = ("ldap-account-manager", "php8.2-ldap", "php8.2-gd", "php8.2-gmp", "php8.2-zip", "slapd")
    root = unpacked("lam", *with_dependencies(_NEEDED, *packages))
    program, port = folder / "program", free_port(folder / "data")
    copied(root / "usr/share/ldap-account-manager", program)
    own = root / "var/lib/ldap-account-manager"
    for name in ("config", "sess", "tmp"):
        shutil.rmtree(program / name, ignore_errors=True)
        shutil.copytree(own / name, program / name, symlinks=True)
    _set_up(program, root, port)
    libraries = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    php = ["php", "-d", "display_errors=0"]
    for extension in ("ldap", "gd", "gmp", "zip"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [*php, "-S", url.removeprefix("http://"), "-t", program]
    with directory(root, folder, port, libraries), served(serve, f"{url}/templates/login.php", folder, libraries):
        yield Application(url, KEEPER, SECRET, folder)


def _set_up(program: Path, root: Path, port: int) -> None:
    """Say where the directory is, and who may look into it."""
    config = program / "config"
    for place in (config / "config.cfg", config / "lam.conf"):
        place.unlink(missing_ok=True)
    shutil.copy(root / "etc/ldap-account-manager/config.cfg", config)
    for kind in ("pdf", "profiles"):
        shutil.copytree(program / "config-samples" / kind, config / kind, dirs_exist_ok=True)
    told = (root / "var/lib/ldap-account-manager/config/unix.sample.conf").read_text()
    for old, new in (
        ("ldap://localhost:389", f"ldap://127.0.0.1:{port}"),
        ("cn=Manager,dc=my-domain,dc=com", KEEPER),
        ("dc=my-domain,dc=com", BASE),
        ("dc=yourdomain,dc=org", BASE),
        ("#uid;#givenName;#sn;#uidNumber;#gidNumber", "#uid;#givenName;#sn;#uidNumber;#mail"),
    ):
        told = told.replace(old, new)
    (config / "lam.conf").write_text(told)


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
    for unit in ("People", "group"):
        yield f"dn: ou={unit},{BASE}\nobjectClass: organizationalUnit\nou: {unit}\n"
    for number, guild in enumerate(GUILDS):
        members = "".join(f"memberUid: {key(n)}\n" for n in range(number, PEOPLE, 29))
        yield (
            f"dn: cn={guild},ou=group,{BASE}\nobjectClass: posixGroup\ncn: {guild}\ngidNumber: {10000 + number}\n"
            f"description: Guild of the {guild}\n{members}"
        )
    for number in range(PEOPLE):
        first, last = FIRST[number % 5], name(number)
        yield (
            f"dn: uid={key(number)},ou=People,{BASE}\nobjectClass: inetOrgPerson\nobjectClass: posixAccount\n"
            f"objectClass: shadowAccount\nuid: {key(number)}\ncn: {first} {last}\ngivenName: {first}\nsn: {last}\n"
            f"mail: {mail(number)}\nuidNumber: {10500 + number}\ngidNumber: {10000 + number % 4}\n"
            f"homeDirectory: /home/{key(number)}\nloginShell: /bin/bash\n"
            f"telephoneNumber: {telephone(number)}\ndescription: {described(number)}\n"
        )


def key(number: int) -> str:
    return f"w{number * 37 % 200:03}"


def name(number: int) -> str:
    return NAMES[number % 3]


def mail(number: int) -> str:
    return f"{FIRST[number % 5].lower()}.{key(number)}@hills.test"


def telephone(number: int) -> str:
    return f"+1 555 {1000 + number * 53 % 900}"


def described(number: int) -> str:
    return f"Sees to gate {number * 11 % 97}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=passwd]", app.secret)
    await follow(page, "button[name=checklogin], input[name=checklogin]")


async def _narrow(page: Page, app: Application, field: str, word: str) -> None:
    await _log_in(page, app)
    await page.fill(f"input[name=filter{field}]", word)
    async with page.expect_navigation():
        await page.press(f"input[name=filter{field}]", "Enter")


async def search(page: Page, app: Application, surname: str) -> None:
    await _narrow(page, app, "sn", surname)
    for number in (2, 3):
        await follow(page, f"a[href*='page={number}']:text-is('{number}') >> nth=0")


async def read(page: Page, app: Application, first: str) -> None:
    """One of the first page, and one of the second."""
    await _narrow(page, app, "givenname", first)
    await follow(page, "td a[title=Edit] >> nth=1")
    await page.go_back()
    await follow(page, "a[href*='page=2']:text-is('2') >> nth=0")
    await follow(page, "td a[title=Edit] >> nth=3")


def found(_: Application, surname: str) -> Sequence[Row]:
    return [(key(n), FIRST[n % 5], name(n), str(10500 + n), mail(n)) for n in range(PEOPLE) if name(n) == surname]


def opened(_: Application, first: str) -> Sequence[Row]:
    numbers = [n for n in range(PEOPLE) if FIRST[n % 5] == first]
    return [(first, name(n), mail(n), telephone(n), described(n)) for n in numbers]


_SURNAMES = ({"surname": "Northwood"}, {"surname": "Southgate"})
_FIRST = ({"first": "Ada"}, {"first": "Dora"})
_HOME = "/templates/login.php"

EXHIBIT = Exhibit(
    "lam",
    "accounts of a directory in PHP",
    lam,
    (
        Workflow("search", search, _SURNAMES, {"surname": "Easton"}, found, _HOME),
        Workflow("read", read, _FIRST, {"first": "Cleo"}, opened, _HOME),
    ),
)
