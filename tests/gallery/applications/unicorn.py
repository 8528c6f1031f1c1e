"""Components of django-unicorn from PyPI: each act sends the state of a component, and brings HTML within JSON."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

CRAFTS = ("pottery", "joinery", "tannery")
SHOPS = 76
_SIZE = 8
_FILES = {
    "settings.py": """
SECRET_KEY = "for tests"
DEBUG = True
ALLOWED_HOSTS = ["*"]
INSTALLED_APPS = ["django.contrib.staticfiles", "django_unicorn", "shops"]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"]
ROOT_URLCONF = "urls"
STATIC_URL = "/static/"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
    "OPTIONS": {"context_processors": ["django.template.context_processors.request"]}}]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
UNICORN = {"APPS": ["shops"]}
""",
    "urls.py": """
from django.shortcuts import render
from django.urls import include, path
urlpatterns = [path("", lambda request: render(request, "page.html")), path("unicorn/", include("django_unicorn.urls"))]
""",
    "shops/__init__.py": "",
    "shops/components/__init__.py": "",
    "shops/components/street.py": """
from django_unicorn.components import UnicornView

CRAFTS, SHOPS, SIZE = %(crafts)r, %(shops)d, %(size)d
ALL = [{"number": n, "name": f"The {CRAFTS[n %% 3]} at house {n}", "keeper": f"Keeper {n * 7 %% 41}",
    "since": 1600 + n} for n in range(SHOPS)]


class StreetView(UnicornView):
    word = ""
    page = 1
    chosen = 0

    def found(self):
        return [shop for shop in ALL if self.word and self.word in shop["name"]]

    def search(self):
        self.page = 1

    def further(self):
        self.page += 1

    def show(self, number: int):
        self.chosen = number

    def get_context_data(self, **known):
        own = self.found()[(self.page - 1) * SIZE : self.page * SIZE]
        more = self.page * SIZE < len(self.found())
        shop = ALL[self.chosen] if self.chosen else None
        return {**super().get_context_data(**known), "shops": own, "more": more, "shop": shop}
""",
    "shops/templates/page.html": """{%% load unicorn %%}<!DOCTYPE html><html><head><title>Street</title>
{%% unicorn_scripts %%}</head><body>{%% csrf_token %%}<h1>Street</h1>{%% unicorn "street" %%}</body></html>""",
    "shops/templates/unicorn/street.html": """<div><input type="search" unicorn:model.defer="word"
placeholder="Craft"><button id="search" unicorn:click="search">Search</button>
<table><tbody>{%% for shop in shops %%}<tr><td><a href="#"
unicorn:click.prevent="show({{ shop.number }})">{{ shop.name }}
</a></td><td>{{ shop.keeper }}</td></tr>{%% endfor %%}</tbody></table><p class="page">{{ page }}</p>
{%% if more %%}<button id="further" unicorn:click="further">Further</button>{%% endif %%}
{%% if shop %%}<section><h2>{{ shop.name }}</h2><p>since {{ shop.since }}</p></section>{%% endif %%}</div>""",
}


@contextlib.contextmanager
def unicorn(folder: Path) -> Iterator[Application]:
    """Shops of three crafts in a street."""
    python = installed("unicorn", "django-unicorn==0.62.0", "django==5.2.8") / "python"
    for name, text in _FILES.items():
        place = folder / "site" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        own = {"crafts": CRAFTS, "shops": SHOPS, "size": _SIZE}
        place.write_text(text % own if "%(" in text or "%%" in text else text)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [python, "-m", "django", "runserver", "--noreload", url.partition("//")[2]]
    with served(serve, url, folder, {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder / "site")}):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, craft: str) -> None:
    await _ask(page, craft)
    for number in range(2, -(-SHOPS // 3 // _SIZE) + 1):
        async with page.expect_response("**/message/street"):
            await page.click("#further")
        await page.locator(f".page:text-is('{number}')").wait_for()


async def shops(page: Page, _: Application, craft: str) -> None:
    await _ask(page, craft)
    for place in (1, 4):
        link = page.locator(f"td a >> nth={place}")
        name = (await link.text_content() or "").strip()
        async with page.expect_response("**/message/street"):
            await link.click()
        await page.locator(f"h2:text-is('{name}')").wait_for()


async def _ask(page: Page, craft: str) -> None:
    await page.fill("input[type=search]", craft)
    async with page.expect_response("**/message/street"):
        await page.click("#search")
    await page.locator(f"td:has-text('{craft}')").first.wait_for()


def found(_: Application, craft: str) -> Sequence[Row]:
    own = [n for n in range(SHOPS) if CRAFTS[n % 3] == craft]
    return [(f"The {craft} at house {n}", f"Keeper {n * 7 % 41}") for n in own]


def told(_: Application, craft: str) -> Sequence[Row]:
    own = [n for n in range(SHOPS) if CRAFTS[n % 3] == craft][:_SIZE]
    return [(f"The {craft} at house {n}", f"since {1600 + n}") for n in own]


EXHIBIT = Exhibit(
    "unicorn",
    "components of django-unicorn",
    unicorn,
    (
        Workflow("search", search, ({"craft": "pottery"}, {"craft": "tannery"}), {"craft": "joinery"}, found),
        Workflow("shops", shops, ({"craft": "joinery"}, {"craft": "pottery"}), {"craft": "tannery"}, told),
    ),
)
