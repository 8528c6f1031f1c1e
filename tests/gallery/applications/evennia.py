"""Evennia from PyPI, the pages of a game of words: lines of a channel in one block, and topics below headings."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

CHANNELS = ("Market", "Harbour", "Tavern", "Guild")
KINDS = ("Trade", "Sailing", "Cooking")
LINES = 90
TOPICS = 54
_SERVE = """
import sys
import django
django.setup()
import evennia
evennia._init()
from django.core.management import call_command
call_command("runserver", sys.argv[1], "--noreload", "--insecure")
"""
_FILL = """
import sys
import django
django.setup()
import evennia
evennia._init()
from evennia.utils import create
topics, channels, kinds = int(sys.argv[1]), *(a.split(",") for a in sys.argv[2:])
create.create_account("keeper", "keeper@game.example", "quiet & please 77", is_superuser=True)
for name in channels:
    create.create_channel(name, desc=f"What is said at the {name.lower()}", locks="listen:all()")
for n in range(topics):
    create.create_help_entry(f"art {n + 31}", f"How to do it in {n + 4} steps", category=kinds[n % 3])
"""


@contextlib.contextmanager
def evennia(folder: Path) -> Iterator[Application]:
    """A game with channels, on which three people speak in turn, and topics of three kinds."""
    programs = installed("evennia", "evennia==5.0.1", "Django==5.2.19", "setuptools<80")
    subprocess.run([programs / "evennia", "--init", "game"], check=True, capture_output=True, cwd=folder)
    game = folder / "game"
    subprocess.run([programs / "evennia", "migrate"], check=True, capture_output=True, cwd=game)
    own = {"DJANGO_SETTINGS_MODULE": "server.conf.settings", "PYTHONPATH": str(game), "PYTHONWARNINGS": "ignore"}
    fill: list[str | Path] = [programs / "python", "-c", _FILL, str(TOPICS), ",".join(CHANNELS), ",".join(KINDS)]
    subprocess.run(fill, check=True, capture_output=True, cwd=game, env={**os.environ, **own})
    for name in CHANNELS:
        told = "".join(f"{_when(n)} [-] {_said(name, n)}\n" for n in range(LINES))
        (game / "server" / "logs" / f"channel_{name.lower()}.log").write_text(told)
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([programs / "python", "-c", _SERVE, url.removeprefix("http://")], url, game, own):
        yield Application(url, "keeper", "quiet & please 77", folder)


def _when(number: int) -> str:
    return f"{datetime(2024, 3, 1, 8, tzinfo=timezone.utc) + timedelta(minutes=25 * number)}"


def _said(channel: str, number: int) -> str:
    """What each channel tells differs from what the others do."""
    name = ("Ada", "Berta", "Cora")[number % 3]
    return f"{name} has {number * 7 + CHANNELS.index(channel) * 1000} nails"


async def channel(page: Page, app: Application, name: str) -> None:
    await follow(page, "a[href='/channels/']")
    await follow(page, f"td a:has-text('{name}')")


async def topics(page: Page, app: Application, kind: str) -> None:
    await follow(page, "a[href='/help/']")
    await page.click(f"a[href='#{kind.lower()}']")
    own = f"ul a[href^='/help/{kind.lower()}/']"
    await read_two(page, own, 0, 4)
    await page.go_back()
    await follow(page, f"{own} >> nth=9")


def lines(_: Application, name: str) -> Sequence[Row]:
    return [(f"{_when(n)}: {_said(name, n)}",) for n in range(LINES)]


def arts(_: Application, kind: str) -> Sequence[Row]:
    return [(f"Art {n + 31}", f"How to do it in {n + 4} steps") for n in range(TOPICS) if KINDS[n % 3] == kind]


EXHIBIT = Exhibit(
    "evennia",
    "a game of words",
    evennia,
    (
        Workflow("channel", channel, ({"name": "Harbour"}, {"name": "Tavern"}), {"name": "Market"}, lines),
        Workflow("topics", topics, ({"kind": "Sailing"}, {"kind": "Cooking"}), {"kind": "Trade"}, arts),
    ),
)
