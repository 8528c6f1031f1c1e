"""django-wiki from PyPI: articles within articles, a search behind a login, lists of what stands below."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmills", "footbridges", "quarries")
ARTICLES = 99
_MANAGE = """
import sys
from django.conf import settings
from django.core.management import call_command, execute_from_command_line
from django.urls import include, path

apps = ("admin", "auth", "contenttypes", "sessions", "messages", "sites", "humanize", "staticfiles")
parts = ("request", "debug", "i18n", "tz")
settings.configure(DEBUG=True, SECRET_KEY="walks", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__, USE_TZ=True,
    INSTALLED_APPS=[*(f"django.contrib.{app}" for app in apps), "django_nyt", "mptt", "sekizai", "sorl.thumbnail",
        "wiki", "wiki.plugins.attachments", "wiki.plugins.notifications", "wiki.plugins.images", "wiki.plugins.macros"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
        "context_processors": ["django.contrib.auth.context_processors.auth",
        *(f"django.template.context_processors.{part}" for part in parts),
        "django.contrib.messages.context_processors.messages", "sekizai.context_processors.sekizai"]}}],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "wiki.sqlite"}},
    STATIC_URL="static/", SITE_ID=1,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField", WIKI_ACCOUNT_HANDLING=True, WIKI_ANONYMOUS=False,
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"])
import django
django.setup()
urlpatterns = [path("notifications/", include("django_nyt.urls")), path("", include("wiki.urls"))]


def fill(secret, count, things):
    from django.contrib.auth.models import User
    from wiki.models import URLPath
    call_command("migrate", verbosity=0)
    user = User.objects.create_superuser("keeper", "keeper@hills.test", secret)
    top = URLPath.create_root(title="Walks", content="All walks")
    places = [URLPath.create_urlpath(top, thing, title=f"About {thing}", content=f"All {thing}", user_message="",
        user=user) for thing in things]
    for n in range(count):
        URLPath.create_urlpath(places[n % 3], f"note-{n:02}", title=f"Note {n:02} of {things[n % 3]}",
            content=f"This one of the {things[n % 3]} stands at mile {n * 7}.", user_message=f"part {n}", user=user)


if sys.argv[1] == "fill":
    fill(sys.argv[2], int(sys.argv[3]), sys.argv[4:])
else:
    execute_from_command_line(["wiki", *sys.argv[1:]])
"""


@contextlib.contextmanager
def djangowiki(folder: Path) -> Iterator[Application]:
    """An article for each of three things, and notes below each."""
    python = installed("djangowiki", "wiki") / "python"
    (folder / "manage.py").write_text(_MANAGE)
    secret, url = "quiet & please", f"http://127.0.0.1:{free_port(folder)}"
    fill = [python, "manage.py", "fill", secret, str(ARTICLES), *THINGS]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder)
    with served([python, "manage.py", "runserver", "--noreload", url.removeprefix("http://")], url, folder):
        yield Application(url, "keeper", secret, folder)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "form:has(input[name=password]) button[type=submit]")


async def search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await page.fill(".navbar input[name=q]", word)
    await follow(page, ".navbar form button[type=submit]")
    await turn(page, _NEXT)


async def below(page: Page, app: Application, thing: str) -> None:
    await _log_in(page, app)
    await follow(page, f"tr:has-text('{thing}') a.list-children")
    await read_two(page, "td a[href*=note]:not(.list-children)", 2, 5)
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, "td a[href*=note]:not(.list-children) >> nth=0")


_NEXT = ".page-item:not(.disabled) > a:has-text('»')"


def found(_: Application, word: str) -> Sequence[Row]:
    return [(_text(n),) for n in range(ARTICLES) if THINGS[n % 3] == word] + [(f"All {word}",)]


def told(_: Application, thing: str) -> Sequence[Row]:
    return [(f"note-{n:02}", _text(n)) for n in range(ARTICLES) if THINGS[n % 3] == thing]


def _text(number: int) -> str:
    return f"This one of the {THINGS[number % 3]} stands at mile {number * 7}."


EXHIBIT = Exhibit(
    "djangowiki",
    "a wiki of articles within articles",
    djangowiki,
    (
        Workflow("search", search, ({"word": "windmills"}, {"word": "quarries"}), {"word": "footbridges"}, found),
        Workflow(
            "below", below, ({"thing": "windmills"}, {"thing": "quarries"}), {"thing": "footbridges"}, told, "/_dir/"
        ),
    ),
)
