"""Flask-Admin from PyPI: tables of a database with filters that a script adds, a search, and details."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
KEEPERS = ("Ada", "Berta", "Cora", "Dora", "Emma")
PLACES = 165
_SERVE = """
import sys
from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.sqla import ModelView
from flask_babel import Babel
from flask_sqlalchemy import SQLAlchemy

port, places, kinds = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
things, keepers = sys.argv[4:4 + kinds], sys.argv[4 + kinds:]
app = Flask(__name__)
app.config |= {"SECRET_KEY": "for tests", "SQLALCHEMY_DATABASE_URI": "sqlite://"}
Babel(app)
db = SQLAlchemy(app)


class Keeper(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(99))

    def __str__(self):
        return self.name


class Place(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String(99))
    kind = db.Column(db.String(99))
    height = db.Column(db.Integer)
    note = db.Column(db.String(99))
    keeper_id = db.Column(db.Integer, db.ForeignKey(Keeper.id))
    keeper = db.relationship(Keeper)


class Places(ModelView):
    can_view_details = True
    page_size = 10
    column_list = ("title", "kind", "height", "keeper")
    column_searchable_list = ("title",)
    column_filters = ("kind", "height", "keeper.name")


admin = Admin(app, name="Places")
admin.add_view(Places(Place, db.session))
admin.add_view(ModelView(Keeper, db.session))
with app.app_context():
    db.create_all()
    db.session.add_all(Keeper(id=number + 1, name=name) for number, name in enumerate(keepers))
    db.session.add_all(Place(id=n + 1, title=f"The {things[n % kinds]} {n}", kind=things[n % kinds],
        height=n * 37 % 1000, note=f"Seen from road {n * 7}", keeper_id=n % len(keepers) + 1) for n in range(places))
    db.session.commit()
    app.run("127.0.0.1", port, threaded=False)
"""


@contextlib.contextmanager
def flask_admin(folder: Path) -> Iterator[Application]:
    """Places of three kinds, each with a keeper."""
    needed = ("flask-admin[sqlalchemy]", "flask-sqlalchemy", "flask-babel")
    python = installed("flask_admin", *needed) / "python"
    url = f"http://127.0.0.1:{free_port(folder)}"
    words = [url.rpartition(":")[2], str(PLACES), str(len(THINGS)), *THINGS, *KEEPERS]
    with served([python, "-c", _SERVE, *words], f"{url}/admin/", folder):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await follow(page, "a.nav-link:has-text('Place')")
    await page.fill("input[name=search]", word)
    async with page.expect_navigation():
        await page.press("input[name=search]", "Enter")
    await turn(page, "li.page-item:not(.disabled) a:text-is('>')")


async def of_keeper(page: Page, _: Application, name: str) -> None:
    await follow(page, "a.nav-link:has-text('Place')")
    await page.click("a:has-text('Add Filter')")
    await page.click("a.filter:has-text('Keeper / Name') >> nth=0")
    await page.fill("input[name^=flt]", name)
    await follow(page, "button:has-text('Apply')")
    await turn(page, "li.page-item:not(.disabled) a:text-is('>')")


async def details(page: Page, app: Application, word: str) -> None:
    await follow(page, "a.nav-link:has-text('Place')")
    await page.fill("input[name=search]", word)
    async with page.expect_navigation():
        await page.press("input[name=search]", "Enter")
    await read_two(page, "a[title='View Record']", 1, 4)


def row(number: int) -> Row:
    kind = THINGS[number % 3]
    return (f"The {kind} {number}", kind, str(number * 37 % 1000), KEEPERS[number % 5])


def found(_: Application, word: str) -> Sequence[Row]:
    return [row(number) for number in range(PLACES) if THINGS[number % 3] == word]


def kept(_: Application, name: str) -> Sequence[Row]:
    return [row(number) for number in range(PLACES) if KEEPERS[number % 5] == name]


def noted(_: Application, word: str) -> Sequence[Row]:
    return [(*row(n), f"Seen from road {n * 7}") for n in range(PLACES) if THINGS[n % 3] == word][:10]


EXHIBIT = Exhibit(
    "flask_admin",
    "an admin with filters",
    flask_admin,
    (
        Workflow(
            "search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, "/admin/"
        ),
        Workflow("keeper", of_keeper, ({"name": "Ada"}, {"name": "Dora"}), {"name": "Cora"}, kept, "/admin/"),
        Workflow(
            "details", details, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, noted, "/admin/"
        ),
    ),
)
