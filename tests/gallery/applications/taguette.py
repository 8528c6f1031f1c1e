"""Taguette from PyPI: passages that are marked in documents; a script asks for them by their tag, or by project."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

PROJECTS = ("Talks with millers", "Letters of keepers", "Notes of walkers")
TAGS = ("weather", "repair", "visitors", "money")
PASSAGES = 360
DOCUMENTS = 6
"""Of each project."""
_SETTINGS = """
NAME, BIND_ADDRESS, PORT, DOMAIN = "Readings", "127.0.0.1", {port}, "127.0.0.1"
BASE_PATH, SECRET_KEY, DATABASE = "/", "for tests", "sqlite:///readings.sqlite"
EMAIL, TOS_FILE, X_HEADERS, COOKIES_PROMPT = "Readings <readings@example.test>", None, False, False
MAIL_SERVER = dict(ssl=False, host="localhost", port=25)
"""
_FILL = """
import asyncio
import sys
from taguette import database as data

secret, passages, documents = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
projects, tags = sys.argv[4].split(","), sys.argv[5].split(",")
session = data.connect("sqlite:///readings.sqlite")()
for name in ("admin", "keeper"):
    user = data.User(login=name)
    asyncio.run(user.set_password(secret))
    session.add(user)
for place, title in enumerate(projects):
    project = data.Project(name=title, description="")
    session.add(project)
    session.flush()
    session.add(data.ProjectMember(project=project, user_login="keeper", privileges=data.Privileges.ADMIN))
    marks = [data.Tag(project=project, path=path, description="") for path in tags]
    texts = [data.Document(name=f"{title} {n}", description="", filename=f"{n}.txt", project=project,
        text_direction=data.TextDirection.LEFT_TO_RIGHT, contents="<p>What was said.</p>") for n in range(documents)]
    session.add_all([*marks, *texts])
    session.flush()
    for n in range(place, passages, len(projects)):
        own = n // len(projects)
        session.add(data.Highlight(document=texts[own % documents], start_offset=own, end_offset=own + 1,
            snippet=f"<p>Passage {n} of the {tags[own % len(tags)]}</p>", tags=[marks[own % len(tags)]]))
session.commit()
"""


@contextlib.contextmanager
def taguette(folder: Path) -> Iterator[Application]:
    """Three projects, whose passages have one of four tags each."""
    programs = installed("taguette", "taguette>=1.5")
    port, secret = free_port(folder), "quiet & please"
    (folder / "settings.py").write_text(_SETTINGS.format(port=port))
    filling = [programs / "python", "-c", _FILL, secret, str(PASSAGES), str(DOCUMENTS), ",".join(PROJECTS)]
    subprocess.run([*filling, ",".join(TAGS)], check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{port}"
    with served([programs / "taguette", "server", "settings.py"], f"{url}/login", folder):
        yield Application(url, "keeper", secret, folder)


async def open_project(page: Page, app: Application, title: str) -> None:
    await page.fill("#log-in-login", app.user)
    await page.fill("#log-in-password", app.secret)
    await follow(page, "button[name=log-in]")
    await follow(page, f".list-group a:text-is('{title}')")
    await page.click("#tags-tab")


async def turn_passages(page: Page) -> None:
    await page.wait_for_selector(".highlight-entry")
    while await page.locator("a.page-link:text-is('Next')").count():
        async with page.expect_response(lambda answer: "/highlights/" in answer.url):
            await page.click("a.page-link:text-is('Next')")
        await page.wait_for_timeout(300)


async def tagged(page: Page, app: Application, tag: str) -> None:
    await open_project(page, app, PROJECTS[1])
    await page.click(f"#tags-list a:text-is('{tag}')")
    await turn_passages(page)


async def of_project(page: Page, app: Application, title: str) -> None:
    await open_project(page, app, title)
    await page.click("#load-all-tags")
    await turn_passages(page)


def marked(_: Application, tag: str) -> Sequence[Row]:
    """Passages alone: which document and which tag they have the data say by numbers, whose names the page has."""
    return [(f"Passage {n} of the {tag}",) for n in range(1, PASSAGES, 3) if TAGS[n // 3 % 4] == tag]


def belonging(_: Application, title: str) -> Sequence[Row]:
    own = range(PROJECTS.index(title), PASSAGES, 3)
    return [(f"Passage {n} of the {TAGS[n // 3 % 4]}",) for n in own]


EXHIBIT = Exhibit(
    "taguette",
    "marked passages",
    taguette,
    (
        Workflow("tagged", tagged, ({"tag": "weather"}, {"tag": "money"}), {"tag": "repair"}, marked, "/login"),
        Workflow(
            "project",
            of_project,
            ({"title": PROJECTS[0]}, {"title": PROJECTS[2]}),
            {"title": PROJECTS[1]},
            belonging,
            "/login",
        ),
    ),
)
