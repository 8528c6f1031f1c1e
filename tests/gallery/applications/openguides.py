"""OpenGuides, a guide to a city in Perl by CGI, as Debian packages it: pages of places, an index of them, a search."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow, read_two

KINDS = ("Teashops", "Bakeries", "Bookshops")
STREETS = ("Mill Lane", "Harbour Road", "Castle Street", "Orchard Row")
PLACES = 60
_NEEDED = r"lib.*-perl$|perl-openssl|lighttpd|lib(sqlite3|nettle|lua|pcre2|xxhash)\S*"
_FILL = """
use strict;
use OpenGuides;
use OpenGuides::Config;
my $guide = OpenGuides->new( config => OpenGuides::Config->new( file => "wiki.conf" ) );
while (<STDIN>) {
    chomp;
    my ( $name, $kind, $street, $phone, $opens, $text ) = split /\\t/;
    $guide->wiki->write_node( $name, $text, undef, { username => "Kit", comment => "new", edit_type => "Normal",
        $kind ? ( category => [ $kind ] ) : (), phone => $phone, address => $street, opening_hours_text => $opens } );
}
"""


@contextlib.contextmanager
def openguides(folder: Path) -> Iterator[Application]:
    """Places of three kinds."""
    if shutil.which("perl") is None:
        raise NotInstallableError("there is no perl: apt install perl")
    root = unpacked("openguides", *with_dependencies(_NEEDED, "openguides", "libdbd-sqlite3-perl", "lighttpd"))
    program, url = folder / "guide", f"http://127.0.0.1:{free_port(folder)}"
    shutil.copytree(root / "usr/lib/cgi-bin/openguides", program, ignore=shutil.ignore_patterns("*.conf"))
    (program / "indexes").mkdir()
    settings = (root / "etc/openguides/default/wiki.conf").read_text()
    for before, after in (
        ("/var/lib/openguides/sqlite/default.db", f"{program}/guide.db"),
        ("/var/lib/openguides/indexes/default/", f"{program}/indexes"),
        ("/usr/share/openguides", f"{root}/usr/share/openguides"),
        ("/etc/openguides/default", f"{root}/etc/openguides/default"),
        ("http://localhost/cgi-bin/openguides/", f"{url}/guide/"),
        ("http://localhost/openguides-static", f"{url}/static"),
        ("Default Debian Package OpenGuide", "Places of the town"),
        ("enable_common_categories = 0", "enable_common_categories = 1"),
    ):
        settings = settings.replace(before, after)
    (program / "wiki.conf").write_text(settings)
    modules = [root / "usr/share/perl5", *root.glob("usr/lib/*/perl5/5.*")]
    environment = {"PERL5LIB": ":".join(map(str, modules)), "OPENGUIDES_CONFIG_FILE": f"{program}/wiki.conf"}
    libraries = ":".join(sorted({str(path.parent) for path in root.rglob("*.so*")}))
    own = {**os.environ, **environment, "LD_LIBRARY_PATH": libraries}
    (program / "fill.pl").write_text(_FILL)
    told = "".join("\t".join(line) + "\n" for line in [_home(), *map(_heading, KINDS), *map(_place, range(PLACES))])
    begin = ["perl", root / "usr/bin/openguides-setup-db", "wiki.conf"]
    subprocess.run(begin, check=True, capture_output=True, cwd=program, env=own)
    fill = ["perl", "fill.pl"]
    subprocess.run(fill, check=True, capture_output=True, cwd=program, env=own, input=told.encode())
    places = {"/guide/": program, "/static/": root / "usr/share/openguides/static"}
    with served_by_cgi(root, folder, "/guide/wiki.cgi", places, environment) as app:
        yield app


def _home() -> tuple[str, ...]:
    return "Home", "", "", "", "", " ".join(f"[[Category {kind}]]" for kind in KINDS)


def _heading(kind: str) -> tuple[str, ...]:
    return f"Category {kind}", "Category", "", "", "", f"All that the town has: @INDEX_LINK [[Category {kind}]]"


def _place(number: int) -> tuple[str, ...]:
    return name(number), KINDS[number % 3], address(number), phone(number), opens(number), text(number)


def name(number: int) -> str:
    return f"{('Old', 'New', 'Little')[number // 3 % 3]} {('Lantern', 'Anchor', 'Thistle')[number % 3]} {number + 100}"


def address(number: int) -> str:
    return f"{number % 40 + 1} {STREETS[number // 2 % 4]}"


def phone(number: int) -> str:
    return f"0201 {number * 373 % 90000 + 10000}"


def opens(number: int) -> str:
    return f"From {number % 4 + 7} to {number % 5 + 15}"


def text(number: int) -> str:
    return f"Known for its {('scones', 'honey cakes', 'maps')[number // 4 % 3]} since {1850 + number}."


async def listed(page: Page, _: Application, kind: str) -> None:
    await follow(page, f"#maincontent > p a:text-is('{kind}')")
    await follow(page, "#content_text a:has-text('View all pages')")


async def read(page: Page, app: Application, kind: str) -> None:
    await listed(page, app, kind)
    await read_two(page, "ol.index_node_list a", 3, 8)


async def search(page: Page, _: Application, words: str) -> None:
    await page.fill("#nav_search", words)
    await follow(page, "#navbar_search input[type=submit]")


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [(name(n),) for n in range(PLACES) if kind == f"Category {KINDS[n % 3]}"]


def told_of(_: Application, kind: str) -> Sequence[Row]:
    return [
        (name(n), address(n), phone(n), opens(n), text(n)) for n in range(PLACES) if kind == f"Category {KINDS[n % 3]}"
    ]


def found(_: Application, words: str) -> Sequence[Row]:
    """All on one page: what it finds equally well comes in another order each time, so that pages overlap."""
    return [(name(n),) for n in range(PLACES) if words in name(n)]


_INPUTS = ({"kind": "Category Teashops"}, {"kind": "Category Bookshops"})
_OTHER = {"kind": "Category Bakeries"}
_WORDS = ({"words": "Old Lantern"}, {"words": "New Thistle"})
_HOME = "/guide/wiki.cgi"

EXHIBIT = Exhibit(
    "openguides",
    "a guide to a city in Perl",
    openguides,
    (
        Workflow("listed", listed, _INPUTS, _OTHER, of_kind, _HOME),
        Workflow("read", read, _INPUTS, _OTHER, told_of, _HOME),
        Workflow("search", search, _WORDS, {"words": "Little Anchor"}, found, _HOME),
    ),
)
