"""Django Ledger from PyPI, a bookkeeping in Bulma: accounts below headings within a table, and invoices of a year."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

CUSTOMERS = ("Ada Lane", "Berta Moor", "Cora Hill", "Dora Field")
INVOICES = 96
YEARS = ("2021", "2022", "2023")
_SETTINGS = """
SECRET_KEY, DEBUG, ALLOWED_HOSTS, USE_TZ = "walks", True, ["*"], True
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "walks.sqlite"}}
INSTALLED_APPS = [*(f"django.contrib.{name}" for name in ("admin", "auth", "contenttypes", "sessions", "messages",
    "staticfiles")), "django_ledger"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS":
    {"context_processors": [*(f"django.template.context_processors.{name}" for name in ("debug", "request")),
    "django.contrib.auth.context_processors.auth", "django.contrib.messages.context_processors.messages",
    "django_ledger.context.django_ledger_context"]}}]
ROOT_URLCONF, STATIC_URL, LOGIN_URL = "urls", "static/", "/auth/login/"
"""
_URLS = """
from django.urls import include, path
urlpatterns = [path("", include("django_ledger.urls", namespace="django_ledger"))]
"""
_FILL = """
import json, random, sys, uuid
dice = random.Random(1)
uuid.uuid4 = lambda: uuid.UUID(int=dice.getrandbits(128), version=4)
import django
django.setup()
from datetime import date, datetime, timezone
from django.contrib.auth import get_user_model
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django_ledger.models import AccountModel, EntityModel, InvoiceModel
customers, years, count = sys.argv[1].split(","), sys.argv[2].split(","), int(sys.argv[3])
random.seed(2)
keeper = get_user_model().objects.create_superuser("keeper", "keeper@walks.example", "quiet & please")
entity = EntityModel.create_entity(name="Walks", use_accrual_method=True, admin=keeper, fy_start_month=1)
entity.create_chart_of_accounts(assign_as_default=True, commit=True, coa_name="Walks")
entity.populate_default_coa(activate_accounts=True)
people = [entity.create_customer({"customer_name": name, "description": name, "address_1": f"{n + 3} Mill Road"})
    for n, name in enumerate(customers)]
told = []
for n in range(count):
    invoice = entity.create_invoice(people[n % 4], "on_receipt", date_draft=date(int(years[n % 3]), 1 + n % 12, 5))
    InvoiceModel.objects.filter(uuid=invoice.uuid).update(amount_due=n * 7 + 20,
        created=datetime(int(years[n % 3]), 1 + n % 12, 5, n % 24, tzinfo=timezone.utc))
    invoice.refresh_from_db()
    told.append([years[n % 3], invoice.invoice_number, people[n % 4].customer_name, f"${n * 7 + 20}.00"])
accounts = [[account.code, account.name, account.get_balance_type_display()]
    for account in AccountModel.objects.all() if not account.is_coa_root()]
with open("told.json", "w") as file:
    json.dump({"invoices": told, "accounts": accounts}, file)
"""


@contextlib.contextmanager
def django_ledger(folder: Path) -> Iterator[Application]:
    """The accounts that it has by itself, and invoices of three years to four customers."""
    python = installed("django_ledger", "django-ledger==0.8.5") / "python"
    (folder / "settings.py").write_text(_SETTINGS)
    (folder / "urls.py").write_text(_URLS)
    own = {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder), "PYTHONWARNINGS": "ignore"}
    fill: list[str | Path] = [python, "-c", _FILL, ",".join(CUSTOMERS), ",".join(YEARS), str(INVOICES)]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve: list[str | Path] = [python, "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/auth/login/", folder, own):
        yield Application(url, "keeper", "quiet & please", folder)


_NEXT = ".level-item:has(p:has-text('page')) + .level-item a[href^='?page=']"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("[name=username]", app.user)
    await page.fill("[name=password]", app.secret)
    await follow(page, "[type=submit]")
    await follow(page, "a[href$='/dashboard/'].card-footer-item")


async def search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href*='/chart-of-accounts/'] >> nth=0")
    await follow(page, "a[href*='/account/'][href$='/list/'] >> nth=0")
    await page.fill("[name=q]", word)
    await follow(page, "button:has-text('Search')")


async def invoices(page: Page, app: Application, year: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href*='/invoice/'][href$='/lastest/'] >> nth=0")
    await follow(page, f".buttons a:has-text('{year}')")
    while await page.locator(_NEXT).count():  # an icon from elsewhere is all that this link shows
        async with page.expect_navigation():
            await page.press(_NEXT, "Enter")


def _told(app: Application, name: str) -> list[list[str]]:
    told: dict[str, list[list[str]]] = json.loads((app.folder / "told.json").read_text())
    return told[name]


def found(app: Application, word: str) -> Sequence[Row]:
    rows = _told(app, "accounts")
    return [tuple(row) for row in rows if word.lower() in row[0].lower() or word.lower() in row[1].lower()]


def invoiced(app: Application, year: str) -> Sequence[Row]:
    return [tuple(row[1:]) for row in _told(app, "invoices") if row[0] == year]


_YEARS = ({"year": YEARS[0]}, {"year": YEARS[2]})
_WORDS = ({"word": "Expense"}, {"word": "Income"})

EXHIBIT = Exhibit(
    "django_ledger",
    "a bookkeeping",
    django_ledger,
    (
        Workflow("search", search, _WORDS, {"word": "Payable"}, found, "/auth/login/"),
        Workflow("invoices", invoices, _YEARS, {"year": YEARS[1]}, invoiced, "/auth/login/"),
    ),
)
