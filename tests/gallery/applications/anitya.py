"""Anitya from PyPI, which watches for releases: projects by distributions, and how they were looked at."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
DISTRIBUTIONS = ("Cairn", "Heather", "Moorland")
BACKENDS = ("PyPI", "custom", "GNU project")
TROUBLES = ("no answer", "no version", "refused")
PROJECTS = 330
_NEXT = "li:not(.disabled) > a.page-link:has-text('»') >> nth=0"
_FILL = """
import datetime as dt
import json
import sys
from anitya.app import create
from anitya.db import db
from anitya.db.models import Distro, Packages, Project, ProjectVersion
app = create()
with app.app_context():
    db.manager.sync()
    distributions, projects = json.load(sys.stdin)
    for name in distributions:
        db.session.add(Distro(name))
    when = dt.datetime(2025, 3, 1)
    for number, (name, home, backend, distribution, versions, log) in enumerate(projects):
        project = Project(name=name, homepage=home, backend=backend, ecosystem_name=home, version_scheme="RPM",
            version_url=home + "files", latest_version=versions[-1], check_successful=not log,
            error_counter=number % 5 + 1, logs=log or "Version retrieved correctly",
            last_check=when + dt.timedelta(minutes=number))
        db.session.add(project)
        db.session.flush()
        for version in versions:
            db.session.add(ProjectVersion(project_id=project.id, version=version, created_on=when))
        db.session.add(Packages(distro_name=distribution, project_id=project.id, package_name=f"pkg-{number}"))
    db.session.commit()
"""


@contextlib.contextmanager
def anitya(folder: Path) -> Iterator[Application]:
    """Projects of three distributions; what two of three look for fails now and then."""
    programs = installed("anitya", "anitya==2.3.0")
    python, flask = programs / "python", programs / "flask"
    store = f"sqlite:///{folder}/walks.sqlite"
    (folder / "anitya.toml").write_text(
        f'secret_key = "for tests"\ndb_url = "{store}"\nsqlalchemy_database_uri = "{store}"\n'
        "authlib_enabled_backends = []\n"
    )
    own = {"ANITYA_WEB_CONFIG": str(folder / "anitya.toml")}
    projects = [
        (name(n), home(n), BACKENDS[n % 3], DISTRIBUTIONS[n // 3 % 3], versions(n), log(n)) for n in range(PROJECTS)
    ]
    told = json.dumps([DISTRIBUTIONS, projects])
    subprocess.run([python, "-c", _FILL], check=True, cwd=folder, env={**os.environ, **own}, input=told, text=True)
    url = f"http://127.0.0.1:{free_port(folder)}"
    port = url.rpartition(":")[2]
    with served([flask, "--app", "anitya.wsgi", "run", "--port", port], url, folder, own):
        yield Application(url, "", "", folder)


def thing(number: int) -> str:
    return THINGS[number // 9 % 3]


def name(number: int) -> str:
    return f"{thing(number)}-{number * 7 % PROJECTS:03}"


def home(number: int) -> str:
    return f"https://{name(number)}.example/"


def versions(number: int) -> list[str]:
    return [f"{number % 9}.{part}" for part in range(1, number % 4 + 3)]


def log(number: int) -> str:
    """Why no version was found; empty where one was."""
    return f"Error {number * 13 % 400}: {TROUBLES[number // 2 % 3]}" if number % 2 else ""


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("#searchbox_hero", word)
    await follow(page, "form:has(#searchbox_hero) button")
    await turn(page, _NEXT)


async def distribution(page: Page, app: Application, distribution: str) -> None:
    await page.goto(f"{app.url}/distros")
    await follow(page, f"a >> text={distribution}")
    await turn(page, _NEXT)


async def details(page: Page, app: Application, distribution: str) -> None:
    await page.goto(f"{app.url}/distros")
    await follow(page, f"a >> text={distribution}")
    await follow(page, "tbody td:first-child a >> nth=1")
    await page.go_back()
    await turn(page, _NEXT)
    await follow(page, "tbody td:first-child a >> nth=4")


async def failed(page: Page, app: Application, trouble: str) -> None:
    await page.goto(f"{app.url}/projects/updates/failed")
    await page.fill("input[name=log]", trouble)
    await follow(page, "form:has(input[name=log]) button")
    await turn(page, _NEXT)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(name(n), home(n), BACKENDS[n % 3], versions(n)[-1]) for n in range(PROJECTS) if thing(n) == word]


def _own(distribution: str) -> list[int]:
    return [n for n in range(PROJECTS) if DISTRIBUTIONS[n // 3 % 3] == distribution]


def watched(_: Application, distribution: str) -> Sequence[Row]:
    return [(name(n), home(n), BACKENDS[n % 3]) for n in _own(distribution)]


def told(_: Application, distribution: str) -> Sequence[Row]:
    return [(name(n), versions(n)[-1], home(n), BACKENDS[n % 3]) for n in _own(distribution)]


def troubled(_: Application, trouble: str) -> Sequence[Row]:
    own = [n for n in range(PROJECTS) if log(n).endswith(trouble)]
    return [(name(n), log(n), str(n % 5 + 1)) for n in own]


_DISTRIBUTIONS = ({"distribution": "Cairn"}, {"distribution": "Moorland"})
_OTHER = {"distribution": "Heather"}

EXHIBIT = Exhibit(
    "anitya",
    "releases of projects",
    anitya,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("distribution", distribution, _DISTRIBUTIONS, _OTHER, watched),
        Workflow("details", details, _DISTRIBUTIONS, _OTHER, told),
        Workflow(
            "failed", failed, ({"trouble": "no answer"}, {"trouble": "refused"}), {"trouble": "no version"}, troubled
        ),
    ),
)
