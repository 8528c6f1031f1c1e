"""Blosxom, a weblog in Perl by CGI, as Debian packages it: days with posts below them, by folder and by month."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
MONTHS = {"March 2021": 1_614_600_000, "April 2021": 1_617_300_000, "May 2021": 1_619_900_000}
POSTS = 45
_NEEDED = r"lib(cgi-pm-perl|html-parser-perl|pcre2|nettle|xxhash|crypt|lua)\d*\S*"
_HEAD = """<html><head><title>$blog_title</title></head><body><h1>$blog_title</h1>
<p>LINKS</p>"""


@contextlib.contextmanager
def blosxom(folder: Path) -> Iterator[Application]:
    """Posts on three things, of three months."""
    root = unpacked("blosxom", *with_dependencies(_NEEDED, "blosxom", "lighttpd", "libcgi-pm-perl"))
    written = folder / "written"
    for number in range(POSTS):
        place = written / f"{THINGS[number % 3]}s" / f"post{number}.txt"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"{title(number)}\n<p>{body(number)}</p>\n")
        when = list(MONTHS.values())[number // 3 % 3] + number * 40_000
        os.utime(place, (when, when))
    months = [f'<a href="$url/2021/{number:02}/">{name}</a>' for number, name in enumerate(MONTHS, 3)]
    (written / "head.html").write_text(_HEAD.replace("LINKS", " | ".join(months)))
    (folder / "blosxom.conf").write_text(f'$datadir = "{written}"; $num_entries = 60; $blog_title = "Walks"; 1;\n')
    libraries = [root / "usr/share/perl5", *root.glob("usr/lib/*/perl5/*")]
    program = folder / "blog.cgi"
    told = f"BLOSXOM_CONFIG_FILE={folder}/blosxom.conf PERL5LIB={':'.join(map(str, libraries))}"
    program.write_text(f"#!/bin/sh\nTZ=UTC {told} exec perl {root}/usr/lib/cgi-bin/blosxom\n")
    program.chmod(0o755)
    with served_by_cgi(root, folder, "/blog", {"/blog": program}, {}) as app:
        yield app


def title(number: int) -> str:
    return f"Of the {THINGS[number % 3]}, part {number}"


def body(number: int) -> str:
    return f"The {THINGS[number % 3]} was seen by {number} walkers."


async def in_folder(page: Page, _: Application, place: str) -> None:
    await follow(page, f"a:text-matches('^/?{place}$') >> nth=0")


def of_folder(_: Application, place: str) -> Sequence[Row]:
    return [(title(n), body(n)) for n in range(POSTS) if place == f"{THINGS[n % 3]}s"]


def of_month(_: Application, place: str) -> Sequence[Row]:
    return [(title(n), body(n)) for n in range(POSTS) if list(MONTHS)[n // 3 % 3] == place]


EXHIBIT = Exhibit(
    "blosxom",
    "a weblog in Perl by CGI",
    blosxom,
    (
        Workflow(
            "folder",
            in_folder,
            ({"place": "windmills"}, {"place": "quarrys"}),
            {"place": "footbridges"},
            of_folder,
            "/blog",
        ),
        Workflow(
            "month",
            in_folder,
            ({"place": "March 2021"}, {"place": "May 2021"}),
            {"place": "April 2021"},
            of_month,
            "/blog",
        ),
    ),
)
