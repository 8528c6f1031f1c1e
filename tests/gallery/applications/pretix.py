"""Pretix from PyPI, which sells tickets: events by subject, the tickets of each, and orders behind a login."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

SUBJECTS = ("Bridges", "Mills", "Quarries")
TICKETS = ("Adult", "Child", "Senior", "Family")
DISTRICTS = ("hills", "shore", "woods")
STATUSES = {"Paid": "p", "Pending": "n", "Canceled": "c"}
EVENTS, ORDERS = 120, 210
_FILL = """
import datetime as dt
import json
import sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django_scopes import scopes_disabled
from pretix.base.models import (Event, EventMetaProperty, EventMetaValue, Item, Order, OrderPosition, Organizer, Quota,
    Team, User)
secret, subjects, events, tickets, orders = json.load(sys.stdin)
with scopes_disabled():
    keeper = User.objects.create_user("keeper@walks.example", secret, fullname="Kit Keeper")
    organizer = Organizer.objects.create(name="Walks", slug="walks")
    team = Team.objects.create(organizer=organizer, name="All", all_events=True, all_event_permissions=True,
        all_organizer_permissions=True)
    team.members.add(keeper)
    organizer.settings.event_list_filters = True
    choices = [{"key": name.lower(), "label": {"en": name}} for name in subjects]
    subject = EventMetaProperty.objects.create(organizer=organizer, name="subject", public_label="Subject",
        filter_public=True, choices=choices)
    made = []
    for number, (name, when, place, kind, prices) in enumerate(events):
        event = Event.objects.create(organizer=organizer, name=name, slug=f"walk{number}", currency="EUR", live=True,
            date_from=dt.datetime.fromisoformat(when), location=place, plugins="pretix.plugins.banktransfer",
            is_public=True)
        EventMetaValue.objects.create(event=event, property=subject, value=kind)
        quota = Quota.objects.create(event=event, name="all", size=0 if number % 4 == 2 else 300)
        items = [Item.objects.create(event=event, name=ticket, default_price=price, position=n)
            for n, (ticket, price) in enumerate(zip(tickets, prices))]
        quota.items.add(*items)
        made.append((event, items))
    event, items = made[0]
    for code, mail, status, when in orders:
        order = Order.objects.create(event=event, code=code, email=mail, status=status, locale="en", total=10,
            datetime=dt.datetime.fromisoformat(when), expires=dt.datetime(2090, 1, 1, tzinfo=dt.timezone.utc),
            sales_channel=organizer.sales_channels.get(identifier="web"))
        OrderPosition.objects.create(order=order, item=items[0], price=10, positionid=1)
"""


@contextlib.contextmanager
def pretix(folder: Path) -> Iterator[Application]:
    """Events about three subjects of one organizer, and orders for the first of them."""
    python = installed("pretix", "pretix==2026.8.0") / "python"
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    (folder / "pretix.cfg").write_text(
        f"[pretix]\ninstance_name=Walks\nurl={url}\ndatadir={folder}/data\nregistration=off\ncookie_domain=\n"
        "[database]\nbackend=sqlite3\n[django]\nsecret=for tests\n[languages]\nenabled=en\n[locale]\ntimezone=UTC\n"
    )
    own = {
        "PRETIX_CONFIG_FILE": str(folder / "pretix.cfg"),
        "DJANGO_SETTINGS_MODULE": "pretix.settings",
        "PYTHONWARNINGS": "ignore",
    }
    events = [(name(n), when(n).isoformat(), place(n), subject(n).lower(), prices(n)) for n in range(EVENTS)]
    orders = [(code(n), mail(n), STATUSES[status(n)], ordered(n).isoformat()) for n in range(ORDERS)]
    subprocess.run(
        [python, "-c", _FILL],
        check=True,
        capture_output=True,
        cwd=folder,
        env={**os.environ, **own},
        input=json.dumps([secret, SUBJECTS, events, TICKETS, orders]).encode(),
    )
    serve = [python, "-m", "pretix", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/walks/", folder, own):
        yield Application(url, "keeper@walks.example", secret, folder)


def subject(number: int) -> str:
    return SUBJECTS[number % 3]


def name(number: int) -> str:
    return f"Walk {number * 7 % 127 + 10} past {subject(number).lower()}"


def when(number: int) -> dt.datetime:
    return dt.datetime(2090, 3, 1, 9, tzinfo=dt.timezone.utc) + dt.timedelta(days=number, hours=number * 5 % 11)


def place(number: int) -> str:
    return f"Gate {number * 5 % 23 + 1}"


def prices(number: int) -> list[str]:
    return [f"{number * 3 % 17 + 5 + 2 * kind}.50" for kind in range(4)]


def code(number: int) -> str:
    return "".join("ABCDEFGHJKLMNPQRSTUVWXYZ3789"[number * 31 // 28**place % 28] for place in range(4)) + "W"


def mail(number: int) -> str:
    return f"walker{number}@{DISTRICTS[number % 3]}.example"


def status(number: int) -> str:
    return list(STATUSES)[number // 3 % 3]


def ordered(number: int) -> dt.datetime:
    return dt.datetime(2025, 3, 1, 8, tzinfo=dt.timezone.utc) + dt.timedelta(hours=number)


async def events(page: Page, _: Application, subject: str) -> None:
    await page.select_option(".event-list-filter-form select", subject)
    await follow(page, ".event-list-filter-form [type=submit]")
    await turn(page, ".pagination a:has-text('»')")


async def walks(page: Page, app: Application, subject: str) -> None:
    await events(page, app, subject)
    await read_two(page, "article h3 a", 0, 2)


async def tickets(page: Page, _: Application, event: str) -> None:
    await follow(page, f"article h3 a:text-is('{event}')")


async def orders(page: Page, app: Application, district: str) -> None:
    await page.fill("input[name=email]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "form [type=submit]")
    await page.fill(".filter-form input[name=query]", district)
    await follow(page, ".filter-form [type=submit]")
    await turn(page, ".pagination a:has(.fa-angle-right)")


async def order(page: Page, app: Application, district: str) -> None:
    await orders(page, app, district)
    await read_two(page, "tbody td strong a", 1, 3)


def listed(_: Application, subject: str) -> Sequence[Row]:
    own = [number for number in range(EVENTS) if SUBJECTS[number % 3].lower() == subject]
    return [(name(n), f"{when(n):%a, %B {when(n).day}, %Y}", f"{when(n):%H:%M}", _left(n)) for n in own]


def _left(number: int) -> str:
    return "Sold out" if number % 4 == 2 else "Buy now"


def held(_: Application, subject: str) -> Sequence[Row]:
    return [(name(n), place(n)) for n in range(EVENTS) if SUBJECTS[n % 3].lower() == subject]


def sold(_: Application, event: str) -> Sequence[Row]:
    number = next(number for number in range(EVENTS) if name(number) == event)
    return [(ticket, f"€{price}") for ticket, price in zip(TICKETS, prices(number), strict=True)]


def found(_: Application, district: str) -> Sequence[Row]:
    own = [number for number in range(ORDERS) if DISTRICTS[number % 3] == district]
    return [(code(n), mail(n), f"{ordered(n):%Y-%m-%d %H:%M}", status(n)) for n in own]


def ordered_by(_: Application, district: str) -> Sequence[Row]:
    own = [number for number in range(ORDERS) if DISTRICTS[number % 3] == district]
    return [(code(n), f"{ordered(n):%Y-%m-%d %H:%M}", status(n)) for n in own]


_HOME = "/walks/"
_ORDERS = "/control/event/walks/walk0/orders/"
_DISTRICTS = ({"district": "hills"}, {"district": "woods"})

EXHIBIT = Exhibit(
    "pretix",
    "a shop for tickets",
    pretix,
    (
        Workflow(
            "events", events, ({"subject": "bridges"}, {"subject": "quarries"}), {"subject": "mills"}, listed, _HOME
        ),
        Workflow("tickets", tickets, ({"event": name(4)}, {"event": name(9)}), {"event": name(7)}, sold, _HOME),
        Workflow("walks", walks, ({"subject": "bridges"}, {"subject": "quarries"}), {"subject": "mills"}, held, _HOME),
        Workflow("orders", orders, _DISTRICTS, {"district": "shore"}, found, _ORDERS),
        Workflow("order", order, _DISTRICTS, {"district": "shore"}, ordered_by, _ORDERS),
    ),
)
