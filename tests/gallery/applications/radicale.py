"""Radicale from PyPI: calendars and address books, which a script draws from what PROPFIND answers in XML."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
COLLECTIONS = 24
_ASKED = """
[server]
hosts = 127.0.0.1:{port}
[auth]
type = htpasswd
htpasswd_filename = users
htpasswd_encryption = plain
[storage]
filesystem_folder = data
"""


@contextlib.contextmanager
def radicale(folder: Path) -> Iterator[Application]:
    """Three keepers, each with calendars of their own."""
    program = installed("radicale", "radicale==3.5.4") / "radicale"
    secret = "quiet & please"
    (folder / "users").write_text("".join(f"{_keeper(thing)}:{secret}\n" for thing in THINGS))
    for number in range(COLLECTIONS):
        place = folder / f"data/collection-root/{_keeper(THINGS[number % 3])}/walks-{number}"
        place.mkdir(parents=True, exist_ok=True)
        own = {
            "tag": "VCALENDAR",
            "D:displayname": _title(number),
            "C:calendar-description": f"It is walked on day {number} of the month.",
            "C:supported-calendar-component-set": "VEVENT",
        }
        (place / ".Radicale.props").write_text(json.dumps(own))
    url = f"http://127.0.0.1:{free_port(folder)}"
    (folder / "asked.conf").write_text(_ASKED.format(port=url.rpartition(":")[2]))
    with served([program, "-C", "asked.conf"], url, folder):
        yield Application(url, "", secret, folder)


def _keeper(thing: str) -> str:
    return f"{thing}-keeper"


def _title(number: int) -> str:
    return f"Walks to {THINGS[number % 3]} {number}"


async def calendars(page: Page, app: Application, keeper: str) -> None:
    await page.fill("#loginscene input[type=text]", keeper)
    await page.fill("#loginscene input[type=password]", app.secret)
    await page.click("#loginscene form[data-name=form] button")
    await page.wait_for_selector("#collectionsscene article:not(.hidden) [data-name=title]:has-text('Walks')")


def kept(_: Application, keeper: str) -> Sequence[Row]:
    own = [n for n in range(COLLECTIONS) if _keeper(THINGS[n % 3]) == keeper]
    return [(_title(n), f"It is walked on day {n} of the month.") for n in own]


EXHIBIT = Exhibit(
    "radicale",
    "calendars by WebDAV",
    radicale,
    (
        Workflow(
            "calendars",
            calendars,
            ({"keeper": "windmill-keeper"}, {"keeper": "quarry-keeper"}),
            {"keeper": "footbridge-keeper"},
            kept,
            home="/.web/",
        ),
    ),
)
