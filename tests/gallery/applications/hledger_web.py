"""hledger's pages in Haskell, as Debian packages them: a journal that is searched, and the register of an account."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
WALKS = 96


@contextlib.contextmanager
def hledger_web(folder: Path) -> Iterator[Application]:
    """A journal of what walks to three things have cost."""
    program = unpacked("hledger_web", "hledger-web") / "usr/bin/hledger-web"
    written = (
        f"{day(n)} {title(n)}\n    costs:{THINGS[n % 3]}  {5 + n}.50 EUR\n    purse:{'left' if n % 2 else 'right'}\n"
        for n in range(WALKS)
    )
    (folder / "walks.journal").write_text("\n".join(written))
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [program, "--serve", "--host", "127.0.0.1", "--port", url.rpartition(":")[2], "-f", "walks.journal"]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def day(number: int) -> str:
    return (date(2024, 1, 3) + timedelta(number * 3)).isoformat()


def title(number: int) -> str:
    return f"Walk {number} to the {THINGS[number % 3]}"


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("#searchform input[name=q]", word)
    await follow(page, "#searchform button[type=submit]")


async def register(page: Page, _: Application, account: str) -> None:
    await follow(page, f".main-menu a.acct-name[title]:text-is('{account}')")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(day(n), title(n)) for n in range(WALKS) if word in title(n)]


def of_account(_: Application, account: str) -> Sequence[Row]:
    own = [n for n in range(WALKS) if THINGS[n % 3] == account]
    return [(day(n), title(n), f"{5 + n}.50 EUR") for n in own]


EXHIBIT = Exhibit(
    "hledger_web",
    "accounts in Haskell",
    hledger_web,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow(
            "register",
            register,
            ({"account": "windmill"}, {"account": "quarry"}),
            {"account": "footbridge"},
            of_account,
        ),
    ),
)
