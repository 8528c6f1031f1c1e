"""Roundup, a tracker from PyPI: issues in tables with groups, a search, a login with a token in a side bar."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

ISSUES = 180
THINGS = ("windmill", "footbridge", "quarry")
_SERVE = """
import sys
from wsgiref.simple_server import make_server
from roundup import instance, password
from roundup.cgi.wsgi_handler import RequestDispatcher

home, port, secret, issues, things = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), sys.argv[5:]
database = instance.open(home).open("admin")
secret = password.Password(secret, config=database.config)
database.user.create(username="reader", password=secret, roles="User", address="reader@example.test")
for number in range(issues):
    thing = things[number % len(things)]
    message = database.msg.create(content=f"What was seen, part {number}.", author="1", recipients=[])
    title = f"Report {number} on the {thing}"
    database.issue.create(title=title, priority=str(number % 5 + 1), messages=[message], status=str(number % 4 + 1))
database.commit()
database.close()
make_server("127.0.0.1", port, RequestDispatcher(home)).serve_forever()
"""


@contextlib.contextmanager
def roundup(folder: Path) -> Iterator[Application]:
    """A tracker with issues about three things."""
    programs = installed("roundup", "roundup>=2.4")
    port, secret = free_port(folder), "quiet & please"
    url = f"http://127.0.0.1:{port}"
    settings = f"mail_domain=example.test,mail_host=localhost,tracker_web={url}/"
    admin = [programs / "roundup-admin", "-i", "tracker"]
    subprocess.run([*admin, "install", "classic", "sqlite", settings], check=True, capture_output=True, cwd=folder)
    subprocess.run([*admin, "initialise", "for tests"], check=True, capture_output=True, cwd=folder)
    serve = [programs / "python", "-c", _SERVE, "tracker", str(port), secret, str(ISSUES), *THINGS]
    with served(serve, url, folder):
        yield Application(url, "reader", secret, folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("#search-text", word)
    await follow(page, "#submit")
    await turn(page, "a >> text=/^next/")


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=__login_name]", app.user)
    await page.fill("input[name=__login_password]", app.secret)
    await follow(page, ".userblock input[type=submit]")


async def search_and_open(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.fill("#search-text", word)
    await follow(page, "#submit")
    await read_two(page, "main a[href^=issue]:has-text('Report')", 1, 4)


def found_issues(_: Application, word: str) -> Sequence[Row]:
    return [
        (str(number + 1), f"Report {number} on the {word}") for number in range(ISSUES) if THINGS[number % 3] == word
    ]


def titles(_: Application, word: str) -> Sequence[Row]:
    numbers = [number for number in range(ISSUES) if THINGS[number % 3] == word]
    by_priority = sorted(numbers, key=lambda number: (number % 5, number))
    return [(f"Report {number} on the {word}",) for number in by_priority[:50]]


EXHIBIT = Exhibit(
    "roundup",
    "a tracker",
    roundup,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found_issues),
        Workflow(
            "details", search_and_open, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, titles
        ),
    ),
)
