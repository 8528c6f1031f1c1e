"""ikiwiki, in Perl, as Debian packages it: a blog as files, with lists of what has a tag."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, read_two

TAGS = ("windmill", "footbridge", "quarry")
POSTS = 42
_NEEDED = r"lib(html|json|cgi|regexp|text-markdown|uri|yaml|timedate|xml|markdown|rpc)\S*"


@contextlib.contextmanager
def ikiwiki(folder: Path) -> Iterator[Application]:
    """A blog of posts, each with one of three tags."""
    perl = shutil.which("perl")
    if perl is None:
        raise NotInstallableError("there is no perl: apt install perl")
    root = unpacked("ikiwiki", *with_dependencies(_NEEDED, "ikiwiki", "libtimedate-perl", "libxml-simple-perl"))
    source, pages = folder / "source", folder / "pages"
    (source / "posts").mkdir(parents=True)
    shutil.copytree(root / "usr/share/ikiwiki/examples/blog", source, dirs_exist_ok=True)
    for example in (source / "posts").iterdir():
        example.unlink()
    for number in range(POSTS):
        (source / f"posts/post{number:02}.mdwn").write_text(post(number))
    url = f"http://127.0.0.1:{free_port(folder)}"
    shared = root / "usr/share/ikiwiki"
    make = [perl, root / "usr/bin/ikiwiki", source, pages, "--set", "wikiname=Walks", "--tagbase=tags"]
    make += [f"--templatedir={shared / 'templates'}", f"--underlaydir={shared / 'basewiki'}"]
    make += ["--set", f"underlaydirbase={shared}", "--plugin", "goodstuff", "--plugin", "sidebar"]
    make += ["--set", "html5=1", "--set", "timeformat=%Y-%m-%d %H:%M"]
    make += ["--rss", f"--url={url}"]
    places = [root / "usr/share/perl5", *root.rglob("perl5/5.*")]
    environment = {**os.environ, "PERL5LIB": ":".join(map(str, places)), "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    environment["LD_LIBRARY_PATH"] = ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))
    subprocess.run(make, check=True, capture_output=True, cwd=folder, env=environment)
    serve = [sys.executable, "-m", "http.server", url.rpartition(":")[2], "--bind", "127.0.0.1", "--directory", pages]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def title(number: int) -> str:
    return f"Walk {number} to a {TAGS[number % 3]}"


def writer(number: int) -> str:
    return f"Walker {number * 5 % 17}"


def told(number: int) -> str:
    return f"Who has seen mark {number * 31} beside road {number * 7}?"


def post(number: int) -> str:
    head = f'[[!meta title="{title(number)}"]]\n[[!meta author="{writer(number)}"]]\n'
    when = f'[[!meta date="2025-03-{number % 28 + 1:02} {number % 24:02}:20"]]\n'
    return f"{head}{when}{told(number)}\n\n[[!tag {TAGS[number % 3]}]]\n"


async def tagged(page: Page, _: Application, tag: str) -> None:
    await follow(page, f"a:text-is('{tag}') >> nth=0")


async def read(page: Page, _: Application, tag: str) -> None:
    await follow(page, f"a:text-is('{tag}') >> nth=0")
    await read_two(page, ".archivepage > a", 1, 4)


def _about(tag: str) -> list[int]:
    return [number for number in range(POSTS) if TAGS[number % 3] == tag]


def listed(_: Application, tag: str) -> Sequence[Row]:
    return [(title(number), writer(number)) for number in _about(tag)]


def opened(_: Application, tag: str) -> Sequence[Row]:
    return [(title(number), told(number)) for number in _about(tag)]


_INPUTS = ({"tag": TAGS[0]}, {"tag": TAGS[2]})

EXHIBIT = Exhibit(
    "ikiwiki",
    "a blog in Perl",
    ikiwiki,
    (
        Workflow("tagged", tagged, _INPUTS, {"tag": TAGS[1]}, listed),
        Workflow("read", read, _INPUTS, {"tag": TAGS[1]}, opened),
    ),
)
