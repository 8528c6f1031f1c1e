"""A project of Django around one of its applications that PyPI has."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from .application import Application, free_port, installed, served

_SETTINGS = """
BASE = __file__.rsplit("/", 1)[0]
SECRET_KEY, DEBUG, ALLOWED_HOSTS, ROOT_URLCONF, USE_TZ, SITE_ID = "for tests", True, ["*"], "urls", True, 1
LOGIN_URL = "/login/"
STATIC_URL, DEFAULT_AUTO_FIELD, MEDIA_URL, MEDIA_ROOT = "/static/", "django.db.models.AutoField", "/media/", BASE
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE + "/data.sqlite"}}
INSTALLED_APPS = ["django.contrib." + name for name in ("admin", "auth", "contenttypes", "sessions", "messages",
    "staticfiles", "sites")] + APPLICATIONS
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
    "DIRS": [BASE + "/templates"], "OPTIONS": {"context_processors": ["django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth", "django.contrib.messages.context_processors.messages"]}}]
"""
_FILL = """
import sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
"""


@contextlib.contextmanager
def django_project(
    name: str,
    folder: Path,
    requirements: Sequence[str],
    applications: Sequence[str],
    urls: str,
    fill: str,
    arguments: Sequence[str],
    templates: Mapping[str, str],
    settings: str = "",
) -> Iterator[Application]:
    """Serve it with these *urls* and further *settings*, after *fill* has run with the *arguments*.

    The user is `keeper`.
    """
    python = installed(name, *requirements) / "python"
    (folder / "settings.py").write_text(f"APPLICATIONS = {list(applications)}\n{_SETTINGS}{settings}")
    (folder / "urls.py").write_text(f"from django.urls import include, path\n{urls}")
    for template, text in templates.items():
        (folder / "templates" / template).parent.mkdir(parents=True, exist_ok=True)
        (folder / "templates" / template).write_text(text)
    own = {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder), "PYTHONWARNINGS": "ignore"}
    filling = [python, "-c", _FILL + fill, *arguments]
    subprocess.run(filling, check=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [python, "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, url, folder, own):
        yield Application(url, "keeper", "quiet & please", folder)
