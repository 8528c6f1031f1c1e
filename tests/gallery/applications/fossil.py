"""Fossil, version control with a site of its own, in C, as Debian packages it: a timeline and a search."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..repository import Repository
from ..workflow import Exhibit, Row, Workflow, follow

WALKS = Repository(270, who="walker{}", mail="{}")
_SETTINGS = """
INSERT OR REPLACE INTO config(name, value, mtime) VALUES('search-ci', 1, now()), ('search-tkt', 1, now());
UPDATE user SET cap = 'hjorzv' WHERE login = 'nobody';
"""


@contextlib.contextmanager
def fossil(folder: Path) -> Iterator[Application]:
    """One repository with three branches of many changes, and an index of their words."""
    root = unpacked("fossil", *with_dependencies(r"fossil$|libfuse2|libtcl8\.6", "fossil"))
    program = root / "usr/bin/fossil"
    libraries = {str(each.parent) for each in root.rglob("*.so*")}
    own = {"LD_LIBRARY_PATH": ":".join(sorted(libraries)), "HOME": str(folder), "USER": "keeper"}

    def run(*words: str, given: str = "") -> str:
        command = [program, *words]
        environment = {**os.environ, **own}
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, cwd=folder, env=environment, input=given
        )
        return done.stdout

    run("import", "--git", "--force", "walks.fossil", given=WALKS.stream)
    run("sql", "-R", "walks.fossil", given=_SETTINGS)
    run("fts-config", "-R", "walks.fossil", "index", "on")
    (folder / "titles.txt").write_text(run("sql", "-R", "walks.fossil", given=_TITLES))
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [program, "server", "--localhost", "--port", url.rpartition(":")[2], "walks.fossil"]
    with served(serve, url, folder, own):
        yield Application(url, "", "", folder)


_TITLES = """.mode list
SELECT comment, 'Check-in [' || substr(uuid, 1, 16) || '] on ' || datetime(event.mtime) AS title
FROM event JOIN blob ON blob.rid = event.objid WHERE type = 'ci' AND comment LIKE 'Tell of%';
"""


async def search(page: Page, app: Application, thing: str) -> None:
    await page.goto(f"{app.url}/search")
    await page.fill("input[name=s]", thing)
    await page.select_option("select[name=y]", "c")
    await follow(page, "input[type=submit][value=Search]")


async def branch(page: Page, app: Application, name: str) -> None:
    await page.goto(f"{app.url}/brlist")
    await follow(page, f"a:text-is('{name}') >> nth=0")
    await page.fill("input[name=n]", "500")
    async with page.expect_navigation():
        await page.press("input[name=n]", "Enter")


def found(app: Application, thing: str) -> Sequence[Row]:
    told = (line.split("|") for line in (app.folder / "titles.txt").read_text().splitlines())
    return [(title,) for comment, title in told if thing in comment]


def of_branch(_: Application, name: str) -> Sequence[Row]:
    return [(subject,) for subject, _ in WALKS.of_branch(name)]


EXHIBIT = Exhibit(
    "fossil",
    "version control in C",
    fossil,
    (
        Workflow("search", search, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, found),
        Workflow("branch", branch, ({"name": "hills"}, {"name": "woods"}), {"name": "shore"}, of_branch),
    ),
)
