"""AWStats, pages of statistics in Perl by CGI, as Debian packages it: a month to choose, tables that a word narrows."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow

MONTHS = ("Jan", "Feb", "Mar")
THINGS = ("windmill", "footbridge", "quarry")
VISITS = 900
_NEEDED = r"lib(nettle|pcre2|xxhash|crypt|lua)\d*\S*"
_SETTINGS = """LogFile="{folder}/access.log"
DetailedReportsOnNewWindows=0
LogType=W
LogFormat=1
SiteDomain="walks.example"
HostAliases="localhost 127.0.0.1"
DNSLookup=0
DirData="{folder}/data"
DirCgi="/cgi"
DirIcons="/icon"
DirLang="{folder}/lang"
UseFramesWhenCGI=0
AllowFullYearView=3
Lang="en"
"""


@contextlib.contextmanager
def awstats(folder: Path) -> Iterator[Application]:
    """Statistics of three months of visits."""
    if shutil.which("perl") is None:
        raise NotInstallableError("there is no perl: apt install perl")
    root = unpacked("awstats", *with_dependencies(_NEEDED, "awstats", "lighttpd"))
    program = folder / "cgi" / "awstats.pl"
    program.parent.mkdir()
    shutil.copy(root / "usr/lib/cgi-bin/awstats.pl", program)
    for part in ("lib", "lang", "plugins"):
        shutil.copytree(root / "usr/share/awstats" / part, program.parent / part)
    (folder / "lang").symlink_to(program.parent / "lang")
    (folder / "data").mkdir()
    (program.parent / "awstats.walks.conf").write_text(_SETTINGS.format(folder=folder))
    (folder / "access.log").write_text("".join(f"{line(number)}\n" for number in range(VISITS)))
    update = ["perl", program, "-config=walks", "-update"]
    subprocess.run(update, check=True, capture_output=True, cwd=program.parent)
    icons = root / "usr/share/awstats/icon"
    places = {"/cgi/": program.parent, "/icon/": icons}
    with served_by_cgi(root, folder, "/cgi/awstats.pl?config=walks", places, {}) as app:
        yield app


def month(number: int) -> int:
    return number * 3 // VISITS


def host(number: int) -> str:
    return f"10.{month(number)}.7.{number % (30 + 7 * month(number)) + 1}"


def page(number: int) -> str:
    return f"/{THINGS[number % 3]}/part{number % 45}.html"


def line(number: int) -> str:
    within = number % (VISITS // 3)
    told = f"{within // 24 + 1:02}/{MONTHS[month(number)]}/2025:{within % 24:02}:10:00 +0000"
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0"
    return f'{host(number)} - - [{told}] "GET {page(number)} HTTP/1.1" 200 {1024 * (number % 9 + 1)} "-" "{agent}"'


async def _choose(page: Page, chosen: str) -> None:
    await page.select_option("select[name=month]", label=chosen)
    await page.select_option("select[name=year]", "2025")
    await follow(page, "input[type=submit] >> nth=0")


async def hosts(page: Page, _: Application, chosen: str) -> None:
    await _choose(page, chosen)
    await follow(page, "a[href*='output=allhosts']")


async def pages(page: Page, _: Application, thing: str) -> None:
    await _choose(page, "Feb")
    await follow(page, "a[href*='output=urldetail']")
    await page.fill("input[name=urlfilter]", thing)
    await follow(page, "form[name=FormFilter] input[type=submit]")


def of_hosts(_: Application, chosen: str) -> Sequence[Row]:
    counts = Counter(host(n) for n in range(VISITS) if MONTHS[month(n)] == chosen)
    return [(each, str(count)) for each, count in counts.items()]


def of_pages(_: Application, thing: str) -> Sequence[Row]:
    counts = Counter(page(n) for n in range(VISITS) if month(n) == 1 and thing in page(n))
    return [(each, str(count)) for each, count in counts.items()]


_HOME = "/cgi/awstats.pl?config=walks&month=03&year=2025"

EXHIBIT = Exhibit(
    "awstats",
    "statistics in Perl by CGI",
    awstats,
    (
        Workflow("hosts", hosts, ({"chosen": "Jan"}, {"chosen": "Mar"}), {"chosen": "Feb"}, of_hosts, _HOME),
        Workflow(
            "pages", pages, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, of_pages, _HOME
        ),
    ),
)
