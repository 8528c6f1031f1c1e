"""Gitweb, in Perl by CGI behind lighttpd, as Debian packages them: parameters parted by `;`, rows with few classes."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked, with_dependencies
from ..repository import Repository
from ..workflow import Exhibit, Row, Workflow, follow, turn

WALKS = Repository(960)
_NEEDED = r"lib(cgi|html|http|uri|encode|timedate|lwp|clone|io-html)\S*-perl|lib(nettle|pcre2|xxhash|crypt)\d*\S*"


@contextlib.contextmanager
def gitweb(folder: Path) -> Iterator[Application]:
    """One repository with three branches of many changes."""
    if shutil.which("perl") is None:
        raise NotInstallableError("there is no perl")
    root = unpacked("gitweb", *with_dependencies(_NEEDED, "lighttpd", "libcgi-pm-perl", "git"))
    places = folder / "places"
    WALKS.make(places)
    (folder / "gitweb.conf").write_text(
        f"$projectroot = '{places}'; $projects_list = $projectroot; $feature{{'search'}}{{'default'}} = [1];\n"
        "$feature{'timed'}{'default'} = [0];\n"
    )
    url = f"http://127.0.0.1:{free_port(folder)}"
    shared, modules = root / "usr/share", _modules(root)
    paths = f"{shared}/perl5:{':'.join(map(str, (root / 'usr/lib').glob('*/perl5/*')))}"
    (folder / "lighttpd.conf").write_text(
        f"""
server.document-root = "{_made(folder / "www")}"
server.bind = "127.0.0.1"
server.port = {url.rpartition(":")[2]}
server.modules = ("mod_setenv", "mod_alias", "mod_cgi")
alias.url = ("/static/" => "{shared}/gitweb/static/", "/gitweb.cgi" => "{shared}/gitweb/gitweb.cgi")
setenv.set-environment = ("GITWEB_CONFIG" => "{folder}/gitweb.conf", "PERL5LIB" => "{paths}", "PATH" => env.PATH)
cgi.assign = (".cgi" => "{shutil.which("perl")}")
mimetype.assign = (".css" => "text/css", ".js" => "text/javascript", ".png" => "image/png")
"""
    )
    serve = [root / "usr/sbin/lighttpd", "-D", "-f", folder / "lighttpd.conf", "-m", modules]
    libraries = {"LD_LIBRARY_PATH": str(modules.parent)}
    with served(serve, f"{url}/gitweb.cgi", folder, libraries):
        yield Application(url, "", "", folder)


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _modules(root: Path) -> Path:
    return next((root / "usr/lib").rglob("mod_cgi.so")).parent


async def search(page: Page, _: Application, thing: str) -> None:
    await follow(page, "table.project_list a.list >> nth=0")
    await page.select_option("select[name=st]", "commit")
    await page.fill("input[name=s]", thing)
    async with page.expect_navigation():
        await page.press("input[name=s]", "Enter")
    await turn(page, "a:text-is('next') >> nth=0")


async def branch(page: Page, _: Application, name: str) -> None:
    await follow(page, "table.project_list a.list >> nth=0")
    await follow(page, f"table.heads tr:has(a.name:text-is('{name}')) a:text-is('shortlog')")
    await turn(page, "a:text-is('next') >> nth=0")


def found(_: Application, thing: str) -> Sequence[Row]:
    return WALKS.found(thing)


def of_branch(_: Application, name: str) -> Sequence[Row]:
    return WALKS.of_branch(name)


EXHIBIT = Exhibit(
    "gitweb",
    "a repository in Perl by CGI",
    gitweb,
    (
        Workflow(
            "search",
            search,
            ({"thing": "windmill"}, {"thing": "quarry"}),
            {"thing": "footbridge"},
            found,
            "/gitweb.cgi",
        ),
        Workflow("branch", branch, ({"name": "hills"}, {"name": "woods"}), {"name": "shore"}, of_branch, "/gitweb.cgi"),
    ),
)
