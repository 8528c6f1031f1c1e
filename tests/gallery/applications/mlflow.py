"""MLflow from PyPI: experiments of a laboratory; React over JSON, addresses behind a hash, more rows at a button."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
RUNS = 390
MODELS = 96
_FILL = """
import sys
from mlflow import MlflowClient
from mlflow.store.model_registry.dbmodels import models as registry
from mlflow.store.model_registry.sqlalchemy_store import SqlAlchemyStore as Models
from mlflow.store.tracking.dbmodels import models as tracking
from mlflow.store.tracking.sqlalchemy_store import SqlAlchemyStore as Runs

runs, models, things = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
place, began = "sqlite:///mlflow.sqlite", 1_790_000_000_000
experiment = MlflowClient(place).create_experiment("places", artifact_location="artifacts")
with Runs(place, "artifacts").ManagedSessionMaker() as session:  # at once: one by one they take minutes
    for number in range(runs):
        run, told = f"{number:08x}" * 4, began + 60_000 * number
        height = {"run_uuid": run, "key": "height", "value": number * 7 % 50, "timestamp": told, "step": 0}
        session.add(tracking.SqlRun(run_uuid=run, name=f"walk {number}", experiment_id=int(experiment),
            user_id="keeper", status="FINISHED", start_time=told, end_time=told + 1000, lifecycle_stage="active",
            artifact_uri=f"artifacts/{run}", source_type="LOCAL", source_name="", entry_point_name=""))
        session.flush()
        session.add(tracking.SqlTag(run_uuid=run, key="mlflow.runName", value=f"walk {number}"))
        session.add(tracking.SqlParam(run_uuid=run, key="thing", value=things[number % 3]))
        session.add(tracking.SqlParam(run_uuid=run, key="place", value=f"hill {number}"))
        session.add(tracking.SqlMetric(**height))
        session.add(tracking.SqlLatestMetric(**height))
with Models(place).ManagedSessionMaker() as session:
    for number in range(models):
        session.add(registry.SqlRegisteredModel(name=f"{things[number % 3]} {number:02}", creation_time=began + number,
            last_updated_time=began + number, description=f"What is known, part {number}."))
"""


@contextlib.contextmanager
def mlflow(folder: Path) -> Iterator[Application]:
    """Runs of an experiment about three things, and models of them."""
    programs = installed("mlflow", "mlflow>=2.20,<3", "setuptools<81", "sqlalchemy<2.1")
    fill = [programs / "python", "-c", _FILL, str(RUNS), str(MODELS), *THINGS]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    stored = ["--backend-store-uri", "sqlite:///mlflow.sqlite", "--default-artifact-root", "artifacts"]
    where = ["--host", "127.0.0.1", "--port", url.rpartition(":")[2], "--workers", "2"]
    own = {"PATH": f"{programs}:/usr/bin:/bin"}
    with served([programs / "mlflow", "server", *stored, *where], f"{url}/health", folder, own):
        yield Application(url, "", "", folder)


async def search_runs(page: Page, _: Application, told: str) -> None:
    box = page.locator("[data-test-id=search-box], [data-testid=search-box]")
    await box.fill(told)
    async with page.expect_response(lambda answer: "runs/search" in answer.url):
        await box.press("Enter")
    await page.wait_for_timeout(2000)
    await page.mouse.move(800, 500)
    more = page.locator("button:has-text('Load more')")
    for _each in range(40):
        if await more.count():
            async with page.expect_response(lambda answer: "runs/search" in answer.url):
                await more.first.click()
            await page.wait_for_timeout(2000)
        await page.mouse.wheel(0, 600)
        await page.wait_for_timeout(100)


async def search_models(page: Page, _: Application, word: str) -> None:
    await page.click("[role=dialog] button[aria-label=Close]")  # an offer of something new stands before all
    box = page.locator("input[placeholder*='ilter']").first
    await box.fill(word)
    async with page.expect_response(lambda answer: "registered-models/search" in answer.url):
        await box.press("Enter")
    following = page.locator("button:has-text('Next'):not([disabled])")
    while await following.count():
        async with page.expect_response(lambda answer: "registered-models/search" in answer.url):
            await following.click()
        await page.wait_for_timeout(1000)


def runs(_: Application, told: str) -> Sequence[Row]:
    thing = told.split('"')[1]
    return [(f"walk {n}", thing, f"hill {n}") for n in range(RUNS) if THINGS[n % 3] == thing]


def models(_: Application, word: str) -> Sequence[Row]:
    return [(f"{word} {n:02}", f"What is known, part {n}.") for n in range(MODELS) if THINGS[n % 3] == word]


EXHIBIT = Exhibit(
    "mlflow",
    "React with addresses behind a hash",
    mlflow,
    (
        Workflow(
            "runs",
            search_runs,
            ({"told": 'params.thing = "windmill"'}, {"told": 'params.thing = "quarry"'}),
            {"told": 'params.thing = "footbridge"'},
            runs,
            "/#/experiments/1",
        ),
        Workflow(
            "models",
            search_models,
            ({"word": "windmill"}, {"word": "quarry"}),
            {"word": "footbridge"},
            models,
            "/#/models",
        ),
    ),
)
