"""cgit, in C by CGI behind lighttpd, as Debian packages them: a log with a search, on pages by how many came before."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..repository import Repository
from ..workflow import Exhibit, Row, Workflow, follow, turn

WALKS = Repository(720)
_NEEDED = r"liblua5\.1-0$|lib(nettle|pcre2|xxhash|crypt)\d*\S*"


@contextlib.contextmanager
def cgit(folder: Path) -> Iterator[Application]:
    """One repository with three branches of many changes."""
    root = unpacked("cgit", *with_dependencies(_NEEDED, "cgit", "lighttpd"))
    repositories = folder / "places"
    WALKS.make(repositories)
    (folder / "cgitrc").write_text(
        f"css=/static/cgit.css\nlogo=/static/cgit.png\nscan-path={repositories}\ncache-size=0\n"
    )
    places = {"/static/": root / "usr/share/cgit", "/cgit.cgi": root / "usr/lib/cgit/cgit.cgi"}
    with served_by_cgi(root, folder, "/cgit.cgi/", places, {"CGIT_CONFIG": f"{folder}/cgitrc"}) as app:
        yield app


async def search(page: Page, _: Application, thing: str) -> None:
    await follow(page, "a:text-is('walks.git')")
    await follow(page, "a:text-is('log') >> nth=0")
    await page.fill("input[name=q]", thing)
    await follow(page, "input[type=submit][value=search]")
    await turn(page, "ul.pager a:text-is('[next]')")


async def branch(page: Page, _: Application, name: str) -> None:
    await follow(page, "a:text-is('walks.git')")
    await follow(page, f"td a:text-is('{name}')")
    await turn(page, "ul.pager a:text-is('[next]')")


def found(_: Application, thing: str) -> Sequence[Row]:
    return WALKS.found(thing)


def of_branch(_: Application, name: str) -> Sequence[Row]:
    return WALKS.of_branch(name)


_INPUTS = ({"thing": "windmill"}, {"thing": "quarry"})
_HOME = "/cgit.cgi/"

EXHIBIT = Exhibit(
    "cgit",
    "a repository in C by CGI",
    cgit,
    (
        Workflow("search", search, _INPUTS, {"thing": "footbridge"}, found, _HOME),
        Workflow("branch", branch, ({"name": "hills"}, {"name": "woods"}), {"name": "shore"}, of_branch, _HOME),
    ),
)
