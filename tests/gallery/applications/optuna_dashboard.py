"""Optuna's dashboard, in Python with a page by React: trials of a study, whose number its name stands for."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
TRIALS = 25
_FILL = """
import sys
import optuna

optuna.logging.set_verbosity(optuna.logging.ERROR)
for place, thing in enumerate(sys.argv[2:]):
    study = optuna.create_study(storage="sqlite:///walks.db", study_name=f"Of the {thing}")
    for number in range(int(sys.argv[1])):
        at = {"height": optuna.distributions.FloatDistribution(0, 100)}
        given = {"height": number + place / 4}
        study.add_trial(optuna.trial.create_trial(params=given, distributions=at, value=number * 1.5 + place + 0.25))
"""


@contextlib.contextmanager
def optuna_dashboard(folder: Path) -> Iterator[Application]:
    """Three studies with trials."""
    programs = installed("optuna_dashboard", "optuna-dashboard>=0.18", "optuna>=4")
    fill = [programs / "python", "-c", _FILL, str(TRIALS), *THINGS]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    where = ["--host", "127.0.0.1", "--port", url.rpartition(":")[2]]
    with served([programs / "optuna-dashboard", "sqlite:///walks.db", *where], f"{url}/dashboard/", folder):
        yield Application(url, "", "", folder)


async def trials(page: Page, _: Application, study: str) -> None:
    await page.click(f"text=Of the {THINGS[int(study) - 1]}")
    await page.wait_for_load_state("networkidle")
    await page.click("a[href$='/trials']")
    await page.wait_for_load_state("networkidle")


def of_study(_: Application, study: str) -> Sequence[Row]:
    return [(str(n), str(n * 1.5 + int(study) - 0.75)) for n in range(TRIALS)]


EXHIBIT = Exhibit(
    "optuna_dashboard",
    "experiments in a page by React",
    optuna_dashboard,
    (
        Workflow(
            "trials",
            trials,
            ({"study": "1"}, {"study": "3"}),
            {"study": "2"},
            of_study,
            "/dashboard/",
        ),
    ),
)
