"""pywb from PyPI, an archive of the web: searches that its pages' scripts ask for as lines of JSON, and a calendar."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

TOWNS = ("elmside", "norwick", "tarn")
PAGES = 150
SEEN = 24
_FIRST = datetime(2019, 2, 3, 10, 15, tzinfo=timezone.utc)
KINDS = ("text/html", "image/png", "application/pdf")
_FILL = """
import sys
from io import BytesIO
from datetime import datetime, timedelta, timezone
from warcio.warcwriter import WARCWriter
from warcio.statusandheaders import StatusAndHeaders
with open("kept.warc.gz", "wb") as out:
    writer = WARCWriter(out, gzip=True)
    for line in sys.stdin:
        url, when, kind, status, text = line.rstrip("\\n").split("\\t")
        head = StatusAndHeaders(status + " Told", [("Content-Type", kind)], protocol="HTTP/1.0")
        record = writer.create_warc_record(url, "response", payload=BytesIO(text.encode()), http_headers=head,
            warc_headers_dict={"WARC-Date": when})
        writer.write_record(record)
"""


@contextlib.contextmanager
def pywb(folder: Path) -> Iterator[Application]:
    """Pages of three towns, of three kinds, some of them gone; and their first pages, kept again and again."""
    programs = installed("pywb", "pywb==2.10.0")
    kept = [*(_page(n) for n in range(PAGES)), *(_front(town, n) for town in TOWNS for n in range(SEEN))]
    told = "".join("\t".join(row) + "\n" for row in kept)
    subprocess.run([programs / "python", "-c", _FILL], input=told, text=True, check=True, cwd=folder)
    for words in (("init", "towns"), ("add", "towns", "kept.warc.gz")):
        subprocess.run([programs / "wb-manager", *words], check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    run: list[str | Path] = [programs / "wayback", "-b", "127.0.0.1", "-p", url.rpartition(":")[2]]
    with served(run, url, folder):
        yield Application(url, "", "", folder)


def town(number: int) -> str:
    return TOWNS[number % 3]


def address(number: int) -> str:
    return f"http://{town(number)}.example/walks/page{number * 7 % PAGES + 10}.html"


def _page(number: int) -> tuple[str, str, str, str, str]:
    return address(number), _moment(number), kind(number), status(number), f"About walk {number}"


def _front(name: str, number: int) -> tuple[str, str, str, str, str]:
    moment = _moment(TOWNS.index(name) + number * 40)
    return f"http://{name}.example/", moment, "text/html", "200", f"Front {number} of {name}"


def kind(number: int) -> str:
    return KINDS[number // 3 % 3]


def status(number: int) -> str:
    return "404" if number % 11 == 5 else "200"


def _moment(number: int) -> str:
    return f"{_FIRST + timedelta(hours=number * 53, minutes=number % 50):%Y-%m-%dT%H:%M:%SZ}"


async def walks(page: Page, app: Application, address: str) -> None:
    await page.fill("#search-url", address)
    await page.click("#advanced-options")
    await page.select_option("#match-type-select", "prefix")
    await follow(page, "#search-button")
    await page.wait_for_selector(f"#captures li:has-text('{address}')")
    await page.wait_for_load_state("networkidle")


async def fronts(page: Page, app: Application, address: str) -> None:
    await page.fill("#search-url", address)
    await follow(page, "#search-button")
    await page.wait_for_selector("text=/24 captures/")
    await page.wait_for_load_state("networkidle")


def found(_: Application, address: str) -> Sequence[Row]:
    own = [n for n in range(PAGES) if _address(n).startswith(address)]
    return [(_address(n), _stamp(_moment(n)), kind(n), status(n)) for n in own]


def seen(_: Application, address: str) -> Sequence[Row]:
    name = next(town for town in TOWNS if f"//{town}." in address)
    return [(_stamp(_front(name, n)[1]), "text/html") for n in range(SEEN)]


_address = address


def _stamp(moment: str) -> str:
    return "".join(sign for sign in moment if sign.isdigit())


def _inputs(path: str) -> list[dict[str, str]]:
    return [{"address": f"http://{town}.example/{path}"} for town in TOWNS]


_WALKS, _FRONTS = _inputs("walks/"), _inputs("")

EXHIBIT = Exhibit(
    "pywb",
    "an archive of the web",
    pywb,
    (
        Workflow("walks", walks, (_WALKS[0], _WALKS[2]), _WALKS[1], found, "/towns/"),
        Workflow("fronts", fronts, (_FRONTS[0], _FRONTS[2]), _FRONTS[1], seen, "/towns/"),
    ),
)
