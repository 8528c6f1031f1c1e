"""MailDev from npm: the letters that programs send, in a page that a script fills."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
PLACES = ("north", "south", "west", "east", "valley", "hill", "island", "shore", "forest")
LETTERS = 330
_BEGAN = datetime(2026, 3, 1, 8, tzinfo=timezone.utc)


@contextlib.contextmanager
def maildev(folder: Path) -> Iterator[Application]:
    """Letters about three things."""
    program = installed_from_npm("maildev", maildev="3.0.0") / "maildev"
    url = f"http://127.0.0.1:{free_port(folder)}"
    post = folder / "post"
    post.mkdir()
    for number in range(LETTERS):
        (post / f"{number * 7919 % 65536:04x}walk.eml").write_bytes(letter(number).as_bytes())
    where = ["--smtp", str(free_port(post)), "--ip", "127.0.0.1", "--web", url.rpartition(":")[2]]
    kept = ["--web-ip", "127.0.0.1", "--mail-directory", post]
    with served([program, *where, *kept], url, folder):
        yield Application(url, "", "", folder)


def subject(number: int) -> str:
    return f"Of the {THINGS[number % 3]} at the {PLACES[number // 3 % 9]}, question {number}"


def body(number: int) -> str:
    return f"Who has seen number {number} on a hill?"


def letter(number: int) -> EmailMessage:
    made = EmailMessage()
    made["Subject"] = subject(number)
    made["From"] = f"walker{number * 5 % 17}@example.org"
    made["To"] = "keeper@example.org"
    made["Date"] = format_datetime(_BEGAN + timedelta(hours=number))
    made["Message-ID"] = f"<walk.{number}@example.org>"
    made.set_content(body(number) + "\n")
    return made


_ENTRIES = "[data-testid=email-list-item]"


async def _ask(page: Page, word: str) -> None:
    await page.locator(_ENTRIES).first.wait_for()
    async with page.expect_response(lambda answer: "search=" in answer.url):
        await page.fill("[data-testid=search-input]", word)
    await page.wait_for_timeout(1000)


async def search(page: Page, _: Application, word: str) -> None:
    await _ask(page, word)
    await page.locator(_ENTRIES).first.hover()
    for _each in range(30):
        await page.mouse.wheel(0, 1500)
        await page.wait_for_timeout(150)


async def letters(page: Page, _: Application, word: str) -> None:
    await _ask(page, word)
    for place in (1, 3):
        async with page.expect_response(lambda answer: "/api/email/" in answer.url and "summary" not in answer.url):
            await page.locator(_ENTRIES).nth(place).click()
        await page.wait_for_timeout(1000)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(subject(n),) for n in range(LETTERS) if THINGS[n % 3] == word]


def read(_: Application, word: str) -> Sequence[Row]:
    return [(subject(n), body(n)) for n in range(LETTERS) if PLACES[n // 3 % 9] == word]


EXHIBIT = Exhibit(
    "maildev",
    "letters in a script's page",
    maildev,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("letters", letters, ({"word": "valley"}, {"word": "island"}), {"word": "forest"}, read),
    ),
)
