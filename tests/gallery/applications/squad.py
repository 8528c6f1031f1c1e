"""SQUAD from PyPI, how builds fare in tests: rows of a page that are one link each, a filter over jobs, details."""

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

PROJECTS = ("Boot loader", "Kernel, next", "Löve tools")
BUILDS = 84
JOBS = 105
BOARDS = ("beagle", "dragon", "juno")
_FILL = """
import sys
import django
django.setup()
import json
from datetime import datetime, timedelta, timezone
from django.core.management import call_command
call_command("migrate", verbosity=0)
from squad.ci.models import Backend, TestJob
from squad.core.models import Build, Group, ProjectStatus, TestRun
told = json.load(sys.stdin)
group = Group.objects.create(slug="stream", name="Stream")
backend = Backend.objects.create(name="lab", url="http://lab.example/", implementation_type="lava")
for project, builds in told.items():
    slug = project.lower().replace(", ", "-").replace(" ", "-").replace("\\u00f6", "o")
    own = group.projects.create(slug=slug, name=project)
    board = own.environments.create(slug="beagle")
    for build in builds:
        when = datetime.fromisoformat(build["when"])
        kept = Build.objects.create(project=own, version=build["version"], datetime=when)
        TestRun.objects.create(build=kept, environment=board, job_id="1", datetime=when, data_processed=True,
            status_recorded=True, metadata_file=json.dumps(build["told"]))
        ProjectStatus.objects.update_or_create(build=kept, defaults=dict(created_at=when, last_updated=when,
            finished=True, notified=True, test_runs_total=build["runs"], test_runs_completed=build["runs"],
            tests_pass=build["passed"], tests_fail=build["failed"]))
    for job, (board, name, status) in enumerate(builds[-1]["jobs"]):
        TestJob.objects.create(backend=backend, target=own, target_build=kept, environment=board, name=name,
            job_id=str(job + 7000), job_status=status, submitted=True, fetched=True, definition="")
"""


@contextlib.contextmanager
def squad(folder: Path) -> Iterator[Application]:
    """Builds of three projects; the last one of each has jobs on three boards."""
    python = installed("squad", "squad==1.98") / "python"
    for loader in python.parent.parent.glob("lib/*/site-packages/squad/frontend/static/download"):
        loader.write_text("#!/bin/sh\n")  # it has scripts from elsewhere, which none of these pages needs
    own = {"DATABASE": f"NAME={folder / 'squad.sqlite3'}", "SECRET_KEY": "quiet", "ENV": "production"}
    own |= {"DJANGO_SETTINGS_MODULE": "squad.settings", "SQUAD_STATIC_DIR": str(folder / "static")}
    told = json.dumps({project: [_build(project, n) for n in range(BUILDS)] for project in PROJECTS})
    fill: list[str | Path] = [python, "-c", _FILL]
    subprocess.run(fill, check=True, input=told.encode(), capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    run: list[str | Path] = [python, "-m", "django", "runserver", "--noreload", "--insecure"]
    with served([*run, url.removeprefix("http://")], url, folder, own):
        yield Application(url, "", "", folder)


def _build(project: str, number: int) -> dict[str, object]:
    return {
        "version": version(project, number),
        "when": f"{_day(number)}T08:{number % 60:02}:00+00:00",
        "runs": number % 9 + 3,
        "passed": passed(project, number),
        "failed": number % 4,
        "told": {"branch": branch(number), "commit": commit(project, number), "tree": "stream"},
        "jobs": [(BOARDS[n % 3], work(project, n), "Incomplete" if n % 5 == 2 else "Complete") for n in range(JOBS)],
    }


def version(project: str, number: int) -> str:
    return f"v{PROJECTS.index(project) + 4}.{number + 100}-rc{number % 4 + 1}"


def _day(number: int) -> str:
    return f"2025-{number // 28 + 2:02}-{number % 28 + 1:02}"


def passed(project: str, number: int) -> int:
    return 1200 + number * 7 + PROJECTS.index(project)


def branch(number: int) -> str:
    return ("main", "fixes", "wip/ünits")[number % 3]


def commit(project: str, number: int) -> str:
    return f"{(number * 7919 + PROJECTS.index(project) * 104729 + 65536):010x}"


def work(project: str, number: int) -> str:
    return f"{('boot', 'net', 'disk')[number // 3 % 3]} check {number * 11 % JOBS + PROJECTS.index(project) * 200}"


_NEXT = "xpath=(//ul[contains(@class, 'pagination')])[1]/li[contains(@class, 'active')]/following-sibling::li[1]/a"


async def _open(page: Page, project: str) -> None:
    await follow(page, "a:has-text('Stream') >> nth=0")
    await follow(page, f"a:has(strong:has-text('{project}'))")


async def builds(page: Page, app: Application, project: str) -> None:
    await _open(page, project)
    await follow(page, "a:text-is('Builds')")
    await turn(page, _NEXT)


async def details(page: Page, app: Application, project: str) -> None:
    await _open(page, project)
    await follow(page, "a:text-is('Builds')")
    await follow(page, ".build > a >> nth=2")
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, ".build > a >> nth=4")


async def jobs(page: Page, app: Application, project: str, build: str, board: str) -> None:
    await _open(page, project)
    await follow(page, f".build > a:has(strong:has-text('{build}'))")
    await follow(page, "a:has-text('Test jobs')")
    await page.fill("[name=environment]", board)
    await follow(page, "form button[type=submit]")
    await turn(page, _NEXT)


def built(_: Application, project: str) -> Sequence[Row]:
    return [(version(project, n), f"{n % 9 + 3} test runs", f"{passed(project, n)} pass") for n in range(BUILDS)]


def described(_: Application, project: str) -> Sequence[Row]:
    return [(f"Build {version(project, n)}", branch(n), commit(project, n)) for n in range(BUILDS)]


def done(_: Application, project: str, build: str, board: str) -> Sequence[Row]:
    own = [n for n in range(JOBS) if BOARDS[n % 3] == board]
    said = {n: "Incomplete" if n % 5 == 2 else "Complete" for n in own}
    return [(f"{n + 7000}, {board}, {work(project, n)} ({said[n]})",) for n in own]


_INPUTS = ({"project": "Boot loader"}, {"project": "Löve tools"})
_OTHER = {"project": "Kernel, next"}
_JOBS = [
    {"project": project, "build": version(project, BUILDS - 1), "board": board}
    for project, board in zip(PROJECTS, ("juno", "dragon", "beagle"), strict=True)
]

EXHIBIT = Exhibit(
    "squad",
    "how builds fare in tests",
    squad,
    (
        Workflow("builds", builds, _INPUTS, _OTHER, built),
        Workflow("details", details, _INPUTS, _OTHER, described),
        Workflow("jobs", jobs, (_JOBS[0], _JOBS[2]), _JOBS[1], done),
    ),
)
