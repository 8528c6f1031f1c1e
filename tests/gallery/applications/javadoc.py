"""Pages that Java's javadoc makes of sources: tables that are grids of `div`s, and details of each class."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

PLACES = ("harbour", "meadow", "tower")
CLASSES = 30
_VERBS = ("climb", "drain", "enter", "light", "mend", "paint")


@contextlib.contextmanager
def javadoc(folder: Path) -> Iterator[Application]:
    """Classes in three packages."""
    if not (program := shutil.which("javadoc")):
        raise NotInstallableError("javadoc comes with a Java development kit, and there is none")
    for number in range(CLASSES):
        place = folder / "src/org/coast" / _place(number) / f"{_name(number)}.java"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(_source(number))
    for name in PLACES:
        told = f"/** All that is done at the {name}. */\npackage org.coast.{name};\n"
        (folder / "src/org/coast" / name / "package-info.java").write_text(told)
    packages = [f"org.coast.{name}" for name in PLACES]
    make = [program, "-quiet", "-author", "-d", "shown", "-sourcepath", "src", *packages]
    subprocess.run(make, check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [sys.executable, "-m", "http.server", url.rpartition(":")[2], "--bind", "127.0.0.1", "-d", "shown"]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def _place(number: int) -> str:
    return PLACES[number % 3]


def _name(number: int) -> str:
    return f"Keeper{number * 7 % 97}"


def _author(number: int) -> str:
    return f"Warden {number * 5 % 13}"


def _told(number: int) -> str:
    return f"Looks after part {number} of the {_place(number)}."


def _acts(number: int) -> Sequence[Row]:
    """What comes back, how it is called, and what is said of it."""
    kinds = ("int", "void", "boolean")
    return [
        (kinds[n % 3], f"{_VERBS[n]}{n * number % 7}(int steps)", f"Does as rule {n * 31 + number} says.")
        for n in range(3 + number % 4)
    ]


def _source(number: int) -> str:
    backs = {"int": "return steps;", "void": "", "boolean": "return true;"}
    acts = "".join(
        f"/** {told} More of it. */ public {kind} {call} {{ {backs[kind]} }}\n" for kind, call, told in _acts(number)
    )
    return (
        f"package org.coast.{_place(number)};\n/** {_told(number)} Since long.\n * @author {_author(number)}\n"
        f" * @since {number % 9 + 1}.0\n */\npublic class {_name(number)} {{\n"
        f"/** Makes one. */ public {_name(number)}() {{}}\n{acts}}}\n"
    )


async def methods(page: Page, _: Application, name: str) -> None:
    await follow(page, f"#all-classes-table a:text-is('{name}')")


async def classes(page: Page, _: Application, place: str) -> None:
    await follow(page, f"a:text-is('org.coast.{place}')")
    await read_two(page, "#class-summary a", 0, 2)


def of_class(_: Application, name: str) -> Sequence[Row]:
    return next(_acts(n) for n in range(CLASSES) if _name(n) == name)


def of_package(_: Application, place: str) -> Sequence[Row]:
    return [(f"Class {_name(n)}", _author(n), f"{n % 9 + 1}.0") for n in range(CLASSES) if _place(n) == place]


EXHIBIT = Exhibit(
    "javadoc",
    "documentation of Java",
    javadoc,
    (
        Workflow(
            "methods",
            methods,
            ({"name": _name(4)}, {"name": _name(14)}),
            {"name": _name(23)},
            of_class,
            "/allclasses-index.html",
        ),
        Workflow("classes", classes, ({"place": "harbour"}, {"place": "tower"}), {"place": "meadow"}, of_package),
    ),
)
