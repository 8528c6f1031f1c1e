"""LightSquid, in Perl by CGI, as Debian packages it: what a proxy's users asked for, by month, day, user and site."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, copied, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow, read_two

MONTHS = ("Jan", "Feb", "Mar")
DAYS, USERS, SITES = 9, 22, 40
_NEEDED = r"lib(nettle|pcre2|xxhash|crypt|lua)\d*\S*|libcgi-pm-perl|libhtml-parser-perl|libhtml-tagset-perl|liburi-perl"


@contextlib.contextmanager
def lightsquid(folder: Path) -> Iterator[Application]:
    """Reports of three months, made of a proxy's log."""
    if shutil.which("perl") is None:
        raise NotInstallableError("there is no perl: apt install perl")
    root = unpacked("lightsquid", *with_dependencies(_NEEDED, "lightsquid", "lighttpd", "libcgi-pm-perl"))
    program = folder / "program"
    copied(root / "usr/share/lightsquid", program)
    for each in (root / "usr/lib/cgi-bin/lightsquid").glob("*.cgi"):
        shutil.copy(each, program)
    for name in ("report", "log"):
        (folder / name).mkdir()
    settings = (root / "etc/lightsquid/lightsquid.cfg").read_text()
    places = {"cfg": program, "tpl": program / "tpl", "lang": program / "lang", "ip2name": program / "ip2name"}
    places |= {"report": folder / "report", "log": folder / "log"}
    for name, place in places.items():
        settings = re.sub(rf"(?m)^\${name}path .*$", f'${name}path = "{place}";', settings)
    (program / "lightsquid.cfg").write_text(settings)
    (program / "realname.cfg").write_text("".join(f"{user(n)}\tWalker of part {n}\n" for n in range(USERS)))
    (program / "group.cfg").write_text("".join(f"{user(n)}\t0{n % 3 + 1}\tGroup {n % 3 + 1}\n" for n in range(USERS)))
    (folder / "log/access.log").write_text("".join(lines()))
    modules = {"PERL5LIB": f"{root}/usr/share/perl5:{next(root.rglob('perl5/5.*'))}", "TZ": "UTC"}
    subprocess.run(
        ["perl", "lightparser.pl"],
        check=True,
        capture_output=True,
        cwd=program,
        env={"PATH": "/usr/bin:/bin", **modules},
    )
    with served_by_cgi(root, folder, "/lightsquid/index.cgi", {"/lightsquid/": program}, modules) as app:
        yield app


def user(number: int) -> str:
    return f"walker{number:02}"


def site(number: int) -> str:
    return f"part{number:02}.hills.test"


def asked(month: int, day: int, number: int, of_site: int) -> int:
    """How often a user asked for a site on a day."""
    return 1 + (number * 5 + of_site * 3 + day + month) % 4 if (number + of_site + day * 2 + month) % 7 == 0 else 0


def size(number: int, of_site: int) -> int:
    """Of each answer, in bytes."""
    return 1000 + number * 37 + of_site * 11


def lines() -> Iterator[str]:
    """What the proxy wrote, in its own format."""
    for month in range(len(MONTHS)):
        for day in range(1, DAYS + 1):
            second = int(datetime(2019, month + 1, day, 9, tzinfo=timezone.utc).timestamp())
            for number in range(USERS):
                for of_site in range(SITES):
                    for _ in range(asked(month, day, number, of_site)):
                        second += 1
                        told = f"TCP_MISS/200 {size(number, of_site)} GET http://{site(of_site)}/"
                        yield f"{second}.000 12 10.0.0.{number} {told} {user(number)} DIRECT/10.9.9.9 text/html\n"


async def day(page: Page, _: Application, day: str) -> None:
    await follow(page, f"a:text-is('{day} Mar 2019')")


async def users(page: Page, _: Application, day: str) -> None:
    await follow(page, f"a:text-is('{day} Mar 2019')")
    await read_two(page, "td a[href*=user_detail]", 1, 4)


async def sites(page: Page, _: Application, month: str) -> None:
    await follow(page, f"a:text-is('{month}')")
    await follow(page, "a[href*='topsites.cgi'][href*='mode=month']")
    await follow(page, "a:text-is('Connect')")


def _counted(number: int) -> str:
    """As the pages write it: large ones in millions of bytes."""
    return f"{number / 1024 / 1024:3.1f} M" if number >= 1024 * 1024 else f"{number:,}".replace(",", " ")


def of_day(_: Application, day: str) -> Sequence[Row]:
    """User, name, how often and how much."""
    month, on = 2, int(day)
    rows = []
    for number in range(USERS):
        counts = [asked(month, on, number, each) for each in range(SITES)]
        much = sum(count * size(number, each) for each, count in enumerate(counts))
        if much:
            rows.append((user(number), f"Walker of part {number}", _counted(sum(counts)), _counted(much)))
    return rows


def of_users(_: Application, day: str) -> Sequence[Row]:
    """Site, how often and how much, of each user."""
    month, on = 2, int(day)
    return [
        (site(each), str(count), _counted(count * size(number, each)))
        for number in range(USERS)
        for each in range(SITES)
        if (count := asked(month, on, number, each))
    ]


def of_month(_: Application, month: str) -> Sequence[Row]:
    """Site, how often and how much, of all days and users."""
    own = [(on, number) for on in range(1, DAYS + 1) for number in range(USERS)]
    rows = []
    for each in range(SITES):
        counts = [(number, asked(int(month) - 1, on, number, each)) for on, number in own]
        much = sum(count * size(number, each) for number, count in counts)
        rows.append((site(each), _counted(sum(count for _, count in counts)), _counted(much)))
    return rows


_DAYS = ({"day": "03"}, {"day": "07"})
_MARCH = "/lightsquid/index.cgi?year=2019&month=03"

EXHIBIT = Exhibit(
    "lightsquid",
    "reports of a proxy in Perl by CGI",
    lightsquid,
    (
        Workflow("day", day, _DAYS, {"day": "05"}, of_day, _MARCH),
        Workflow("users", users, _DAYS, {"day": "05"}, of_users, _MARCH),
        Workflow("sites", sites, ({"month": "01"}, {"month": "03"}), {"month": "02"}, of_month, _MARCH),
    ),
)
