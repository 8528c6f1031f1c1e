"""Byro from PyPI, the members of a club: a search with a list of choices, pages of numbers alone, and a bookkeeping."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

NAMES = ("Ada", "Berta", "Cora", "Dora")
PLACES = ("Lane", "Moor", "Hill")
MEMBERS = 240
ACCOUNTS = ("Tools", "Windmills", "Quarries")
BOOKINGS = 180
_FILL = """
import sys
import django
django.setup()
from datetime import date, datetime, timedelta, timezone
from django.contrib.auth import get_user_model
from django.core.management import call_command
call_command("migrate", verbosity=0)
from byro.bookkeeping.models import Account, AccountCategory, Booking, Transaction
from byro.common.models import Configuration
from byro.members.models import Member, Membership
members, bookings, names, places, accounts = int(sys.argv[1]), int(sys.argv[2]), *(a.split(",") for a in sys.argv[3:])
get_user_model().objects.create_superuser("keeper", "keeper@walks.example", "quiet & please")
settings = Configuration.get_solo()
settings.name, settings.mail_from, settings.backoffice_mail = "Walks", "a@walks.example", "b@walks.example"
settings.save()
for n in range(members):
    member = Member(number=str(n + 700), name=f"{names[n % 4]} {places[n // 4 % 3]} {n // 12 + 31}",
        email=f"walker{n + 700}@walks.example")
    member.save()
    Membership(member=member, start=date(2015, 1 + n % 12, 1), amount=n + 5, interval=12,
        end=date(2019, 3, 31) if n % 2 else None).save()
bank, _ = Account.objects.get_or_create(name="Bank", account_category=AccountCategory.ASSET)
others = [Account.objects.create(name=name, account_category=AccountCategory.EXPENSE) for name in accounts]
for n in range(bookings):
    when = datetime(2021, 1, 1, 12, tzinfo=timezone.utc) + timedelta(days=3 * n)
    change = Transaction(memo=f"Bill {n + 1200} of the smith", value_datetime=when, booking_datetime=when)
    change.save()
    for side, account in (("debit_account", others[n % 3]), ("credit_account", bank)):
        Booking(transaction=change, amount=n + 20, memo=f"{n + 2} nails", **{side: account}).save()
"""


@contextlib.contextmanager
def byro(folder: Path) -> Iterator[Application]:
    """Members, of whom each second one has left, and bills that three accounts paid in turn."""
    python = installed("byro", "byro==2023.1.0", "setuptools<80") / "python"
    places = f"data={folder}\nlogs={folder}\nmedia={folder}/media\nstatic={folder}/static"
    settings = f"[filesystem]\n{places}\n[database]\nengine=sqlite3\nname={folder}/walks.sqlite\n[site]\ndebug=true\n"
    (folder / "byro.cfg").write_text(settings)
    own = {"DJANGO_SETTINGS_MODULE": "byro.settings", "PYTHONWARNINGS": "ignore"}
    lists = (",".join(words) for words in (NAMES, PLACES, ACCOUNTS))
    fill: list[str | Path] = [python, "-c", _FILL, str(MEMBERS), str(BOOKINGS), *lists]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve: list[str | Path] = [python, "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/login/", folder, own):
        yield Application(url, "keeper", "quiet & please", folder)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("[name=username]", app.user)
    await page.fill("[name=password]", app.secret)
    await follow(page, "[type=submit]")


_NEXT = ".pagination a:has-text('»')"


async def _find(page: Page, app: Application, kind: str, name: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href$='/members/list'] >> nth=0")
    await page.select_option("select[name=filter]", kind)
    await page.fill("[name=q]", name)
    await follow(page, "button:has-text('Filter')")


async def search(page: Page, app: Application, kind: str, name: str) -> None:
    await _find(page, app, kind, name)
    await turn(page, _NEXT)


async def details(page: Page, app: Application, kind: str, name: str) -> None:
    await _find(page, app, kind, name)
    await follow(page, "td:nth-child(2) a >> nth=1")
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, "td:nth-child(2) a >> nth=4")


async def account(page: Page, app: Application, account: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href$='/accounts/'] >> nth=0")
    await follow(page, f"td a:has-text('{account}')")
    await turn(page, _NEXT)


def _own(kind: str, name: str) -> list[int]:
    return [n for n in range(MEMBERS) if _name(n).startswith(name) and (kind == "all" or n % 2)]


def _name(number: int) -> str:
    return f"{NAMES[number % 4]} {PLACES[number // 4 % 3]} {number // 12 + 31}"


def listed(_: Application, kind: str, name: str) -> Sequence[Row]:
    return [(str(n + 700), _name(n)) for n in _own(kind, name)]


def facts(_: Application, kind: str, name: str) -> Sequence[Row]:
    return [(f"{_name(n)} ({n + 700})",) for n in _own(kind, name)]


def paid(_: Application, account: str) -> Sequence[Row]:
    return [(f"Bill {n + 1200} of the smith", f"{n + 20}.00") for n in range(BOOKINGS) if ACCOUNTS[n % 3] == account]


_HOME = "/login/"
_SEARCHES = ({"kind": "all", "name": "Berta"}, {"kind": "inactive", "name": "Dora"})
_OTHER = {"kind": "all", "name": "Ada"}
_ACCOUNTS = ({"account": ACCOUNTS[0]}, {"account": ACCOUNTS[2]})

EXHIBIT = Exhibit(
    "byro",
    "a club's members",
    byro,
    (
        Workflow("search", search, _SEARCHES, _OTHER, listed, _HOME),
        Workflow("details", details, _SEARCHES, _OTHER, facts, _HOME),
        Workflow("account", account, _ACCOUNTS, {"account": ACCOUNTS[1]}, paid, _HOME),
    ),
)
