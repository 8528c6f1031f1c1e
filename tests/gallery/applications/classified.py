"""Django Classified from PyPI, advertisements: groups of them, a search, and telephones for who has logged in."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..djangoproject import django_project
from ..workflow import Exhibit, Row, Workflow, follow, turn

SECTIONS = {"Tools": ("Ladders", "Pulleys", "Saws"), "Vehicles": ("Barges", "Carts")}
GROUPS = tuple(group for groups in SECTIONS.values() for group in groups)
AREAS = ("East", "North", "South")
COLOURS = ("red", "green", "blue", "white")
SELLERS, ADVERTISEMENTS = 7, 240
_FILL = """
import json
import datetime as dt
from django.contrib.auth.models import User
from django_classified.models import Area, Group, Item, Profile, Section
sections, areas, advertisements, sellers = json.loads(sys.argv[1])
keeper = User.objects.create_superuser("keeper", "keeper@walks.example", "quiet & please")
Profile.objects.create(user=keeper, phone="0")
users = [User.objects.create_user(f"seller{number}") for number in range(len(sellers))]
for user, phone in zip(users, sellers):
    Profile.objects.create(user=user, phone=phone)
groups = {}
for section, names in sections.items():
    made = Section.objects.create(title=section)
    groups |= {name: Group.objects.create(title=name, section=made) for name in names}
places = {name: Area.objects.create(title=name, slug=name.lower()) for name in areas}
begin = dt.datetime(2025, 3, 1, tzinfo=dt.timezone.utc)
for number, (title, group, area, text, price) in enumerate(advertisements):
    item = Item.objects.create(user=users[number % len(users)], group=groups[group], area=places[area], title=title,
        description=text, price=price)
    Item.objects.filter(pk=item.pk).update(updated=begin + dt.timedelta(hours=number), posted=begin)
"""
_SETTINGS = """
LANGUAGE_CODE, LOGIN_URL = "en-us", "/admin/login/"
INSTALLED_APPS += ["django.contrib.humanize", "django.contrib.sitemaps"]
TEMPLATES[0]["OPTIONS"]["context_processors"].append("django_classified.context_processors.common_values")
"""
_URLS = """
from django.contrib import admin
urlpatterns = [
    path("", include("django_classified.urls", namespace="django_classified")), path("admin/", admin.site.urls)
]
"""


@contextlib.contextmanager
def classified(folder: Path) -> Iterator[Application]:
    """Advertisements in five groups of two sections, in three areas."""
    advertisements = [(title(n), group(n), area(n), said(n), price(n)) for n in range(ADVERTISEMENTS)]
    told = json.dumps([SECTIONS, AREAS, advertisements, [phone(n) for n in range(SELLERS)]])
    applications = ["sorl.thumbnail", "django_classified"]
    with django_project(
        "classified", folder, ["django-classified==1.3"], applications, _URLS, _FILL, [told], {}, _SETTINGS
    ) as app:
        yield app


def group(number: int) -> str:
    return GROUPS[number % 5]


def area(number: int) -> str:
    return AREAS[number // 5 % 3]


def colour(number: int) -> str:
    return COLOURS[number // 7 % 4]


def title(number: int) -> str:
    return f"{colour(number).capitalize()} {group(number)[:-1].lower()} of {number * 7 % 251 + 3} years"


def said(number: int) -> str:
    return f"Used in yard {number * 11 % 97}, and painted {colour(number)} by its owner."


def price(number: int) -> str:
    return f"{number * 37 % 1900 + 5}.{number % 4 * 25:02}"


def shown(number: int) -> str:
    return f"${float(price(number)):,.2f}"


def phone(number: int) -> str:
    return f"0555-{number % SELLERS * 131 + 1000}"


async def of_group(page: Page, _: Application, group: str) -> None:
    await follow(page, f"a[title='{group}']")
    await turn(page, "a >> text=Next")


async def details(page: Page, _: Application, group: str) -> None:
    await follow(page, f"a[title='{group}']")
    await follow(page, "tbody a >> nth=1")
    await page.go_back()
    await follow(page, "a >> text=Next")
    await follow(page, "tbody a >> nth=4")


async def phones(page: Page, app: Application, group: str) -> None:
    await follow(page, "a[title=Login]")
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "[type=submit]")
    await follow(page, "a.nav-link >> text=Home")
    await details(page, app, group)


async def in_area(page: Page, _: Application, area: str) -> None:
    async with page.expect_navigation():
        await page.select_option("#area-selector", area)
    await follow(page, "a[title='Saws']")
    await turn(page, "a >> text=Next")


async def search(page: Page, _: Application, word: str, area: str) -> None:
    await follow(page, "a.nav-link >> text=Search")
    await page.fill("input[name=q]", word)
    await page.select_option("select[name=area]", label=area)
    await follow(page, "button.btn-success[type=submit]")
    await turn(page, "button.page-link:not([disabled]):has-text('Next')")


def _rows(numbers: Sequence[int]) -> Sequence[Row]:
    return [(title(n), shown(n)) for n in numbers]


def grouped(_: Application, group: str) -> Sequence[Row]:
    return _rows([n for n in range(ADVERTISEMENTS) if GROUPS[n % 5] == group])


def told(_: Application, group: str) -> Sequence[Row]:
    own = [n for n in range(ADVERTISEMENTS) if GROUPS[n % 5] == group]
    return [(title(n), group, shown(n), said(n)) for n in own]


def called(_: Application, group: str) -> Sequence[Row]:
    own = [n for n in range(ADVERTISEMENTS) if GROUPS[n % 5] == group]
    return [(title(n), shown(n), said(n), phone(n)) for n in own]


def near(_: Application, area: str) -> Sequence[Row]:
    return _rows([n for n in range(ADVERTISEMENTS) if group(n) == "Saws" and AREAS[n // 5 % 3].lower() == area])


def found(_: Application, word: str, area: str) -> Sequence[Row]:
    return _rows([n for n in range(ADVERTISEMENTS) if colour(n) == word and AREAS[n // 5 % 3] == area])


_GROUPS = ({"group": "Ladders"}, {"group": "Carts"})
_OTHER = {"group": "Pulleys"}

EXHIBIT = Exhibit(
    "classified",
    "advertisements",
    classified,
    (
        Workflow("group", of_group, _GROUPS, _OTHER, grouped),
        Workflow("details", details, _GROUPS, _OTHER, told),
        Workflow("phones", phones, _GROUPS, _OTHER, called),
        Workflow("area", in_area, ({"area": "east"}, {"area": "south"}), {"area": "north"}, near),
        Workflow(
            "search",
            search,
            ({"word": "red", "area": "North"}, {"word": "blue", "area": "South"}),
            {"word": "white", "area": "East"},
            found,
        ),
    ),
)
