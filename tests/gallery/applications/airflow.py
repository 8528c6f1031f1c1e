"""Airflow 3 from PyPI, in React: an API with a token in a cookie, asked for pages of pipelines, runs and tasks."""

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
STATES = ("success", "failed", "queued")
PIPELINES = 330
_REQUIREMENTS = ("apache-airflow==3.0.6", "cadwyn<5.5", "fastapi<0.119", "starlette<0.49", "pydantic<2.12")
_PIPELINES = """
import datetime as dt
import json
from airflow.providers.standard.operators.empty import EmptyOperator
from airflow.sdk import DAG
for name, told, tasks in json.load(open("{folder}/pipelines.json")):
    with DAG(name, description=told, schedule=None, start_date=dt.datetime(2025, 1, 1)) as globals()[name]:
        for task in tasks:
            EmptyOperator(task_id=task)
"""
_FILL = """
import datetime as dt
import json
import sys
from airflow.models import DagModel, Variable
from airflow.models.dagrun import DagRun
from airflow.utils.session import create_session
from airflow.utils.state import DagRunState
from airflow.utils.types import DagRunTriggeredByType, DagRunType
start = dt.datetime(2025, 3, 1, tzinfo=dt.timezone.utc)
for number in range(180):
    thing = ("windmill", "footbridge", "quarry")[number % 3]
    Variable.set(f"{thing}_post_{number * 7 % 180:03}", f"at road {number * 13 % 401}", f"Seen by guild {number % 4}")
with create_session() as session:
    for pipeline in session.query(DagModel):
        pipeline.is_paused = False
    for number, (pipeline, run, state) in enumerate(json.load(sys.stdin)):
        when = start + dt.timedelta(minutes=number * 17)
        session.add(DagRun(dag_id=pipeline, run_id=run, logical_date=when, run_after=when, start_date=when,
            run_type=DagRunType.MANUAL, state=DagRunState(state), triggered_by=DagRunTriggeredByType.UI))
"""


@contextlib.contextmanager
def airflow(folder: Path) -> Iterator[Application]:
    """Pipelines of three kinds, each with a run."""
    programs = installed("airflow", *_REQUIREMENTS)
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "reader", "quiet & please"
    (folder / "passwords.json").write_text(json.dumps({user: secret}))
    (folder / "pipelines.json").write_text(json.dumps([(name(n), about(n), tasks(n)) for n in range(PIPELINES)]))
    (folder / "dags").mkdir()
    (folder / "dags/walks.py").write_text(_PIPELINES.replace("{folder}", str(folder)))
    own = {
        "AIRFLOW_HOME": str(folder),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__DAGBAG_IMPORT_TIMEOUT": "300",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS": f"{user}:admin",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(folder / "passwords.json"),
        "AIRFLOW__API_AUTH__JWT_ISSUER": "walks",
        "AIRFLOW__API_AUTH__JWT_SECRET": "for tests" * 8,
    }
    runs = json.dumps([(name(n), run(n), STATES[n % 3]) for n in range(PIPELINES)])
    for command, told in (
        ([programs / "airflow", "db", "migrate"], ""),
        ([programs / "airflow", "dags", "reserialize"], ""),
        ([programs / "python", "-c", _FILL], runs),
    ):
        environment = {**os.environ, **own}
        subprocess.run(command, check=True, cwd=folder, env=environment, capture_output=True, input=told, text=True)
    server = [programs / "airflow", "api-server", "--host", "127.0.0.1", "--workers", "1", "--port"]
    with served([*server, url.rpartition(":")[2]], url, folder, own):
        yield Application(url, user, secret, folder)


def thing(number: int) -> str:
    return THINGS[number // 3 % 3]


def name(number: int) -> str:
    return f"{thing(number)}_{number * 7 % PIPELINES:03}"


def about(number: int) -> str:
    return f"Tells of part {number * 13 % 401} of the {thing(number)}"


def tasks(number: int) -> list[str]:
    return [f"part_{place}_{number * 3 % 350}" for place in range(number % 4 + 2)]


def run(number: int) -> str:
    return f"walk-{number * 31 % 9000:04}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button[type=submit]")
    await page.click("a[title=Dags], a:has-text('Dags')")
    await page.locator("text=330 Dags").wait_for()
    await page.wait_for_timeout(1500)


async def _turn(page: Page) -> None:
    while await page.locator("[aria-label='next page']:not([disabled])").count():
        async with page.expect_response(lambda answer: "offset=" in answer.url):
            await page.click("[aria-label='next page']")
        await page.wait_for_timeout(1500)


async def _look_for(page: Page, word: str) -> None:
    async with page.expect_response("**/api/v2/dags?*dag_display_name_pattern=*"):
        await page.fill("input[placeholder='Search Dags']", word)
    await page.wait_for_timeout(1500)


async def search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await page.click("[aria-label*='table view' i]")
    await _look_for(page, word)
    await _turn(page)


async def details(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await page.click("[aria-label*='table view' i]")
    await _look_for(page, word)
    await _read(page, 1)
    await page.go_back()
    await page.go_back()
    await page.locator("[aria-label='next page']").wait_for()
    await page.wait_for_timeout(1500)
    # What was looked for is forgotten; what was found then is known still, so that nothing is asked for.
    await page.fill("input[placeholder='Search Dags']", word)
    await page.locator("text=/^1[01][0-9] Dags/").wait_for()
    await page.wait_for_timeout(1500)
    await _turn(page)
    await _read(page, 3)


async def variables(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await page.click("button:has-text('Admin')")
    async with page.expect_response("**/api/v2/variables?*"):
        await page.click("a[href='/variables']")
    await page.wait_for_timeout(1500)
    async with page.expect_response("**/api/v2/variables?*variable_key_pattern=*"):
        await page.fill("input[placeholder='Search Keys']", word)
    await page.wait_for_timeout(1500)
    await _turn(page)


async def _read(page: Page, place: int) -> None:
    await page.click(f"tbody a[href^='/dags/'] >> nth={place}")
    async with page.expect_response("**/api/v2/dags/*/tasks"):
        await page.click("a[title=Tasks]")
    await page.wait_for_timeout(2000)


async def in_state(page: Page, app: Application, state: str) -> None:
    await _log_in(page, app)
    await page.click("a[href='/dag_runs']")
    await page.click("button:has-text('All States')")
    async with page.expect_response("**/dagRuns?*state=*"):
        await page.click(f"[role=option]:has-text('{state}')")
    await page.wait_for_timeout(1500)
    await _turn(page)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(name(n), about(n)) for n in range(PIPELINES) if thing(n) == word]


def tasks_of(_: Application, word: str) -> Sequence[Row]:
    return [(task, "EmptyOperator") for n in range(PIPELINES) if thing(n) == word for task in tasks(n)]


def runs(_: Application, state: str) -> Sequence[Row]:
    return [(name(n), run(n)) for n in range(PIPELINES) if STATES[n % 3] == state.lower()]


def told(_: Application, word: str) -> Sequence[Row]:
    own = [n for n in range(180) if THINGS[n % 3] == word]
    return [(f"{word}_post_{n * 7 % 180:03}", f"at road {n * 13 % 401}", f"Seen by guild {n % 4}") for n in own]


_WORDS = ({"word": THINGS[0]}, {"word": THINGS[2]})

EXHIBIT = Exhibit(
    "airflow",
    "pipelines in React over an API",
    airflow,
    (
        Workflow("search", search, _WORDS, {"word": THINGS[1]}, found),
        Workflow("details", details, _WORDS, {"word": THINGS[1]}, tasks_of),
        Workflow("runs", in_state, ({"state": "Success"}, {"state": "Failed"}), {"state": "Queued"}, runs),
        Workflow("variables", variables, _WORDS, {"word": THINGS[1]}, told),
    ),
)
