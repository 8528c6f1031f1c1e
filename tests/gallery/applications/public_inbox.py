"""public-inbox in Perl, as Debian packages it: letters in preformatted text, a search with Xapian, pages by links."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
LETTERS = 750
_PAGE = 200


@contextlib.contextmanager
def public_inbox(folder: Path) -> Iterator[Application]:
    """Letters about three things."""
    if (perl := shutil.which("perl")) is None:
        raise NotInstallableError("there is no perl: apt install perl")
    packages = ("public-inbox", "libsearch-xapian-perl", "libplack-perl", "libdbd-sqlite3-perl")
    root = unpacked("public_inbox", *with_dependencies(r"lib.*-perl$|libxapian|libnghttp", *packages))
    places = [root / "usr/share/perl5", *(path.parent for path in root.glob("usr/lib/*/perl5/*/auto"))]
    libraries = ":".join(sorted({str(path.parent) for path in root.glob("usr/lib/*/*.so*")}))
    own = {"PERL5LIB": ":".join(map(str, places)), "LD_LIBRARY_PATH": libraries, "HOME": str(folder)}
    own |= {"PI_CONFIG": str(folder / "config"), "PATH": f"{root}/usr/bin:{os.environ['PATH']}"}
    url = f"http://127.0.0.1:{free_port(folder)}"

    def run(*words: str, given: bytes = b"") -> None:
        ours = [perl, root / "usr/bin" / words[0], *words[1:]]
        subprocess.run(ours, check=True, capture_output=True, cwd=folder, env={**os.environ, **own}, input=given)

    run("public-inbox-init", "-V2", "-L", "full", "walks", str(folder / "walks"), f"{url}/walks", "walks@example.test")
    subprocess.run(
        ["git", "fast-import", "--quiet"],
        check=True,
        cwd=folder / "walks/git/0.git",
        input="".join(map(_letter, range(LETTERS))).encode(),
    )
    run("public-inbox-index", str(folder / "walks"))
    serve = [perl, root / "usr/bin/public-inbox-httpd", "-W0", "-l", url]
    with served(serve, f"{url}/walks/", folder, own):
        yield Application(url, "", "", folder)


def _letter(number: int) -> str:
    letter = EmailMessage()
    when = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(hours=number)
    letter["From"] = f"Walker {number % 7} <walker{number % 7}@example.test>"
    letter["To"] = "walks@example.test"
    letter["Subject"] = subject(number)
    letter["Date"] = format_datetime(when)
    letter["Message-ID"] = f"<letter-{number}@example.test>"
    letter.set_content(f"It is {number * 7} miles to the {THINGS[number % 3]}.\n")
    text = letter.as_string()
    who = f"Walker <walker@example.test> {int(when.timestamp())} +0000"
    return (
        f"commit refs/heads/master\nauthor {who}\ncommitter {who}\ndata 2\nno\n"
        f"M 100644 inline m\ndata {len(text)}\n{text}\n"
    )


def subject(number: int) -> str:
    return f"What we saw at the {THINGS[number % 3]}, part {number}"


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=q] >> nth=0", word)
    await follow(page, "input[type=submit][value=search] >> nth=0")
    await turn(page, "a[rel=next]")


async def details(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=q] >> nth=0", word)
    await follow(page, "input[type=submit][value=search] >> nth=0")
    await read_two(page, "pre b a", 1, 4)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(subject(n),) for n in range(LETTERS) if THINGS[n % 3] == word]


def newest(_: Application, word: str) -> Sequence[Row]:
    return [(subject(n),) for n in range(LETTERS) if THINGS[n % 3] == word][-_PAGE:]


_INPUTS = ({"word": "windmill"}, {"word": "quarry"})
EXHIBIT = Exhibit(
    "public_inbox",
    "letters in plain text",
    public_inbox,
    (
        Workflow("search", search, _INPUTS, {"word": "footbridge"}, found, "/walks/"),
        Workflow("details", details, _INPUTS, {"word": "footbridge"}, newest, "/walks/"),
    ),
)
