"""The reader of feeds of that name from PyPI: Flask and htmx, a filter of radio buttons, pages by their last entry."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
ENTRIES = 300
"""Of each feed: 256 are a page."""
_FILL = """
import sys
from reader import make_reader

folder, entries, things = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
reader = make_reader(f"{folder}/reader.sqlite", feed_root=folder)
for place, thing in enumerate(things):
    told = "".join(f"<item><guid>{thing}-{n}</guid><title>Walk {n} to the {thing}</title><link>https://{thing}.test/{n}"
        f"</link><description>What {thing} {n} looks like.</description><pubDate>{1 + n % 28:02}"
        f" {('Jan', 'Feb', 'Mar')[place]} 2020 {n % 24:02}:{n % 60:02}:{place:02} GMT</pubDate></item>"
        for n in range(entries))
    with open(f"{folder}/{thing}.xml", "w") as file:
        file.write(f'<rss version="2.0"><channel><title>News of the {thing}</title><link>https://{thing}.test/</link>'
            f"<description>All walks to the {thing}</description>{told}</channel></rss>")
    reader.add_feed(f"{thing}.xml")
reader.update_feeds()
for entry in list(reader.get_entries()):
    number = int(entry.id.rpartition("-")[2])
    if number % 2:
        reader.mark_entry_as_read(entry)
    reader.set_entry_important(entry, number % 3 == 0)
"""


@contextlib.contextmanager
def reader(folder: Path) -> Iterator[Application]:
    """Three feeds; each second entry is read, each third important."""
    programs = installed("reader", "reader[cli,app]", "sgmllib3k")
    fill = [programs / "python", "-c", _FILL, folder, str(ENTRIES), *THINGS]
    subprocess.run(fill, check=True, capture_output=True)
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = ["--db", folder / "reader.sqlite", "--feed-root", folder]
    serve = [programs / "python", "-m", "reader", *own, "web", "--host", "127.0.0.1", "--port", url.rpartition(":")[2]]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


async def read_feed(page: Page, _: Application, feed: str) -> None:
    await follow(page, "a:has-text('Feeds')")
    await follow(page, f"h2 a[href*='{feed}']")
    await turn(page, ".pagination a:has-text('next')")


async def choose(page: Page, _: Application, read: str, important: str) -> None:
    await page.click(".filter-presets a.dropdown-toggle")
    await page.check(f"input[name=read][value={read}]")
    await page.check(f"input[name=important][value={important}]")
    await follow(page, "#filters button[type=submit]")
    await turn(page, ".pagination a:has-text('next')")


def unread(_: Application, feed: str) -> Sequence[Row]:
    """The feed's entries that nobody has read, without those that nobody cares for."""
    thing = feed.partition(".")[0]
    return [(f"What {thing} {n} looks like.",) for n in range(0, ENTRIES, 6)]


def chosen(_: Application, read: str, important: str) -> Sequence[Row]:
    return [
        (f"What {thing} {n} looks like.",)
        for thing in THINGS
        for n in range(ENTRIES)
        if (n % 2 == 1) == (read == "yes") and (n % 3 == 0) == (important == "yes")
    ]


_FEEDS = ({"feed": "windmill.xml"}, {"feed": "quarry.xml"})


EXHIBIT = Exhibit(
    "reader",
    "feeds",
    reader,
    (
        Workflow("feed", read_feed, _FEEDS, {"feed": "footbridge.xml"}, unread),
        Workflow(
            "filter",
            choose,
            ({"read": "yes", "important": "no"}, {"read": "no", "important": "yes"}),
            {"read": "yes", "important": "yes"},
            chosen,
        ),
    ),
)
