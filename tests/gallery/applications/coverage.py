"""Reports of Coverage.py from PyPI: pages in files, tables that a script sorts, one report for each of three things."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
MODULES = 24
_FUNCTION = """
def {name}(number):
    if number > {bound}:
        return "{name} is far"
    {body}return "{name} is near"
"""


@contextlib.contextmanager
def coverage(folder: Path) -> Iterator[Application]:
    """A report for each of three things, of modules that are in part run."""
    programs = installed("coverage", "coverage==7.6.12")
    (folder / "reports").mkdir()
    for place, thing in enumerate(THINGS):
        source = folder / thing
        source.mkdir()
        for n in range(place, MODULES * 3, 3):
            (source / f"{thing}_{n}.py").write_text("".join(_functions(n)))
        imports = "".join(f"import {thing}_{n}; {thing}_{n}.reach_{n}({n})\n" for n in range(place, MODULES * 3, 3))
        (source / "walk.py").write_text(imports)
        ours = [programs / "coverage", "run", "--omit", "walk.py", "walk.py"]
        subprocess.run(ours, check=True, capture_output=True, cwd=source)
        for words in (["html", "-d", folder / "reports" / thing, "--title", f"Of the {thing}"], ["json"]):
            subprocess.run([programs / "coverage", *words], check=True, capture_output=True, cwd=source)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder / "reports"]
    with served([*serve, url.rpartition(":")[2]], url, folder):
        yield Application(url, "", "", folder)


def _functions(number: int) -> Iterator[str]:
    for place in range(number % 3 + 2):
        name = f"reach_{number}" if not place else f"cross_{number}_{place}"
        body = "".join(f"number += {line}\n    " for line in range(number % 5))
        yield _FUNCTION.format(name=name, bound=number * 7 % 40, body=body)


async def _open(page: Page, thing: str) -> None:
    await follow(page, f"a:text-is('{thing}/')")


async def files(page: Page, _: Application, thing: str) -> None:
    await _open(page, thing)


async def functions(page: Page, _: Application, thing: str) -> None:
    await _open(page, thing)
    await follow(page, "a.button:text-is('Functions')")


async def details(page: Page, _: Application, thing: str) -> None:
    await _open(page, thing)
    await read_two(page, "td.name a", 2, 5)


def _measured(app: Application, thing: str) -> dict[str, dict]:
    return json.loads((app.folder / thing / "coverage.json").read_text())["files"]


def _counts(summary: dict) -> Row:
    names = ("num_statements", "missing_lines", "excluded_lines")
    return (*(str(summary[name]) for name in names), f"{summary['percent_covered_display']}%")


def in_files(app: Application, thing: str) -> Sequence[Row]:
    return [(name, *_counts(own["summary"])) for name, own in _measured(app, thing).items()]


def in_functions(app: Application, thing: str) -> Sequence[Row]:
    return [
        (name, function or "(no function)", *_counts(own["summary"]))
        for name, each in _measured(app, thing).items()
        for function, own in each["functions"].items()
    ]


def in_details(app: Application, thing: str) -> Sequence[Row]:
    return [(name, f"{own['summary']['percent_covered_display']}%") for name, own in _measured(app, thing).items()]


_INPUTS = ({"thing": "windmill"}, {"thing": "quarry"})
EXHIBIT = Exhibit(
    "coverage",
    "reports on tests",
    coverage,
    (
        Workflow("files", files, _INPUTS, {"thing": "footbridge"}, in_files),
        Workflow("functions", functions, _INPUTS, {"thing": "footbridge"}, in_functions),
        Workflow("details", details, _INPUTS, {"thing": "footbridge"}, in_details),
    ),
)
