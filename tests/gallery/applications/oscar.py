"""A shop made with Oscar, from PyPI: Django, classes of Bootstrap, a search over several pages, products with facts."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

PRODUCTS, BUYERS = 132, 50
THINGS = ("kettle", "lantern", "blanket")
COLOURS = ("amber", "crimson", "indigo", "olive", "scarlet", "teal", "violet")
_SETTINGS = """
from oscar.defaults import *
BASE = __file__.rsplit("/", 1)[0]
SECRET_KEY, DEBUG, ALLOWED_HOSTS, SITE_ID = "for tests", True, ["*"], 1
ROOT_URLCONF, WSGI_APPLICATION, STATIC_URL, MEDIA_ROOT, USE_TZ = "urls", None, "/static/", BASE + "/media", True
MEDIA_URL = "/media/"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE + "/shop.sqlite",
    "ATOMIC_REQUESTS": True}}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine",
    "PATH": BASE + "/index"}}
AUTHENTICATION_BACKENDS = ("oscar.apps.customer.auth_backends.EmailBackend",)
INSTALLED_APPS = ["django.contrib." + name for name in ("admin", "auth", "contenttypes", "sessions", "messages",
    "staticfiles", "sites", "flatpages")] + ["oscar.config.Shop"] + ["oscar.apps." + name for name in (
    "analytics.apps.AnalyticsConfig", "checkout.apps.CheckoutConfig", "address.apps.AddressConfig",
    "shipping.apps.ShippingConfig", "catalogue.apps.CatalogueConfig", "catalogue.reviews.apps.CatalogueReviewsConfig",
    "communication.apps.CommunicationConfig", "partner.apps.PartnerConfig", "basket.apps.BasketConfig",
    "payment.apps.PaymentConfig", "offer.apps.OfferConfig", "order.apps.OrderConfig", "customer.apps.CustomerConfig",
    "search.apps.SearchConfig", "voucher.apps.VoucherConfig", "wishlists.apps.WishlistsConfig",
    "dashboard.apps.DashboardConfig", "dashboard.reports.apps.ReportsDashboardConfig",
    "dashboard.users.apps.UsersDashboardConfig", "dashboard.orders.apps.OrdersDashboardConfig",
    "dashboard.catalogue.apps.CatalogueDashboardConfig", "dashboard.offers.apps.OffersDashboardConfig",
    "dashboard.partners.apps.PartnersDashboardConfig", "dashboard.pages.apps.PagesDashboardConfig",
    "dashboard.ranges.apps.RangesDashboardConfig", "dashboard.reviews.apps.ReviewsDashboardConfig",
    "dashboard.vouchers.apps.VouchersDashboardConfig", "dashboard.communications.apps.CommunicationsDashboardConfig",
    "dashboard.shipping.apps.ShippingDashboardConfig")] + ["widget_tweaks", "haystack", "treebeard", "sorl.thumbnail",
    "django_tables2"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware",
    "oscar.apps.basket.middleware.BasketMiddleware", "django.middleware.common.CommonMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages", "oscar.apps.search.context_processors.search_form",
    "oscar.apps.checkout.context_processors.checkout", "oscar.apps.communication.notifications.context_processors."
    "notifications", "oscar.core.context_processors.metadata"]}}]
"""
_URLS = """
from django.apps import apps
from django.urls import include, path
urlpatterns = [path("i18n/", include("django.conf.urls.i18n")), path("", include(apps.get_app_config("oscar").urls[0]))]
"""
_FILL = """
import sys
from decimal import Decimal
import django
django.setup()
from django.contrib.auth import get_user_model
from oscar.apps.catalogue.categories import create_from_breadcrumbs
from oscar.core.loading import get_model

products, secret, things, colours = int(sys.argv[1]), sys.argv[2], sys.argv[3].split(), sys.argv[4].split()
people = get_user_model().objects
people.create_user("reader", "reader@example.test", secret)
people.create_user("keeper", "keeper@example.test", secret, is_staff=True, is_superuser=True)
buyers = [people.create_user(f"buyer{n}", f"buyer{n}@example.test", first_name=f"Buyer {n}") for n in range(50)]
kind = get_model("catalogue", "ProductClass").objects.create(name="Thing", track_stock=True)
partner = get_model("partner", "Partner").objects.create(name="The maker")
category = create_from_breadcrumbs("All things")
for number in range(products):
    product = get_model("catalogue", "Product").objects.create(
        title=f"{things[number % len(things)].title()} {number} in {colours[number % len(colours)]}",
        upc=f"u{number:04}", product_class=kind,
        description=f"<p>Number {number} of the {things[number % len(things)]}s we make.</p>")
    get_model("catalogue", "ProductCategory").objects.create(product=product, category=category)
    get_model("partner", "StockRecord").objects.create(product=product, partner=partner, partner_sku=f"s{number}",
        price_currency="GBP", price=Decimal(number) + Decimal("0.50"), num_in_stock=5)
    for n in range(number % 25 * 2 if number < 3 * 24 and number % 24 == 23 else 0):
        get_model("reviews", "ProductReview").objects.create(product=product, score=n % 5 + 1, user=buyers[n],
            title=f"What number {n * 7 + number} does", body=f"I had it for {n * 3 + number} days.", status=1)
get_model("catalogue", "Product").objects.update(date_updated="2026-03-02T09:00:00Z")
"""


@contextlib.contextmanager
def oscar(folder: Path) -> Iterator[Application]:
    """A shop with three kinds of things."""
    programs = installed("oscar", "django-oscar[sorl-thumbnail]>=4", "whoosh>=2.7")
    secret = "Quiet & please 1"
    (folder / "settings.py").write_text(_SETTINGS)
    (folder / "urls.py").write_text(_URLS)
    environment = {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder)}
    django = [programs / "python", "-m", "django"]
    for command in (
        [*django, "migrate"],
        [programs / "python", "-c", _FILL, str(PRODUCTS), secret, " ".join(THINGS), " ".join(COLOURS)],
        [*django, "rebuild_index", "--noinput"],
    ):
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env=environment)
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([*django, "runserver", "--noreload", url.removeprefix("http://")], url, folder, environment):
        yield Application(url, "reader@example.test", secret, folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("#id_q", word)
    await follow(page, "form[action*=search] [type=submit]")
    await turn(page, "a:has-text('next')")


async def search_sorted(page: Page, _: Application, word: str, order: str) -> None:
    await page.fill("#id_q", word)
    await follow(page, "form[action*=search] [type=submit]")
    async with page.expect_navigation():
        await page.select_option("#id_sort_by", order)


async def log_in_search_and_open(page: Page, app: Application, colour: str) -> None:
    await follow(page, "#login_link")
    await page.fill("#id_login-username", app.user)
    await page.fill("#id_login-password", app.secret)
    await follow(page, "button[name=login_submit]")
    await page.fill("#id_q", colour)
    await follow(page, "form[action*=search] [type=submit]")
    await read_two(page, ".product_pod h3 a", 1, 4)


async def stock(page: Page, app: Application, word: str) -> None:
    await page.fill("[name=username]", "keeper@example.test")
    await page.fill("[name=password]", app.secret)
    await follow(page, "[type=submit]")
    await page.click("a:has-text('Catalog')")
    await follow(page, ".dropdown-menu a[href='/dashboard/catalogue/'], a[href='/dashboard/catalogue/'] >> nth=0")
    await page.fill("#search_product_form [name=title]", word)
    await follow(page, "#search_product_form [type=submit]")
    await turn(page, "a:has-text('next')")


async def reviews(page: Page, _: Application, title: str) -> None:
    await page.fill("#id_q", title)
    await follow(page, "form[action*=search] [type=submit]")
    await follow(page, f".product_pod h3 a:text-is('{title}')")
    await follow(page, "a:text-is('See all reviews')")
    await turn(page, "a:has-text('next')")


def _title(number: int) -> str:
    return f"{THINGS[number % len(THINGS)].title()} {number} in {COLOURS[number % len(COLOURS)]}"


def found(_: Application, word: str) -> Sequence[Row]:
    return [(_title(number), f"£{number}.50") for number in range(PRODUCTS) if THINGS[number % len(THINGS)] == word]


def first_sorted(app: Application, word: str, order: str) -> Sequence[Row]:
    """The first page: twenty of those found, in the order of price."""
    rows = found(app, word)
    return rows[:20] if order == "price-asc" else rows[:-21:-1]


def of_colour(_: Application, colour: str) -> Sequence[Row]:
    return [
        (_title(number), f"u{number:04}", f"Number {number} of the {THINGS[number % len(THINGS)]}s we make.")
        for number in range(PRODUCTS)
        if COLOURS[number % len(COLOURS)] == colour
    ]


def kept(_: Application, word: str) -> Sequence[Row]:
    return [(_title(n), f"u{n:04}", "Thing") for n in range(PRODUCTS) if THINGS[n % len(THINGS)] == word]


def reviewed(_: Application, title: str) -> Sequence[Row]:
    number = int(title.split()[1])
    told = ((f"What number {n * 7 + number} does", f"I had it for {n * 3 + number} days.") for n in range(BUYERS))
    return list(told)[: number % 25 * 2]


_INPUTS = ({"word": "kettle"}, {"word": "lantern"})

EXHIBIT = Exhibit(
    "oscar",
    "a shop",
    oscar,
    (
        Workflow("search", search, _INPUTS, {"word": "blanket"}, found),
        Workflow(
            "details",
            log_in_search_and_open,
            ({"colour": "amber"}, {"colour": "olive"}),
            {"colour": "violet"},
            of_colour,
        ),
        Workflow(
            "sorted",
            search_sorted,
            ({"word": "kettle", "order": "price-desc"}, {"word": "lantern", "order": "price-asc"}),
            {"word": "blanket", "order": "price-desc"},
            first_sorted,
        ),
        Workflow("stock", stock, _INPUTS, {"word": "blanket"}, kept, "/dashboard/"),
        Workflow("reviews", reviews, ({"title": _title(23)}, {"title": _title(47)}), {"title": _title(71)}, reviewed),
    ),
)
