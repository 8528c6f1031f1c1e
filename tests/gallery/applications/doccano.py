"""doccano from PyPI: texts of projects in a page by Vue, over an API that is asked for pages by where these begin."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
PROJECTS = 42
TEXTS = 84
_FILL = """
import sys
import django
django.setup()
from django.contrib.auth.models import User
from django.core.management import call_command
from examples.models import Example
from projects.models import TextClassificationProject

secret, projects, texts, things = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
call_command("migrate", verbosity=0)
call_command("create_roles")
keeper = User.objects.create_superuser("keeper", "keeper@example.org", secret)
for n in range(projects):
    project = TextClassificationProject.objects.create(name=f"Notes {n} on the {things[n % 3]}", created_by=keeper,
        description=f"They are {n * 5 + 2} pages long.", project_type="DocumentClassification")
    project.add_admin()
    if n >= projects - len(things):
        for text in range(texts):
            Example.objects.create(project=project, text=f"Walker {text} has seen the {things[text % 3]} of hill {n}.",
                upload_name=f"note{text}.txt")
"""


@contextlib.contextmanager
def doccano(folder: Path) -> Iterator[Application]:
    """Notes on three things, in projects."""
    python = installed("doccano", "doccano==1.8.4", "setuptools<80", "marshmallow<4", "numpy<2") / "python"
    [program] = python.parents[1].glob("lib/python*/site-packages/backend")
    secret = "quiet & please"
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "PYTHONPATH": str(program),
        "PYTHONWARNINGS": "ignore",
        "STANDALONE": "True",
        "DATABASE_URL": f"sqlite:///{folder}/notes.sqlite",
        "MEDIA_ROOT": str(folder / "media"),
    }
    filling = [python, "-c", _FILL, secret, str(PROJECTS), str(TEXTS), *THINGS]
    subprocess.run(filling, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [python, "-m", "django", "runserver", "--noreload", "--nostatic", url.removeprefix("http://")]
    with served(serve, url, folder, own):
        yield Application(url, "keeper", secret, folder)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click(".v-card button:has-text('Login')")
    await page.wait_for_selector("tbody a:has-text('Notes')")


async def _turn(page: Page, shown: str) -> None:
    """To the last page, each time until other rows are there."""
    while await page.locator("button[aria-label='Next page']:not([disabled])").count():
        before = await page.locator(shown).first.inner_text()
        await page.click("button[aria-label='Next page']")
        await page.wait_for_function(
            "([shown, before]) => document.querySelector(shown)?.innerText.trim() !== before.trim()",
            arg=[shown, before],
        )


async def _search(page: Page, word: str, shown: str) -> None:
    await page.fill("main input[type=text] >> nth=0", word)
    await page.press("main input[type=text] >> nth=0", "Enter")
    await page.wait_for_function(
        "([shown, word]) => [...document.querySelectorAll(shown)].every(e => e.innerText.includes(word))"
        " && document.querySelector(shown)",
        arg=[shown, word],
    )


async def projects(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await _search(page, word, "tbody a")
    await _turn(page, "tbody a")


async def texts(page: Page, app: Application, project: str) -> None:
    await _log_in(page, app)
    await page.click(f"tbody a:has-text('{project}')")
    await page.click("a:has-text('Dataset'), .v-list-item:has-text('Dataset') >> nth=0")
    await page.wait_for_selector("tbody td:has-text('Walker')")
    await _turn(page, "tbody td:nth-child(4)")


def named(_: Application, word: str) -> Sequence[Row]:
    own = [n for n in range(PROJECTS) if THINGS[n % 3] == word]
    return [(f"Notes {n} on the {word}", f"They are {n * 5 + 2} pages long.") for n in own]


def within(_: Application, project: str) -> Sequence[Row]:
    hill = project.split()[1]
    return [(f"Walker {n} has seen the {THINGS[n % 3]} of hill {hill}.",) for n in range(TEXTS)]


EXHIBIT = Exhibit(
    "doccano",
    "a page by Vue over an API",
    doccano,
    (
        Workflow(
            "projects",
            projects,
            ({"word": "windmill"}, {"word": "quarry"}),
            {"word": "footbridge"},
            named,
            home="/auth",
        ),
        Workflow(
            "texts",
            texts,
            ({"project": "Notes 39 on the windmill"}, {"project": "Notes 41 on the quarry"}),
            {"project": "Notes 40 on the footbridge"},
            within,
            home="/auth",
        ),
    ),
)
