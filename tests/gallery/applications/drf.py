"""Django REST framework from PyPI: the pages on which an API is browsed, its filters, and pages by a cursor."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
PLACES = 96
_SETTINGS = """
BASE = __file__.rsplit("/", 1)[0]
SECRET_KEY, DEBUG, ALLOWED_HOSTS, USE_TZ = "for tests", True, ["*"], True
ROOT_URLCONF, STATIC_URL = "places", "/static/"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE + "/places.sqlite"}}
INSTALLED_APPS = ["django.contrib." + name for name in ("auth", "contenttypes", "sessions", "staticfiles")] + [
    "rest_framework", "django_filters", "hills"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth"]
}}]
"""
_MODELS = """
from django.db import models


class Place(models.Model):
    title = models.CharField(max_length=99)
    kind = models.CharField(max_length=99, choices=[(each, each) for each in ("windmill", "footbridge", "quarry")])
    height = models.IntegerField()
"""
_PLACES = """
from django.urls import include, path
from rest_framework import pagination, permissions, routers, serializers, viewsets
from rest_framework.filters import OrderingFilter, SearchFilter
from django_filters.rest_framework import DjangoFilterBackend
from hills.models import Place


class PlaceSerializer(serializers.ModelSerializer):
    class Meta:
        model = Place
        fields = ["id", "title", "kind", "height"]


class Places(viewsets.ReadOnlyModelViewSet):
    queryset = Place.objects.order_by("id")
    serializer_class = PlaceSerializer
    permission_classes = [permissions.AllowAny]
    filter_backends = [DjangoFilterBackend, SearchFilter, OrderingFilter]
    search_fields, filterset_fields, ordering_fields = ["title"], ["kind"], ["height"]

    class pagination_class(pagination.PageNumberPagination):
        page_size = 10


class Heights(Places):
    filter_backends = [DjangoFilterBackend]

    class pagination_class(pagination.CursorPagination):
        page_size, ordering = 10, "height"


router = routers.DefaultRouter()
router.register("places", Places, basename="place")
router.register("heights", Heights, basename="height")
urlpatterns = [path("", include(router.urls)), path("auth/", include("rest_framework.urls"))]
"""
_FILL = """
import sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", run_syncdb=True, verbosity=0)
from hills.models import Place
places, things = int(sys.argv[1]), sys.argv[2:]
for n in range(places):
    kind = things[n % len(things)]
    Place.objects.create(id=n + 1, title=f"The {kind} {n}", kind=kind, height=n * 37 % 1000)
"""


@contextlib.contextmanager
def drf(folder: Path) -> Iterator[Application]:
    """Places of three kinds: by number, and by their heights."""
    python = installed("drf", "djangorestframework", "django-filter", "markdown") / "python"
    (folder / "settings.py").write_text(_SETTINGS)
    (folder / "places.py").write_text(_PLACES)
    (folder / "hills").mkdir()
    (folder / "hills" / "__init__.py").touch()
    (folder / "hills" / "models.py").write_text(_MODELS)
    environment = {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder)}
    fill = [python, "-c", _FILL, str(PLACES), *THINGS]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env=environment)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [python, "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, url, folder, environment):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await follow(page, "a:has-text('/places/')")
    await page.click("button:has-text('Filters')")
    await page.wait_for_selector("#filtersModal.in, #filtersModal.show")
    await page.fill("#filtersModal input[name=search]", word)
    await follow(page, "#filtersModal form:has(input[name=search]) button")
    await turn(page, "li.next:not(.disabled) a, li:not(.disabled) > a:has-text('»') >> nth=0")


async def heights(page: Page, _: Application, kind: str) -> None:
    await follow(page, "a:has-text('/heights/')")
    await page.click("button:has-text('Filters')")
    await page.wait_for_selector("#filtersModal.in, #filtersModal.show")
    await page.select_option("#filtersModal select[name=kind]", kind)
    await follow(page, "#filtersModal form:has(select[name=kind]) button")
    await turn(page, "li.next:not(.disabled) a, li:not(.disabled) > a:has-text('»') >> nth=0")


def row(number: int) -> Row:
    return (str(number + 1), f"The {THINGS[number % 3]} {number}", THINGS[number % 3], str(number * 37 % 1000))


def found(_: Application, word: str) -> Sequence[Row]:
    return [row(number) for number in range(PLACES) if THINGS[number % 3] == word]


def of_kind(app: Application, kind: str) -> Sequence[Row]:
    return found(app, kind)


EXHIBIT = Exhibit(
    "drf",
    "an API that is browsed",
    drf,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("heights", heights, ({"kind": "windmill"}, {"kind": "quarry"}), {"kind": "footbridge"}, of_kind),
    ),
)
