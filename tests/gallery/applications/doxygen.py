"""Pages that Debian's doxygen has made of classes in C++: of a namespace its classes, of a class its members."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
CLASSES = 54
_BESIDE = r"lib(clang|LLVM|llvm|xapian|z3|edit|bsd|xml2|md0|icu)"
_ASKED = """
PROJECT_NAME = Sights
INPUT = sources
FILE_PATTERNS = *.hpp
GENERATE_LATEX = NO
HAVE_DOT = NO
QUIET = YES
EXTRACT_ALL = YES
HTML_TIMESTAMP = NO
"""


@contextlib.contextmanager
def doxygen(folder: Path) -> Iterator[Application]:
    """The documentation of a namespace for each of three things."""
    root = unpacked("doxygen", *with_dependencies(_BESIDE, "doxygen"))
    (folder / "sources").mkdir(exist_ok=True)
    for number in range(CLASSES):
        thing, name = _named(number)
        members = "\n".join(f"    /// {brief}\n    {kind} {called} const;" for kind, called, brief in _members(number))
        (folder / f"sources/{thing}_{name.lower()}.hpp").write_text(
            f"namespace {thing}\n{{\n/// {_told(number)}\nclass {name}\n{{\n  public:\n{members}\n}};\n}}\n"
        )
    (folder / "Doxyfile").write_text(_ASKED)
    program, libraries = root / "usr/bin/doxygen", root / "usr/lib/x86_64-linux-gnu"
    beside = f"{libraries}:{root}/usr/lib/llvm-14/lib"
    subprocess.run([program], check=True, capture_output=True, cwd=folder, env={"LD_LIBRARY_PATH": beside})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [sys.executable, "-m", "http.server", url.rpartition(":")[2], "--bind", "127.0.0.1", "-d", "html"]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def _named(number: int) -> tuple[str, str]:
    return THINGS[number % 3], f"Part{number}"


def _told(number: int) -> str:
    thing, name = _named(number)
    return f"The {name.lower()} of a {thing}, which weighs {number * 7 + 3} tons."


def _members(number: int) -> list[Row]:
    """Of each function the kind of its answer, how it is called, and what is told of it."""
    kinds = ("int", "double", "bool")
    return [
        (kinds[n % 3], f"of_{n}(int walker{n})", f"What walker {n} knows about part {number}.")
        for n in range(4 + number % 7)
    ]


async def classes(page: Page, _: Application, namespace: str) -> None:
    await page.click("#main-menu a:has-text('Namespaces')")
    await follow(page, "#main-menu a:text-is('Namespace List')")
    await follow(page, f".directory a.el:text-is('{namespace}')")
    await read_two(page, "table.memberdecls td.memItemRight a.el", 1, 4)


async def members(page: Page, _: Application, part: str) -> None:
    await page.click("#main-menu a:text-is('Classes')")
    await follow(page, "#main-menu a:text-is('Class List')")
    await follow(page, f".directory a.el:text-is('{part}')")


def of_namespace(_: Application, namespace: str) -> Sequence[Row]:
    own = [n for n in range(CLASSES) if THINGS[n % 3] == namespace]
    return [(f"{namespace}::{_named(n)[1]} Class Reference", _told(n)) for n in own]


def of_class(_: Application, part: str) -> Sequence[Row]:
    return [(told,) for *_, told in _members(int(part.removeprefix("Part")))]


EXHIBIT = Exhibit(
    "doxygen",
    "documentation of C++",
    doxygen,
    (
        Workflow(
            "classes",
            classes,
            ({"namespace": "windmill"}, {"namespace": "quarry"}),
            {"namespace": "footbridge"},
            of_namespace,
        ),
        Workflow(
            "members",
            members,
            ({"part": "Part18"}, {"part": "Part11"}),
            {"part": "Part34"},
            of_class,
        ),
    ),
)
