"""Cartridge from PyPI, a shop upon Mezzanine: categories with sales, a search, and a page for each product."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

CATEGORIES = ("Lanterns", "Ropes", "Tents")
MAKERS = ("Corvex", "Lumina", "Stellar", "Obscura", "Halden")
PRODUCTS = 90
_SETTINGS = """
SECRET_KEY, NEVERCACHE_KEY, DEBUG = "for tests", "for tests too", True
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": __file__.rsplit("/", 2)[0] + "/shop.sqlite"}}
SHOP_CURRENCY_LOCALE = "en_US.UTF-8"
"""
_FILL = """
import datetime
import json
import sys
import django
django.setup()
from django.core.management import call_command
from cartridge.shop.models import Category, Product, ProductVariation

call_command("createdb", interactive=False, nodata=True, verbosity=0)
categories, products = json.load(sys.stdin)
shelves = [Category.objects.create(title=name) for name in categories]
past, later = (datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc) for year in (2020, 2090))
for number, (title, shelf, text, price, sale) in enumerate(products):
    costs = {"unit_price": price, "sku": f"w-{number}"}
    if sale:
        costs |= {"sale_price": sale, "sale_from": past, "sale_to": later}
    product = Product.objects.create(title=title, content=f"<p>{text}</p>", available=True, publish_date=past
        + datetime.timedelta(days=number), **costs)
    product.categories.add(shelves[shelf])
    ProductVariation.objects.create(product=product, default=True, **costs)
"""


@contextlib.contextmanager
def cartridge(folder: Path) -> Iterator[Application]:
    """Products of three categories, of which each fourth is sold for less."""
    if shutil.which("localedef") is None:
        raise NotInstallableError("prices are told as in a language, and there is no localedef: apt install locales")
    subprocess.run(["localedef", "-i", "en_US", "-f", "UTF-8", folder / "en_US.UTF-8"], check=True, capture_output=True)
    programs = installed("cartridge", "cartridge==1.3.4", "setuptools<80")
    make = [programs / "mezzanine-project", "-a", "cartridge", "walks", "."]
    subprocess.run(make, check=True, capture_output=True, cwd=folder)
    (folder / "walks" / "local_settings.py").write_text(_SETTINGS)
    own = {
        "DJANGO_SETTINGS_MODULE": "walks.settings",
        "PYTHONPATH": str(folder),
        "PYTHONWARNINGS": "ignore",
        "LOCPATH": str(folder),
    }
    products = [(title(n), n % 3, text(n), price(n), sale(n)) for n in range(PRODUCTS)]
    subprocess.run(
        [programs / "python", "-c", _FILL],
        check=True,
        capture_output=True,
        cwd=folder,
        env={**os.environ, **own},
        input=json.dumps([CATEGORIES, products]).encode(),
    )
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "python", "manage.py", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/shop/", folder, own):
        yield Application(url, "", "", folder)


def maker(number: int) -> str:
    return MAKERS[number // 3 % 5]


def title(number: int) -> str:
    return f"{maker(number)} {CATEGORIES[number % 3][:-1].lower()} {number * 7 % 89 + 100}"


def text(number: int) -> str:
    return f"It weighs {number * 13 % 71 + 20} ounces."


def price(number: int) -> str:
    return f"{number * 17 % 83 + 30}.50"


def sale(number: int) -> str:
    """Empty where it costs what it always does."""
    return f"{number * 17 % 83 + 20}.25" if number % 4 == 1 else ""


_NEXT = ".pagination li:not(.disabled) a:has-text('→') >> nth=0"
_SHELF = ".product-thumb a"


async def category(page: Page, _: Application, category: str) -> None:
    await follow(page, f".left a:text-is('{category}')")
    await turn(page, _NEXT)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=q]", word)
    await page.select_option("select[name=type]", label="Products")
    await follow(page, "form:has(input[name=q]) [type=submit]")
    await turn(page, _NEXT)


async def details(page: Page, _: Application, category: str) -> None:
    await follow(page, f".left a:text-is('{category}')")
    await follow(page, f"{_SHELF} >> nth=2")
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, f"{_SHELF} >> nth=0")
    await page.go_back()
    await turn(page, _NEXT)
    await follow(page, f"{_SHELF} >> nth=1")


def _prices(number: int) -> Row:
    return tuple(f"${each}" for each in (price(number), sale(number)) if each)


def _within(name: str) -> list[int]:
    return [number for number in range(PRODUCTS) if CATEGORIES[number % 3] == name]


def shelved(_: Application, category: str) -> Sequence[Row]:
    return [(title(number), *_prices(number)) for number in _within(category)]


def found(_: Application, word: str) -> Sequence[Row]:
    return [(title(number), text(number)) for number in range(PRODUCTS) if maker(number) == word]


def told(_: Application, category: str) -> Sequence[Row]:
    return [(title(number), text(number), *_prices(number)) for number in _within(category)]


_CATEGORIES, _OTHER = ({"category": "Lanterns"}, {"category": "Tents"}), {"category": "Ropes"}
_HOME = "/shop/"

EXHIBIT = Exhibit(
    "cartridge",
    "a shop upon Mezzanine",
    cartridge,
    (
        Workflow("category", category, _CATEGORIES, _OTHER, shelved, _HOME),
        Workflow("search", search, ({"word": "Corvex"}, {"word": "Stellar"}), {"word": "Lumina"}, found, _HOME),
        Workflow("details", details, _CATEGORIES, _OTHER, told, _HOME),
    ),
)
