"""TOM Toolkit from PyPI: targets of an observatory; htmx asks for its table anew as one types, and as one turns."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

KINDS = ("comet", "nebula", "quasar")
TARGETS = 198
_SIZE = 20
_ANSWERS = "y\n\n1\n\n\n\n"
"""To what its setup asks: the usual, with targets whose places are fixed."""
_SETTINGS = """
ALLOWED_HOSTS, TARGET_PERMISSIONS_ONLY, TARGET_DEFAULT_PERMISSION = ["*"], True, "OPEN"
"""
_FILL = """
import sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth.models import User
from tom_targets.models import Target
user, secret, count, kinds = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
User.objects.create_superuser(user, "keeper@tom.test", secret)
for n in range(count):
    Target.objects.create(name=f"{kinds[n % 3]}-{n * 7 % count + 200}", type="SIDEREAL", ra=n + 0.25, dec=n % 90 + 0.5,
        epoch=2000 + n % 25, distance=1000 + n * 3)
"""


@contextlib.contextmanager
def tomtoolkit(folder: Path) -> Iterator[Application]:
    """Targets of three kinds."""
    programs = installed("tomtoolkit", "tomtoolkit==3.1.0")
    site = folder / "observatory"
    site.mkdir()
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}
    subprocess.run([programs / "django-admin", "startproject", site.name, site], check=True, env=quiet)
    settings = site / site.name / "settings.py"
    settings.write_text(settings.read_text().replace("INSTALLED_APPS = [", "INSTALLED_APPS = ['tom_setup',", 1))
    setup = [programs / "python", site / "manage.py", "tom_setup"]
    subprocess.run(setup, check=True, cwd=site, env=quiet, input=_ANSWERS.encode(), capture_output=True)
    with settings.open("a") as more:
        more.write(_SETTINGS)
    own = {"DJANGO_SETTINGS_MODULE": f"{site.name}.settings", "PYTHONPATH": str(site), "PYTHONWARNINGS": "ignore"}
    user, secret = "keeper", "quiet & please"
    fill = [programs / "python", "-c", _FILL, user, secret, str(TARGETS), *KINDS]
    subprocess.run(fill, check=True, capture_output=True, cwd=site, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "python", site / "manage.py", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, url, site, own):
        yield Application(url, user, secret, folder)


async def search(page: Page, app: Application, kind: str) -> None:
    await _search(page, app, kind)
    while await page.locator(_NEXT).count():
        await _next(page)


async def details(page: Page, app: Application, kind: str) -> None:
    await _search(page, app, kind)
    await follow(page, "div.table-container tbody tr >> nth=1 >> a >> nth=0")
    await page.go_back()
    await _type(page, kind)
    await follow(page, "div.table-container tbody tr >> nth=4 >> a >> nth=0")


_NEXT = "div.table-container li.next [hx-get]"


async def _search(page: Page, app: Application, kind: str) -> None:
    await page.fill("input[name=login]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "input[type=submit], button[type=submit]")
    await follow(page, "nav a[href*='/targets/'] >> nth=0")
    await _type(page, kind)


async def _type(page: Page, kind: str) -> None:
    await page.locator("div.table-container tbody tr >> nth=5").wait_for()
    async with page.expect_response(f"**/targets/?*query={kind}*"):
        await page.fill("input[name=query]", kind)
    await page.wait_for_timeout(500)


async def _next(page: Page) -> None:
    async with page.expect_response("**/targets/?*page=*"):
        await page.click(f"{_NEXT} >> nth=0")
    await page.wait_for_timeout(500)


def name(number: int) -> str:
    return f"{KINDS[number % 3]}-{number * 7 % TARGETS + 200}"


def found(_: Application, kind: str) -> Sequence[Row]:
    return [(name(n), str(n + 0.25), str(n % 90 + 0.5)) for n in range(TARGETS) if KINDS[n % 3] == kind]


def told_of(_: Application, kind: str) -> Sequence[Row]:
    """What the first page leads to, the newest first."""
    own = [n for n in reversed(range(TARGETS)) if KINDS[n % 3] == kind][:_SIZE]
    return [(name(n), f"{2000 + n % 25}.0", f"{1000 + n * 3}.0") for n in own]


_HOME = "/accounts/login/"


EXHIBIT = Exhibit(
    "tomtoolkit",
    "targets of an observatory",
    tomtoolkit,
    (
        Workflow("search", search, ({"kind": "comet"}, {"kind": "quasar"}), {"kind": "nebula"}, found, _HOME),
        Workflow("details", details, ({"kind": "nebula"}, {"kind": "comet"}), {"kind": "quasar"}, told_of, _HOME),
    ),
)
