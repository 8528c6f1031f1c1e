"""A form of Gradio from PyPI: what is asked for goes into a queue, and what comes of it is told as events."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

KINDS = ("granite", "marble", "slate", "basalt")
BLOCKS = 60
_SERVE = """
import sys
import gradio

port, count, *kinds = sys.argv[1:]
def blocks(kind):
    found = [n for n in range(int(count)) if kinds[n % len(kinds)] == kind]
    return [[f"Block {n} of {kind}", str(n * 397 % 5003 + 100), f"Yard {n // 4 % 7}"] for n in found]

def told(kind):
    entry = "<article><h3>{}</h3><p>{} kg</p><i>{}</i></article>"
    return "".join(entry.format(*block) for block in blocks(kind))

with gradio.Blocks(analytics_enabled=False, title="Blocks") as page:
    word = gradio.Textbox(label="Kind of stone")
    button = gradio.Button("Find")
    table = gradio.Dataframe(headers=["Name", "Weight", "Yard"], label="Blocks")
    button.click(blocks, word, table)
    choice = gradio.Radio(kinds, label="Stone")
    text = gradio.HTML()
    choice.change(told, choice, text)
page.launch(server_name="127.0.0.1", server_port=int(port), share=False, quiet=True)
"""


@contextlib.contextmanager
def gradio(folder: Path) -> Iterator[Application]:
    """Blocks of four kinds of stone."""
    python = installed("gradio", "gradio>=5,<6") / "python"
    url = f"http://127.0.0.1:{free_port(folder)}"
    quiet = {"GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_OFFLINE": "1"}
    with served([python, "-c", _SERVE, url.rpartition(":")[2], str(BLOCKS), *KINDS], url, folder, quiet):
        yield Application(url, "", "", folder)


async def table(page: Page, _: Application, stone: str) -> None:
    await page.get_by_label("Kind of stone").fill(stone)
    await page.click("button:has-text('Find')")
    await page.locator(f"td:has-text('of {stone}')").first.wait_for()


async def told(page: Page, _: Application, stone: str) -> None:
    await page.get_by_label(stone, exact=True).click()
    await page.locator(f"article:has-text('of {stone}')").first.wait_for()


def of_kind(_: Application, stone: str) -> Sequence[Row]:
    return [_row(n) for n in range(BLOCKS) if KINDS[n % 4] == stone]


def told_of(_: Application, stone: str) -> Sequence[Row]:
    return [(name, f"{weight} kg", yard) for name, weight, yard in map(_row, range(BLOCKS)) if stone in name]


def _row(number: int) -> tuple[str, str, str]:
    return f"Block {number} of {KINDS[number % 4]}", str(number * 397 % 5003 + 100), f"Yard {number // 4 % 7}"


EXHIBIT = Exhibit(
    "gradio",
    "answers told as events",
    gradio,
    (
        Workflow("table", table, ({"stone": "granite"}, {"stone": "slate"}), {"stone": "marble"}, of_kind),
        Workflow("told", told, ({"stone": "slate"}, {"stone": "basalt"}), {"stone": "granite"}, told_of),
    ),
)
