"""The server of Python's own pydoc: a search in all modules, and a page for each, whose parts are tables."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
WORDS = ("visit", "paint", "mend", "measure", "leave")
PARTS = 36
_SERVE = """
import sys, pydoc, threading
sys.path[:] = [sys.argv[1], *(each for each in sys.path if each)]
pydoc._start_server(pydoc._url_handler, "127.0.0.1", int(sys.argv[2]))
threading.Event().wait()
"""


@contextlib.contextmanager
def pydoc_server(folder: Path) -> Iterator[Application]:
    """Modules about three things."""
    modules = folder / "modules"
    modules.mkdir()
    for number in range(PARTS):
        lines = [f'"""{synopsis(number)}"""\n']
        for place, word in enumerate(WORDS):
            lines.append(f'def {word}_{number}(times={place}):\n    """{told(word, number)}"""\n')
        (modules / f"walk{number}.py").write_text("\n".join(lines))
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([sys.executable, "-I", "-c", _SERVE, modules, url.rpartition(":")[2]], url, folder):
        yield Application(url, "", "", folder)


def synopsis(number: int) -> str:
    return f"All about the {THINGS[number % 3]}, part {number}."


def told(word: str, number: int) -> str:
    return f"Asks to {word} the {THINGS[number % 3]} behind road {number * 7}."


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=key] >> nth=1", word)
    await follow(page, "input[value=Search]")


async def functions(page: Page, _: Application, module: str) -> None:
    await follow(page, f"a:text-is('{module}')")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(f"walk{n}",) for n in range(PARTS) if word in synopsis(n)]


def described(_: Application, module: str) -> Sequence[Row]:
    number = int(module.removeprefix("walk"))
    return [(f"{word}_{number}", told(word, number)) for word in WORDS]


EXHIBIT = Exhibit(
    "pydoc_server",
    "documentation of Python, served",
    pydoc_server,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("functions", functions, ({"module": "walk3"}, {"module": "walk17"}), {"module": "walk22"}, described),
    ),
)
