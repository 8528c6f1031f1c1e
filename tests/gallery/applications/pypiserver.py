"""pypiserver from PyPI: an index of packages as `pip` reads it, a link a line, and the files of each behind it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
PARTS = ("sails", "rails", "ladders", "stairs", "gates")


def files() -> Iterator[tuple[str, str]]:
    """The names of packages, each with the name of one of its files."""
    for n in range(15):
        name = f"{THINGS[n % 3]}_{PARTS[n % 5]}"
        for version in range(3 + n % 4 * 3):
            yield name.replace("_", "-"), f"{name}-{n}.{version}.tar.gz"
            if version % 2:
                yield name.replace("_", "-"), f"{name}-{n}.{version}-py3-none-any.whl"


@contextlib.contextmanager
def pypiserver(folder: Path) -> Iterator[Application]:
    """Parts of three things, in several versions."""
    program = installed("pypiserver", "pypiserver>=2.3") / "pypi-server"
    (folder / "packages").mkdir()
    for _, file in files():
        (folder / "packages" / file).write_text(f"This is {file}.")
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [program, "run", "-i", "127.0.0.1", "-p", url.rpartition(":")[2], "--disable-fallback", "packages"]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


async def of_package(page: Page, _: Application, package: str) -> None:
    await follow(page, "a:has-text('simple')")
    await follow(page, f"a:text-is('{package}')")


async def of_all(page: Page, _: Application) -> None:
    await follow(page, "a:has-text('simple')")
    await read_two(page, "a", 1, 4)


def offered(_: Application, package: str) -> Sequence[Row]:
    return [(file,) for name, file in files() if name == package]


def all_offered(_: Application) -> Sequence[Row]:
    return [(file,) for _, file in files()]


EXHIBIT = Exhibit(
    "pypiserver",
    "an index of packages",
    pypiserver,
    (
        Workflow(
            "package",
            of_package,
            ({"package": "windmill-sails"}, {"package": "quarry-gates"}),
            {"package": "footbridge-ladders"},
            offered,
        ),
        Workflow("all", of_all, ({}, {}), {}, all_offered),
    ),
)
