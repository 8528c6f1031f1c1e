"""MHonArc, in Perl, as Debian packages it: archives of mailing lists as files, with their index on several pages."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

LISTS = ("windmills", "footbridges", "quarries")
LETTERS = 44
_BEGAN = datetime(2026, 3, 1, 8, tzinfo=timezone.utc)


@contextlib.contextmanager
def mhonarc(folder: Path) -> Iterator[Application]:
    """Archives of three mailing lists."""
    perl = shutil.which("perl")
    if perl is None:
        raise NotInstallableError("there is no perl")
    root = unpacked("mhonarc", "mhonarc")
    pages = folder / "pages"
    pages.mkdir()
    for name in LISTS:
        letters = "\n".join(
            f"From walker@example.org Sun Mar  1 08:00:00 2026\n{letter(name, n)}" for n in range(LETTERS)
        )
        (folder / f"{name}.mbox").write_text(letters)
        make = [perl, f"-I{root}/usr/share/mhonarc", root / "usr/bin/mhonarc", "-quiet", "-multipg", "-idxsize", "20"]
        where = ["-outdir", pages / name, "-title", f"The list of {name}", "-ttitle", f"Threads of {name}"]
        (pages / name).mkdir()
        subprocess.run([*make, *where, f"{name}.mbox"], check=True, capture_output=True, cwd=folder)
    links = "".join(f'<li><a href="{name}/maillist.html">{name}</a></li>' for name in LISTS)
    (pages / "index.html").write_text(f"<!doctype html><title>Lists</title><h1>Lists</h1><ul>{links}</ul>")
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [sys.executable, "-m", "http.server", url.rpartition(":")[2], "--bind", "127.0.0.1", "--directory", pages]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def subject(name: str, number: int) -> str:
    return f"Of {name}, question {number}"


def writer(number: int) -> str:
    return f"Walker {number * 5 % 17}"


def body(name: str, number: int) -> str:
    return f"Who has seen number {number} of the {name} on a hill?"


def letter(name: str, number: int) -> str:
    made = EmailMessage()
    made["Subject"] = subject(name, number)
    made["From"] = f"{writer(number)} <walker{number * 5 % 17}@example.org>"
    made["To"] = f"{name}@lists.example.org"
    made["Date"] = format_datetime(_BEGAN + timedelta(hours=number))
    made["Message-ID"] = f"<{name}.{number}@example.org>"
    made.set_content(body(name, number) + "\n")
    return made.as_string()


async def subjects(page: Page, _: Application, name: str) -> None:
    await follow(page, f"a:text-is('{name}')")
    await turn(page, "a:has-text('Next Page') >> nth=0")


async def letters(page: Page, _: Application, name: str) -> None:
    await follow(page, f"a:text-is('{name}')")
    if name == LISTS[0]:
        await follow(page, "a:has-text('Next Page') >> nth=0")
    await read_two(page, "a[href*='msg']", 2, 5)


def listed(_: Application, name: str) -> Sequence[Row]:
    return [(subject(name, n),) for n in range(LETTERS)]


def read(_: Application, name: str) -> Sequence[Row]:
    return [(subject(name, n), body(name, n)) for n in range(LETTERS)]


_INPUTS = ({"name": LISTS[0]}, {"name": LISTS[2]})
EXHIBIT = Exhibit(
    "mhonarc",
    "archives of mailing lists",
    mhonarc,
    (
        Workflow("subjects", subjects, _INPUTS, {"name": LISTS[1]}, listed),
        Workflow("letters", letters, _INPUTS, {"name": LISTS[1]}, read),
    ),
)
