"""Superset from PyPI, in React over an API whose queries are written in Rison: charts by name and by their data."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
TABLES = ("visits", "repairs", "tickets")
KINDS = ("table", "pie", "big_number_total")
CHARTS = 240
_NEXT = "ul[role=navigation] li:not(.disabled):has-text('»')"
_SETTINGS = """
SECRET_KEY, SQLALCHEMY_DATABASE_URI = "for tests, and for nothing else", "sqlite:///{folder}/superset.sqlite"
TALISMAN_ENABLED, PREVENT_UNSAFE_DB_CONNECTIONS = False, False
"""
_FILL = """
import datetime as dt
import json
import sys
from superset.app import create_app
app = create_app()
with app.app_context():
    from flask_migrate import upgrade
    from superset import appbuilder, db, security_manager
    from superset.connectors.sqla.models import SqlaTable
    from superset.models.core import Database
    from superset.models.slice import Slice
    folder, user, secret, tables, charts = json.load(sys.stdin)
    upgrade()
    appbuilder.add_permissions(update_perms=True)
    security_manager.sync_role_definitions()
    keeper = security_manager.add_user(user, "Kit", "Keeper", "keeper@walks.example",
        security_manager.find_role("Admin"), password=secret)
    base = Database(database_name="walks", sqlalchemy_uri=f"sqlite:///{folder}/walks.sqlite")
    db.session.add(base)
    own = [SqlaTable(table_name=name, database=base, owners=[keeper]) for name in tables]
    db.session.add_all(own)
    db.session.commit()
    when = dt.datetime(2025, 3, 1)
    for number, (name, kind, table, told) in enumerate(charts):
        db.session.add(Slice(slice_name=name, viz_type=kind, datasource_type="table", datasource_id=own[table].id,
            datasource_name=tables[table], description=told, params="{}", owners=[keeper],
            changed_on=when + dt.timedelta(minutes=number)))
    db.session.commit()
"""


@contextlib.contextmanager
def superset(folder: Path) -> Iterator[Application]:
    """Charts of three kinds upon three tables."""
    programs = installed("superset", "apache-superset==4.1.4", "setuptools<80")
    (folder / "superset_config.py").write_text(_SETTINGS.replace("{folder}", str(folder)))
    own = {**os.environ, "PYTHONPATH": str(folder), "FLASK_APP": "superset", "PYTHONWARNINGS": "ignore"}
    user, secret = "keeper", "quiet & please"
    charts = [(name(n), KINDS[n % 3], n // 9 % 3, about(n)) for n in range(CHARTS)]
    subprocess.run(
        [programs / "python", "-c", _FILL],
        check=True,
        capture_output=True,
        cwd=folder,
        env=own,
        input=json.dumps([str(folder), user, secret, TABLES, charts]).encode(),
    )
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([programs / "superset", "run", "-p", url.rpartition(":")[2]], url, folder, own):
        yield Application(url, user, secret, folder)


def thing(number: int) -> str:
    return THINGS[number // 3 % 3]


def table(number: int) -> str:
    return TABLES[number // 9 % 3]


def name(number: int) -> str:
    return f"{number * 7 % 241 + 10} ways past the {thing(number)}"


def about(number: int) -> str:
    return f"Tells of gate {number * 13 % 997}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("form [type=submit]")
    await page.locator("a[href='/chart/list/']").first.wait_for()
    await page.wait_for_timeout(3000)
    await page.click("a[href='/chart/list/'] >> nth=0")
    await page.locator("table tbody tr a").first.wait_for()
    await page.wait_for_timeout(1500)


async def _turn(page: Page) -> None:
    await page.wait_for_timeout(2000)
    while await page.locator(_NEXT).count():
        async with page.expect_response("**/api/v1/chart/?q=*"):
            await page.click(_NEXT)
        await page.wait_for_timeout(2000)


async def search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await page.fill("input[placeholder='Type a value']", word)
    async with page.expect_response("**/api/v1/chart/?q=*"):
        await page.press("input[placeholder='Type a value']", "Enter")
    await _turn(page)


async def of_table(page: Page, app: Application, table: str) -> None:
    await _log_in(page, app)
    await page.click("[aria-label='Dataset'], input[aria-label*=Dataset]")
    async with page.expect_response("**/api/v1/chart/?q=*"):
        await page.click(f".ant-select-item-option:has-text('{table}')")
    await _turn(page)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(name(n), table(n), about(n)) for n in range(CHARTS) if thing(n) == word]


def upon(_: Application, table: str) -> Sequence[Row]:
    return [(name(n), table, about(n)) for n in range(CHARTS) if TABLES[n // 9 % 3] == table]


_TABLES = ({"table": TABLES[0]}, {"table": TABLES[2]})

EXHIBIT = Exhibit(
    "superset",
    "charts in React over an API",
    superset,
    (
        Workflow("search", search, ({"word": THINGS[0]}, {"word": THINGS[2]}), {"word": THINGS[1]}, found, "/login/"),
        Workflow("table", of_table, _TABLES, {"table": TABLES[1]}, upon, "/login/"),
    ),
)
