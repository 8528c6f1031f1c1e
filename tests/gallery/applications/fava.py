"""Fava from PyPI: accounts of money; a front end in JavaScript over an API in JSON, with filters in the address."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

SHOPS = ("Baker", "Grocer", "Butcher")
ENTRIES = 60


@contextlib.contextmanager
def fava(folder: Path) -> Iterator[Application]:
    """A ledger of what was bought at three shops."""
    lines = ['option "title" "Practice"', "2024-01-01 open Assets:Cash EUR", "2024-01-01 open Expenses:Food EUR"]
    for number in range(ENTRIES):
        day = f"2024-{number % 12 + 1:02}-{number % 28 + 1:02}"
        lines.append(f'{day} * "{SHOPS[number % 3]}" "Bought part {number}"')
        lines += [f"  Expenses:Food  {number + 1}.20 EUR", "  Assets:Cash"]
    (folder / "ledger.beancount").write_text("\n".join(lines) + "\n")
    url = f"http://127.0.0.1:{free_port(folder)}"
    program = installed("fava", "fava>=1.30,<2", "beancount>=3") / "fava"
    with served([program, "--host", "127.0.0.1", "-p", url.rpartition(":")[2], "ledger.beancount"], url, folder):
        yield Application(url, "", "", folder)


async def filter_payee(page: Page, _: Application, shop: str) -> None:
    field = page.locator("input[placeholder^='Filter by tag']")
    await field.click()
    await field.press_sequentially(shop)
    async with page.expect_response(lambda answer: "filter=" in answer.url and "/api/" in answer.url):
        await field.press("Enter")


def bought(_: Application, shop: str) -> Sequence[Row]:
    return [(f"Bought part {number}",) for number in range(ENTRIES) if SHOPS[number % 3] in shop]


EXHIBIT = Exhibit(
    "fava",
    "JavaScript over an API in JSON",
    fava,
    (
        Workflow(
            "filter",
            filter_payee,
            ({"shop": 'payee:"Baker"'}, {"shop": 'payee:"Butcher"'}),
            {"shop": 'payee:"Grocer"'},
            bought,
            "/practice/journal/",
        ),
    ),
)
