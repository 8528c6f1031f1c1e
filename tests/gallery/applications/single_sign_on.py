"""Django's admin behind OpenID Connect, as mozilla-django-oidc does it: redirects to a provider on this machine."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
KEEPERS = 360
_SITE = """
import os
from pathlib import Path

FOLDER, PROVIDER = Path(__file__).parent, os.environ["PROVIDER"]
SECRET_KEY = "for tests only"
ALLOWED_HOSTS = ["127.0.0.1"]
DEBUG = True
APPS = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
INSTALLED_APPS = [*(f"django.contrib.{app}" for app in APPS), "mozilla_django_oidc"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER / "site.sqlite"}}
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
PROCESSORS = ("template.context_processors.request", "contrib.auth.context_processors.auth",
              "contrib.messages.context_processors.messages")
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
              "OPTIONS": {"context_processors": [f"django.{name}" for name in PROCESSORS]}}]
AUTHENTICATION_BACKENDS = ["site_who.Backend"]
STATIC_URL = "/static/"
ROOT_URLCONF = "site_urls"
SESSION_COOKIE_NAME = "site_session"
USE_TZ = True
LOGIN_URL = "/oidc/authenticate/"
LOGIN_REDIRECT_URL = "/admin/"
OIDC_RP_CLIENT_ID, OIDC_RP_CLIENT_SECRET = "site", "quiet"
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_VERIFY_KID = False
OIDC_OP_AUTHORIZATION_ENDPOINT = f"{PROVIDER}/oauth2/authorize"
OIDC_OP_TOKEN_ENDPOINT = f"{PROVIDER}/oauth2/token"
OIDC_OP_USER_ENDPOINT = f"{PROVIDER}/userinfo"
OIDC_OP_JWKS_ENDPOINT = f"{PROVIDER}/jwks"

"""
_URLS = """
from django.contrib import admin
from django.contrib.admin.views.decorators import staff_member_required
from django.urls import include, path

admin.site.login = staff_member_required(admin.site.login, login_url="/oidc/authenticate/")
urlpatterns = [path("admin/", admin.site.urls), path("oidc/", include("mozilla_django_oidc.urls"))]
"""
_WHO = """
from mozilla_django_oidc.auth import OIDCAuthenticationBackend


class Backend(OIDCAuthenticationBackend):
    def verify_claims(self, claims):
        return "sub" in claims

    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims["sub"])
"""
_FILL = """
import sys
from django.contrib.auth.models import User

keepers, things = KEEPERS, THINGS
User.objects.create_superuser("reader")
User.objects.bulk_create(
    User(username=f"keeper{n:03}", email=f"keeper{n:03}@{things[n % 3]}.test", last_name=f"Of {things[n % 3]} {n}")
    for n in range(keepers)
)
"""


@contextlib.contextmanager
def single_sign_on(folder: Path) -> Iterator[Application]:
    """An admin with the keepers of three kinds of places, and a provider that says who somebody is."""
    programs = installed("single_sign_on", "django>=5.2,<6", "mozilla-django-oidc>=4", "oidc-provider-mock")
    provider, site = folder / "provider", folder / "site"
    provider.mkdir()
    site.mkdir()
    for name, text in (("settings", _SITE), ("urls", _URLS), ("who", _WHO)):
        (site / f"site_{name}.py").write_text(text)
    provider_url, url = (f"http://127.0.0.1:{free_port(place)}" for place in (provider, site))
    own = {"PROVIDER": provider_url, "DJANGO_SETTINGS_MODULE": "site_settings", "PYTHONPATH": str(site)}
    manage = [str(programs / "python"), "-m", "django"]
    fill = _FILL.replace("KEEPERS", str(KEEPERS)).replace("THINGS", repr(THINGS))
    for command in (["migrate", "-v", "0"], ["shell", "-c", fill]):
        environment = {"PATH": "/usr/bin:/bin", **own}
        subprocess.run([*manage, *command], check=True, capture_output=True, cwd=site, env=environment)
    ask = [programs / "oidc-provider-mock", "--port", provider_url.rpartition(":")[2]]
    serve = [*manage, "runserver", "--noreload", url.removeprefix("http://")]
    with served(ask, provider_url, provider), served(serve, f"{url}/static/admin/css/base.css", site, own):
        yield Application(url, "reader", "", folder)


async def search(page: Page, app: Application, word: str) -> None:
    await page.fill("input[name=sub]", app.user)
    await follow(page, "button:text-is('Authorize')")
    await follow(page, "a >> text=Users")
    await page.fill("#searchbar", word)
    await follow(page, "#changelist-search input[type=submit]")
    await turn(page, ".this-page + a:not(.showall)")


def found(_: Application, word: str) -> Sequence[Row]:
    return [
        (f"keeper{n:03}", f"keeper{n:03}@{word}.test", f"Of {word} {n}")
        for n in range(KEEPERS)
        if THINGS[n % 3] == word
    ]


EXHIBIT = Exhibit(
    "single_sign_on",
    "redirects of OpenID Connect",
    single_sign_on,
    (Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, "/admin/"),),
)
