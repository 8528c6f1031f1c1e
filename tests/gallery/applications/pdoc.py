"""Pages that pdoc has made of modules in Python, from PyPI: members of a module, and a search by its own script."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

MODULES = ("looms", "kilns", "presses", "lathes")
MADE_OF = ("timber", "granite", "copper")
FUNCTIONS = 60


@contextlib.contextmanager
def pdoc(folder: Path) -> Iterator[Application]:
    """Functions of four modules, each on one of three materials."""
    program = installed("pdoc", "pdoc==16.0.0") / "pdoc"
    package = folder / "workshop"
    package.mkdir()
    (package / "__init__.py").write_text('"""What a workshop has."""\n')
    for at, module in enumerate(MODULES):
        own = [number for number in range(FUNCTIONS) if number % 4 == at]
        functions = [
            f'def {_name(number)}(size: int) -> int:\n    """{_doc(number)}"""\n    return size\n' for number in own
        ]
        (package / f"{module}.py").write_text("\n\n".join([f'"""All about {module}."""\n', *functions]))
    made = [program, "-o", folder / "site", "workshop"]
    subprocess.run([str(word) for word in made], check=True, cwd=folder, capture_output=True)
    url = f"http://127.0.0.1:{free_port(folder)}"
    listen = [url.rpartition(":")[2], "--bind", "127.0.0.1", "--directory", folder / "site"]
    with served([sys.executable, "-m", "http.server", *listen], url, folder):
        yield Application(url, "", "", folder)


def _name(number: int) -> str:
    return f"step_{number}_of_{MODULES[number % 4]}"


def _doc(number: int) -> str:
    return f"Takes {MADE_OF[number % 3]} {number * 7 % 97} times."


async def members(page: Page, _: Application, module: str) -> None:
    await follow(page, f"nav a:has-text('{module}')")


async def searched(page: Page, _: Application, word: str) -> None:
    await page.wait_for_load_state("networkidle")
    await page.type("input[type=search]", word, delay=30)
    await page.locator(f".search-result:has-text('{word}')").first.wait_for()
    await page.wait_for_load_state("networkidle")


def of_module(_: Application, module: str) -> Sequence[Row]:
    return [(_name(n), _doc(n)) for n in range(FUNCTIONS) if MODULES[n % 4] == module]


def found(_: Application, word: str) -> Sequence[Row]:
    return [(_name(n), _doc(n)) for n in range(FUNCTIONS) if MADE_OF[n % 3] == word]


EXHIBIT = Exhibit(
    "pdoc",
    "documentation with a search in the browser",
    pdoc,
    (
        Workflow(
            "members",
            members,
            ({"module": "looms"}, {"module": "presses"}),
            {"module": "kilns"},
            of_module,
            "/workshop.html",
        ),
        Workflow(
            "searched",
            searched,
            ({"word": "timber"}, {"word": "copper"}),
            {"word": "granite"},
            found,
            "/workshop.html",
        ),
    ),
)
