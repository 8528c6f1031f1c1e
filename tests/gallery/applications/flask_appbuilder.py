"""An application made with Flask-AppBuilder from PyPI: a login with a token, lists over pages, filters in a form."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

TOWNS = ("Bergen", "Arles", "Padua")
CONTACTS = 75
_SERVE = """
import sys
from flask import Flask
from flask_appbuilder import SQLA, AppBuilder, Model, ModelView
from flask_appbuilder.models.sqla.interface import SQLAInterface
from sqlalchemy import Column, Integer, String

folder, port, secret, contacts, towns = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), sys.argv[5:]
app = Flask("practice")
app.config.update(
    SECRET_KEY="for tests only", SQLALCHEMY_DATABASE_URI=f"sqlite:///{folder}/contacts.sqlite",
    SQLALCHEMY_TRACK_MODIFICATIONS=False, CSRF_ENABLED=True, RATELIMIT_ENABLED=False,
)
database = SQLA(app)

class Contact(Model):
    id = Column(Integer, primary_key=True)
    name = Column(String(100))
    town = Column(String(100))
    phone = Column(String(30))

    def __repr__(self):
        return self.name

class ContactView(ModelView):
    datamodel = SQLAInterface(Contact)
    list_columns = ["name", "town", "phone"]
    base_order = ("id", "asc")
    page_size = 10

with app.app_context():
    builder = AppBuilder(app, database.session)
    builder.add_view(ContactView, "Contacts", category="People")
    database.create_all()
    for number in range(contacts):
        town = towns[number % len(towns)]
        database.session.add(Contact(name=f"Person {number} of {town}", town=town, phone=f"555-{number:04}"))
    database.session.commit()
    role = builder.sm.find_role("Admin")
    builder.sm.add_user("reader", "The", "Reader", "reader@example.test", role, secret)
app.run(port=port)
"""


@contextlib.contextmanager
def flask_appbuilder(folder: Path) -> Iterator[Application]:
    """Contacts that only a reader may see."""
    port, secret = free_port(folder), "quiet & please"
    python = installed("flask_appbuilder", "flask-appbuilder>=4.5,<5", "setuptools<81") / "python"
    url = f"http://127.0.0.1:{port}"
    with served([python, "-c", _SERVE, folder, str(port), secret, str(CONTACTS), *TOWNS], f"{url}/login/", folder):
        yield Application(url, "reader", secret, folder)


async def log_in(page: Page, app: Application) -> None:
    await page.fill("#username", app.user)
    await page.fill("#password", app.secret)
    await follow(page, "input[type=submit]")


async def read_all(page: Page, app: Application, times: str) -> None:
    await log_in(page, app)
    await page.goto(f"{app.url}/contactview/list/")
    await turn(page, ".pagination li:not(.disabled) a >> text=/^>$/", int(times))


async def filter_by_town(page: Page, app: Application, town: str) -> None:
    await log_in(page, app)
    await page.goto(f"{app.url}/contactview/list/")
    await page.click("text=Search >> nth=0")
    await page.click("button:has-text('Add Filter')")
    await page.click("a.filter:has-text('Town')")
    await page.select_option("select.filter-op", label="Equal to")
    await page.fill("#filter_form input[id=town]", town)
    await follow(page, "#filter_form button[type=submit]")
    await turn(page, ".pagination li:not(.disabled) a >> text=/^>$/")


async def show(page: Page, app: Application, town: str) -> None:
    await filter_by_town(page, app, town)
    await read_two(page, "a[href*='/contactview/show/']", 1, 3)


def all_contacts(app: Application) -> Sequence[Row]:
    return [row for town in TOWNS for row in contacts_of(app, town)]


def contacts_of(_: Application, town: str) -> Sequence[Row]:
    numbers = [number for number in range(CONTACTS) if TOWNS[number % len(TOWNS)] == town]
    return [(f"Person {number} of {town}", town, f"555-{number:04}") for number in numbers]


EXHIBIT = Exhibit(
    "flask_appbuilder",
    "forms over a database",
    flask_appbuilder,
    (
        Workflow("list", read_all, ({"times": "2"}, {"times": "100"}), {}, all_contacts, "/login/"),
        Workflow(
            "filter", filter_by_town, ({"town": "Bergen"}, {"town": "Padua"}), {"town": "Arles"}, contacts_of, "/login/"
        ),
        Workflow("show", show, ({"town": "Bergen"}, {"town": "Padua"}), {"town": "Arles"}, contacts_of, "/login/"),
    ),
)
