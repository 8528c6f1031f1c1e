"""Pages that Sphinx has made of modules in Python, in its theme Furo, from PyPI: tables of functions, and these."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
PARTS = 54
_ASKED = """
import sys
sys.path.insert(0, ".")
project, html_theme = "Walks", "furo"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary"]
autosummary_generate = True
autodoc_default_options = {"members": True}
"""


@contextlib.contextmanager
def sphinx(folder: Path) -> Iterator[Application]:
    """Modules on three things, each with a table of its functions."""
    program = installed("sphinx", "sphinx==8.1.3", "furo==2024.8.6") / "sphinx-build"
    (folder / "conf.py").write_text(_ASKED)
    contents = "\n".join(f"   {thing}s" for thing in THINGS)
    (folder / "index.rst").write_text(f"Walks\n=====\n\n.. toctree::\n\n{contents}\n")
    for thing in THINGS:
        own = [number for number in range(PARTS) if THINGS[number % 3] == thing]
        functions = (
            f'def {_name(number)}(walker: str, miles: int = {number + 2}) -> bool:\n    """{_told(number)}"""\n'
            for number in own
        )
        (folder / f"{thing}_parts.py").write_text(f'"""Parts of a {thing}."""\n\n\n' + "\n\n".join(functions))
        rows = "\n".join(f"   {thing}_parts.{_name(number)}" for number in own)
        (folder / f"{thing}s.rst").write_text(
            f"{thing.title()}s\n=============\n\n.. autosummary::\n   :toctree: parts\n\n{rows}\n"
        )
    subprocess.run([program, "-q", "-b", "html", ".", "html"], check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [sys.executable, "-m", "http.server", url.rpartition(":")[2], "--bind", "127.0.0.1", "-d", "html"]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def _name(number: int) -> str:
    return f"has_part{number}"


def _told(number: int) -> str:
    return f"Whether a walker has seen part {number} of the {THINGS[number % 3]}."


async def summary(page: Page, _: Application, chapter: str) -> None:
    await follow(page, f".toctree-wrapper a[href='{chapter}']")


async def functions(page: Page, _: Application, chapter: str) -> None:
    await follow(page, f".toctree-wrapper a[href='{chapter}']")
    await read_two(page, "table.autosummary a.reference", 1, 4)


def _of(chapter: str) -> list[int]:
    return [number for number in range(PARTS) if THINGS[number % 3] == chapter.removesuffix("s.html")]


def summed(_: Application, chapter: str) -> Sequence[Row]:
    return [(_told(number),) for number in _of(chapter)]


def described(_: Application, chapter: str) -> Sequence[Row]:
    return [(_told(number),) for number in _of(chapter)]


_TWO = ({"chapter": "windmills.html"}, {"chapter": "quarrys.html"})
EXHIBIT = Exhibit(
    "sphinx",
    "documentation of Python",
    sphinx,
    (
        Workflow("summary", summary, _TWO, {"chapter": "footbridges.html"}, summed),
        Workflow("functions", functions, _TWO, {"chapter": "footbridges.html"}, described),
    ),
)
