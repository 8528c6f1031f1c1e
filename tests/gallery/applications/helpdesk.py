"""django-helpdesk from PyPI: tickets in a table that a script turns over, by a query that the page holds coded."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

TICKETS = 180
THINGS = ("windmill", "footbridge", "quarry")
KEEPERS = 7
_SETTINGS = """
BASE = __file__.rsplit("/", 1)[0]
SECRET_KEY, DEBUG, ALLOWED_HOSTS, SITE_ID, USE_TZ = "for tests", True, ["*"], 1, True
ROOT_URLCONF, STATIC_URL, MEDIA_URL, MEDIA_ROOT = "urls", "/static/", "/media/", BASE + "/media"
LOGIN_URL, LOGIN_REDIRECT_URL = "helpdesk:login", "helpdesk:home"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE + "/tickets.sqlite"}}
INSTALLED_APPS = ["django.contrib." + name for name in ("admin", "auth", "contenttypes", "sessions", "messages",
    "staticfiles", "sites", "humanize")] + ["rest_framework", "helpdesk"]
HELPDESK_TEAMS_MODE_ENABLED = False
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages"]}}]
"""
_URLS = """
from django.contrib import admin
from django.urls import include, path
urlpatterns = [path("admin/", admin.site.urls), path("", include("helpdesk.urls"))]
"""
_FILL = """
import datetime
import sys
import django
django.setup()
from django.contrib.auth import get_user_model
from helpdesk.models import Queue, Ticket

tickets, keepers, secret, things = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
get_user_model().objects.create_superuser("reader", "reader@example.test", secret)
queues = [Queue.objects.create(title=f"Repairs of {thing}s", slug=thing) for thing in things]
for number in range(tickets):
    thing = things[number % len(things)]
    Ticket.objects.create(title=f"Report {number} on the {thing}", queue=queues[number % len(things)],
        submitter_email=f"keeper{number % keepers}@example.test", description=f"What happened to {thing} {number}.",
        created=datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(hours=number))
"""


@contextlib.contextmanager
def helpdesk(folder: Path) -> Iterator[Application]:
    """Queues of tickets about three things."""
    programs = installed("helpdesk", "django-helpdesk")
    secret = "Quiet & please 1"
    (folder / "settings.py").write_text(_SETTINGS)
    (folder / "urls.py").write_text(_URLS)
    environment = {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder)}
    django = [programs / "python", "-m", "django"]
    fill = [programs / "python", "-c", _FILL, str(TICKETS), str(KEEPERS), secret, *THINGS]
    for command in ([*django, "migrate"], fill):
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env=environment)
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([*django, "runserver", "--noreload", url.removeprefix("http://")], url, folder, environment):
        yield Application(url, "reader", secret, folder)


async def log_in(page: Page, app: Application) -> None:
    await page.fill("#username", app.user)
    await page.fill("#password", app.secret)
    await follow(page, "form button[type=submit]")


async def search(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.fill("#search_query", word)
    await follow(page, "#searchform button[type=submit]")
    await turn_table(page)


async def choose_queue(page: Page, app: Application, queue: str) -> None:
    await log_in(page, app)
    await follow(page, "a[href='/tickets/'] >> visible=true")
    await page.click("#advanced-filters")
    await page.click("[data-bs-target='#collapseQueue']")
    await page.check(f"#queue-check-{queue}")
    await follow(page, "button[form=filtersForm]")
    await turn_table(page)


async def turn_table(page: Page) -> None:
    """Go to the last page of the table."""
    await page.locator("#ticketTable tbody tr >> nth=20").wait_for()
    ahead = page.locator(".dt-paging-button:not(.disabled) .next, .dt-paging-button.next:not(.disabled)")
    while await ahead.count():
        async with page.expect_response(lambda answer: "datatables_ticket_list" in answer.url):
            await ahead.click()
        await page.wait_for_timeout(500)


def _row(number: int) -> Row:
    return f"Report {number} on the {THINGS[number % 3]}", f"keeper{number % KEEPERS}@example.test"


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(number) for number in range(TICKETS) if THINGS[number % 3] == word]


def queued(_: Application, queue: str) -> Sequence[Row]:
    return [_row(number) for number in range(TICKETS) if number % 3 == int(queue) - 1]


_HOME = "/login/"

EXHIBIT = Exhibit(
    "helpdesk",
    "tickets",
    helpdesk,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, _HOME),
        Workflow("queue", choose_queue, ({"queue": "1"}, {"queue": "3"}), {"queue": "2"}, queued, _HOME),
    ),
)
