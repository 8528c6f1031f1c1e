"""A site made with Wagtail, a CMS from PyPI: pages for visitors with a search, and an admin behind a login."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

PAGES = 84
THINGS = ("orchard", "harbour", "lantern")
_FILL = """
import sys
from django.contrib.auth import get_user_model
from home.models import HomePage

get_user_model().objects.create_superuser("reader", "reader@example.test", sys.argv[-1])
root = HomePage.objects.first()
things = sys.argv[-2].split()
for number in range(int(sys.argv[-3])):
    title = f"Note {number} on the {things[number % len(things)]}"
    root.add_child(instance=HomePage(title=title, slug=f"note-{number}"))
"""


@contextlib.contextmanager
def wagtail(folder: Path) -> Iterator[Application]:
    """A site with pages about three things."""
    programs = installed("wagtail", "wagtail>=7,<9")
    secret = "quiet & please"
    subprocess.run([programs / "wagtail", "start", "practice", folder], check=True, capture_output=True)
    manage = [programs / "python", folder / "manage.py"]
    subprocess.run([*manage, "migrate"], check=True, capture_output=True, cwd=folder)
    fill = f"import sys; sys.argv = ['fill', '{PAGES}', '{' '.join(THINGS)}', {secret!r}]\n{_FILL}"
    subprocess.run([*manage, "shell"], check=True, capture_output=True, cwd=folder, input=fill, text=True)
    subprocess.run([*manage, "rebuild_references_index"], check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [*manage, "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/admin/login/", folder, {"DJANGO_SETTINGS_MODULE": "practice.settings.dev"}):
        yield Application(url, "reader", secret, folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=query]", word)
    await follow(page, "input[type=submit]")
    await turn(page, "a >> text=Next")


async def search_admin(page: Page, app: Application, word: str) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "button[type=submit]")
    await page.goto(f"{app.url}/admin/pages/search/?q={word}")
    await turn(page, ".pagination li.next a:visible")


def found_pages(_: Application, word: str) -> Sequence[Row]:
    return [(f"Note {number} on the {word}",) for number in range(PAGES) if THINGS[number % 3] == word]


EXHIBIT = Exhibit(
    "wagtail",
    "a CMS and its admin",
    wagtail,
    (
        Workflow(
            "search", search, ({"word": "orchard"}, {"word": "harbour"}), {"word": "lantern"}, found_pages, "/search/"
        ),
        Workflow(
            "admin",
            search_admin,
            ({"word": "orchard"}, {"word": "harbour"}),
            {"word": "lantern"},
            found_pages,
            "/admin/login/",
        ),
    ),
)
