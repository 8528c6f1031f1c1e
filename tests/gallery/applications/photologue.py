"""django-photologue from PyPI: galleries on numbered pages, photos as pictures alone, a page for each photo."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..djangoproject import django_project
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
YEARS = ("2019", "2020", "2021")
GALLERIES = 48
"""Beside those of the three things."""
PHOTOS = 36
_URLS = 'urlpatterns = [path("photos/", include("photologue.urls", namespace="photologue"))]\n'
_BASE = """<html><head><title>{% block title %}{% endblock %}</title></head><body>
<nav><a href="/photos/gallerylist/">Galleries</a> <a href="/photos/gallery/">Archive</a></nav>
<main>{% block content %}{% endblock %}</main></body></html>"""
_FILL = """
import datetime
import io
from PIL import Image
from django.core.files.base import ContentFile
from django.contrib.sites.models import Site
from photologue.models import Gallery, Photo
galleries, photos, things = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
site = Site.objects.get()
def day(n):
    return datetime.datetime(2021, 3, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(days=n)
shown = {}
for n, thing in enumerate(things):
    shown[thing] = Gallery.objects.create(title=f"The {thing}", slug=thing, description=f"All of the {thing}.",
        date_added=day(1200 + n))
for n in range(photos):
    written = io.BytesIO()
    Image.new("RGB", (40, 30), (n * 5, 90, 200)).save(written, "JPEG")
    thing = things[n % len(things)]
    photo = Photo(title=f"{thing.title()} seen from road {n * 7}", slug=f"{thing}-{n}", caption=f"Taken by walker {n}.",
        date_added=day(n))
    photo.image.save(f"{thing}-{n}.jpg", ContentFile(written.getvalue()))
    photo.sites.add(site)
    shown[thing].photos.add(photo)
for n in range(galleries):
    shown[n] = Gallery.objects.create(title=f"Walk {n}", slug=f"walk-{n}", description=f"Led by walker {n % 7}.",
        date_added=day(n - 700 + n % 3 * 365))
for gallery in shown.values():
    gallery.sites.add(site)
"""


@contextlib.contextmanager
def photologue(folder: Path) -> Iterator[Application]:
    """Galleries of three things, and of walks."""
    needed, own = ("django-photologue==3.20", "django<6"), ("sortedm2m", "photologue")
    words = (str(GALLERIES), str(PHOTOS), *THINGS)
    with django_project("photologue", folder, needed, own, _URLS, _FILL, words, {"base.html": _BASE}) as app:
        yield app


async def gallery(page: Page, _: Application, thing: str) -> None:
    await follow(page, f"h2 a:has-text('The {thing}')")
    await read_two(page, ".gallery-list a", 0, 1)


def photos(_: Application, thing: str) -> Sequence[Row]:
    numbers = [n for n in range(PHOTOS) if THINGS[n % 3] == thing]
    return [(f"{thing.title()} seen from road {n * 7}", f"Taken by walker {n}.") for n in numbers]


async def of_year(page: Page, _: Application, year: str) -> None:
    await follow(page, "nav a:has-text('Archive')")
    await follow(page, f"aside a:has-text('{year}')")


def walks(_: Application, year: str) -> Sequence[Row]:
    return [(f"Walk {n}", f"Led by walker {n % 7}.") for n in range(GALLERIES) if YEARS[n % 3] == year]


EXHIBIT = Exhibit(
    "photologue",
    "galleries of photos",
    photologue,
    (
        Workflow(
            "photos",
            gallery,
            ({"thing": "windmill"}, {"thing": "quarry"}),
            {"thing": "footbridge"},
            photos,
            "/photos/gallerylist/",
        ),
        Workflow(
            "year", of_year, ({"year": YEARS[0]}, {"year": YEARS[2]}), {"year": YEARS[1]}, walks, "/photos/photo/"
        ),
    ),
)
