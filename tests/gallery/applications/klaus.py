"""Klaus from PyPI: repositories of Git, with a history in pages and a page for each change."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

PROJECTS = ("bridge", "engine", "lantern")
CHANGES = 47


def subject(project: str, number: int) -> str:
    return f"Mend part {number} of the {project}"


@contextlib.contextmanager
def klaus(folder: Path) -> Iterator[Application]:
    """Three repositories, each with a history of some pages."""
    for project in PROJECTS:
        subprocess.run(["git", "init", "-q", "-b", "main", project], check=True, cwd=folder)
        stream = [f"blob\nmark :1\ndata 3\n{project[:2]}\n"]
        for number in range(CHANGES):
            text, when = subject(project, number), 1_700_000_000 + 3600 * number
            who = f"Reader {number % 3} <reader@example.test> {when} +0000"
            stream.append(
                f"commit refs/heads/main\nauthor {who}\ncommitter {who}\ndata {len(text)}\n{text}\n"
                f"M 100644 :1 part-{number}.txt\n"
            )
        written = "\n".join(stream).encode()
        subprocess.run(["git", "fast-import", "--quiet"], check=True, cwd=folder / project, input=written)
    url = f"http://127.0.0.1:{free_port(folder)}"
    program = installed("klaus", "klaus>=3") / "klaus"
    places = [folder / project for project in PROJECTS]
    with served([program, "--host", "127.0.0.1", "--port", url.rpartition(":")[2], *places], url, folder):
        yield Application(url, "", "", folder)


async def history(page: Page, _: Application, project: str) -> None:
    await follow(page, f"a[href='/{project}/']")
    await turn(page, "div.history div.pagination >> nth=0 >> a >> text=/^\\s*»/")


def subjects(_: Application, project: str) -> Sequence[Row]:
    return [(subject(project, number), f"Reader {number % 3}") for number in range(CHANGES)]


EXHIBIT = Exhibit(
    "klaus",
    "repositories of Git",
    klaus,
    (Workflow("history", history, ({"project": "bridge"}, {"project": "engine"}), {"project": "lantern"}, subjects),),
)
