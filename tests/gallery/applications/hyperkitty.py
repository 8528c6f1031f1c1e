"""HyperKitty, archives of mailing lists in Django, as Mailman has them: threads of a month, a search."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from email.message import EmailMessage
from email.utils import format_datetime
from mailbox import mbox
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

LISTS = ("north@example.org", "south@example.org", "east@example.org")
THINGS = ("windmill", "footbridge", "quarry")
LETTERS = 120
_BEGAN = datetime(2025, 3, 1, 8, tzinfo=timezone.utc)
_SETTINGS = """
from hyperkitty.tests.settings_test import *
from hyperkitty.tests.settings_test import DATABASES, HAYSTACK_CONNECTIONS
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "hyperkitty.tests.urls_test"
DATABASES["default"]["NAME"] = "letters.db"
HAYSTACK_CONNECTIONS["default"] = {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": "index"}
HAYSTACK_SIGNAL_PROCESSOR = "haystack.signals.BaseSignalProcessor"
WSGI_APPLICATION = None
HYPERKITTY_MBOX_EXPORT = False
"""


@contextlib.contextmanager
def hyperkitty(folder: Path) -> Iterator[Application]:
    """Three lists with the letters of a month."""
    program = (
        installed("hyperkitty", "hyperkitty==1.3.12", "django<5.1", "whoosh==2.7.4", "setuptools<80", "pycparser")
        / "python"
    )
    (folder / "own.py").write_text(_SETTINGS)
    own = {"DJANGO_SETTINGS_MODULE": "own", "PYTHONPATH": str(folder), "PYTHONWARNINGS": "ignore"}

    def manage(*words: str) -> None:
        command = [program, "-m", "django", *words]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})

    manage("migrate")
    for place, name in enumerate(LISTS):
        with contextlib.closing(mbox(folder / f"{place}.mbox")) as letters:
            for number in range(place, LETTERS * 3, 3):
                letters.add(letter(name, number))
        manage("hyperkitty_import", "-l", name, "--no-sync-mailman", f"{place}.mbox")
    manage("update_index")
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [program, "-m", "django", "runserver", "--insecure", "--noreload", url.removeprefix("http://")]
    with served(serve, url, folder, own):
        yield Application(url, "", "", folder)


def subject(number: int) -> str:
    return f"Of the {THINGS[number // 3 % 3]}, question {number}"


def writer(number: int) -> str:
    return f"Walker {number * 5 % 17}"


def body(number: int) -> str:
    return f"Who has seen number {number} on a hill?"


def letter(name: str, number: int) -> EmailMessage:
    made = EmailMessage()
    made["Subject"] = subject(number)
    made["From"] = f"{writer(number)} <walker{number * 5 % 17}@example.org>"
    made["To"] = name
    made["Date"] = format_datetime(_BEGAN + timedelta(hours=number))
    made["Message-ID"] = f"<walk.{number}@example.org>"
    made.set_content(f"{body(number)}\n")
    made.set_unixfrom("From walker@example.org Sat Mar 01 08:00:00 2025")
    return made


_THREAD = "a.thread-title:visible"


async def threads(page: Page, app: Application, name: str) -> None:
    await page.goto(f"{app.url}/list/{name}/2025/3/")
    await turn(page, "a[rel=next], li.page-item:not(.disabled) a:has-text('→') >> nth=0")


async def details(page: Page, app: Application, name: str) -> None:
    await page.goto(f"{app.url}/list/{name}/2025/3/")
    await follow(page, f"{_THREAD} >> nth=1")
    await page.go_back()
    await turn(page, "a[rel=next], li.page-item:not(.disabled) a:has-text('→') >> nth=0")
    await follow(page, f"{_THREAD} >> nth=4")


async def search(page: Page, app: Application, thing: str) -> None:
    await page.goto(f"{app.url}/list/{LISTS[0]}/2025/3/")
    await page.fill("input[name=q] >> nth=0", thing)
    async with page.expect_navigation():
        await page.press("input[name=q] >> nth=0", "Enter")
    await turn(page, "li.page-item:not(.disabled) a:has-text('→') >> nth=0")


def of_list(_: Application, name: str) -> Sequence[Row]:
    return [(subject(n), f"by {writer(n)}", body(n)) for n in range(LISTS.index(name), LETTERS * 3, 3)]


def told(_: Application, name: str) -> Sequence[Row]:
    return [(subject(n), writer(n), body(n)) for n in range(LISTS.index(name), LETTERS * 3, 3)]


def found(_: Application, thing: str) -> Sequence[Row]:
    return [(subject(n), f"by {writer(n)}", body(n)) for n in range(0, LETTERS * 3, 3) if thing in subject(n)]


EXHIBIT = Exhibit(
    "hyperkitty",
    "archives of mailing lists in Django",
    hyperkitty,
    (
        Workflow("threads", threads, ({"name": LISTS[0]}, {"name": LISTS[1]}), {"name": LISTS[2]}, of_list),
        Workflow("details", details, ({"name": LISTS[0]}, {"name": LISTS[1]}), {"name": LISTS[2]}, told),
        Workflow("search", search, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, found),
    ),
)
