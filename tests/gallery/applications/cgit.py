"""cgit, in C by CGI behind lighttpd, as Debian packages them: a log with a search, on pages by how many came before."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..repository import Repository
from ..workflow import Exhibit, Row, Workflow, follow, turn

WALKS = Repository(720)
_NEEDED = r"liblua5\.1-0$|lib(nettle|pcre2|xxhash|crypt)\d*\S*"


@contextlib.contextmanager
def cgit(folder: Path) -> Iterator[Application]:
    """One repository with three branches of many changes."""
    root = unpacked("cgit", *with_dependencies(_NEEDED, "cgit", "lighttpd"))
    places = folder / "places"
    WALKS.make(places)
    (folder / "cgitrc").write_text(f"css=/static/cgit.css\nlogo=/static/cgit.png\nscan-path={places}\ncache-size=0\n")
    url = f"http://127.0.0.1:{free_port(folder)}"
    shared, modules = root / "usr/share/cgit", next((root / "usr/lib").rglob("mod_cgi.so")).parent
    libraries = ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))
    (folder / "www").mkdir()
    (folder / "lighttpd.conf").write_text(
        f"""
server.document-root = "{folder / "www"}"
server.bind = "127.0.0.1"
server.port = {url.rpartition(":")[2]}
server.modules = ("mod_setenv", "mod_alias", "mod_cgi")
alias.url = ("/static/" => "{shared}/", "/cgit.cgi" => "{root}/usr/lib/cgit/cgit.cgi")
setenv.set-environment = ("CGIT_CONFIG" => "{folder}/cgitrc", "PATH" => env.PATH, "LD_LIBRARY_PATH" => "{libraries}")
cgi.assign = (".cgi" => "")
mimetype.assign = (".css" => "text/css", ".js" => "text/javascript", ".png" => "image/png")
"""
    )
    serve = [root / "usr/sbin/lighttpd", "-D", "-f", folder / "lighttpd.conf", "-m", modules]
    with served(serve, f"{url}/cgit.cgi/", folder, {"LD_LIBRARY_PATH": libraries}):
        yield Application(url, "", "", folder)


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
