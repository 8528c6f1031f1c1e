"""Patchman from PyPI, which machines want which updates: pages of Django with facets of links beside a table."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

SYSTEMS = ("Alder 9", "Birch 12", "Cedar 4")
ROLES = ("web", "mail", "db")
HOSTS = 1260
ERRATA = 540
PACKAGES = 420
KINDS = ("security", "bugfix", "enhancement")
_SETTINGS = """
from patchman.settings import *
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "patchman.sqlite"}}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
SECRET_KEY = "quiet"
TIME_ZONE = "UTC"
DEBUG = True
STATICFILES_STORAGE = "django.contrib.staticfiles.storage.StaticFilesStorage"
MIDDLEWARE = [name for name in MIDDLEWARE if "whitenoise" not in name]
"""
_FILL = """
import sys
import django
django.setup()
from datetime import datetime, timedelta, timezone
from django.contrib.auth.models import User
from django.core.management import call_command
call_command("migrate", verbosity=0)
from arch.models import MachineArchitecture
from domains.models import Domain
from errata.models import Erratum
from hosts.models import Host
from operatingsystems.models import OSRelease, OSVariant
from security.models import CVE
hosts, errata, packages = map(int, sys.argv[1:4])
systems, roles, kinds = (a.split(",") for a in sys.argv[4:])
User.objects.create_superuser("keeper", "keeper@machines.example", "quiet & please")
processors = [MachineArchitecture.objects.create(name=name) for name in ("x86_64", "aarch64")]
domain = Domain.objects.create(name="machines.example")
releases = [OSRelease.objects.create(name=name) for name in systems]
variants = [OSVariant.objects.create(name=f"{r.name}.1", osrelease=r, arch=processors[0]) for r in releases]
seen = datetime(2026, 3, 2, tzinfo=timezone.utc)
Host.objects.bulk_create([
    Host(hostname=f"{roles[n // 3 % 3]}{n + 100}.machines.example", ipaddress=f"10.2.{n // 250}.{n % 250}",
        osvariant=variants[n % 3], kernel=f"6.{n % 7}.{n + 11}", arch=processors[n % 2], domain=domain,
        lastreport=seen + timedelta(hours=n), packages_count=n + 3000)
    for n in range(hosts)
])
from arch.models import PackageArchitecture
from packages.models import Package, PackageName
every = PackageArchitecture.objects.create(name="noarch")
names = PackageName.objects.bulk_create([PackageName(name=f"lib{'abc'[n % 3]}tin{n}") for n in range(packages)])
built = Package.objects.bulk_create([
    Package(name=name, version=f"{n % 5}.{n + 8}", release=str(n % 4), arch=every, packagetype="R", epoch="")
    for n, name in enumerate(names)
])
for place, host in enumerate(Host.objects.order_by("id")[:3]):
    host.packages.add(*built[place::3])
from django.db import transaction
transaction.set_autocommit(False)
for n in range(errata):
    erratum = Erratum.objects.create(name=f"NOTE-2026:{n + 4000}", e_type=kinds[n % 3],
        issue_date=seen + timedelta(days=n), synopsis=f"{systems[n // 3 % 3].split()[0]} update number {n + 70}",
        cves_count=1, osreleases_count=1)
    erratum.osreleases.add(releases[n // 3 % 3])
    erratum.cves.add(CVE.objects.create(cve_id=f"CVE-2026-{n + 20000}"))
transaction.commit()
"""


@contextlib.contextmanager
def patchman(folder: Path) -> Iterator[Application]:
    """Machines of three systems, and what is to be mended on them."""
    python = installed("patchman", "patchman==4.0.21") / "python"
    (folder / "machines.py").write_text(_SETTINGS)
    own = {"DJANGO_SETTINGS_MODULE": "machines", "PYTHONPATH": str(folder), "PYTHONWARNINGS": "ignore"}
    words = (",".join(names) for names in (SYSTEMS, ROLES, KINDS))
    fill: list[str | Path] = [python, "-c", _FILL, str(HOSTS), str(ERRATA), str(PACKAGES), *words]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve: list[str | Path] = [python, "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/login/", folder, own):
        yield Application(url, "keeper", "quiet & please", folder)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("[name=username]", app.user)
    await page.fill("[name=password]", app.secret)
    await follow(page, "form [type=submit]")


_NEXT = ".pagination li.next a"


async def hosts(page: Page, app: Application, system: str, role: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href='/hosts/'] >> nth=0")
    await follow(page, f".list-group-item:text-is('{system}')")
    await page.fill("[name=search]", role)
    await page.press("[name=search]", "Enter")
    await page.wait_for_load_state()
    await turn(page, _NEXT)


async def errata(page: Page, app: Application, kind: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href='/errata/'] >> nth=0")
    await follow(page, f".list-group-item:text-is('{kind}')")
    await follow(page, "td a[href^='/errata/'] >> nth=2")
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, "td a[href^='/errata/'] >> nth=4")


async def packages(page: Page, app: Application, host: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href='/hosts/'] >> nth=0")
    await page.fill("[name=search]", host)
    async with page.expect_navigation():
        await page.press("[name=search]", "Enter")
    await follow(page, "td a[href^='/packages/id/']")
    await turn(page, _NEXT)


def found(_: Application, system: str, role: str) -> Sequence[Row]:
    own = [n for n in range(HOSTS) if SYSTEMS[n % 3] == system and ROLES[n // 3 % 3] == role]
    return [(f"{role}{n + 100}.machines.example", f"6.{n % 7}.{n + 11}") for n in own]


def kept(_: Application, host: str) -> Sequence[Row]:
    start = _HELD.index(host)
    return [
        (f"lib{'abc'[n % 3]}tin{n}-{n % 5}.{n + 8}-{n % 4}-noarch.rpm", f"{n % 5}.{n + 8}")
        for n in range(start, PACKAGES, 3)
    ]


def facts(_: Application, kind: str) -> Sequence[Row]:
    own = [n for n in range(ERRATA) if KINDS[n % 3] == kind]
    return [(f"NOTE-2026:{n + 4000}", _synopsis(n), f"CVE-2026-{n + 20000}") for n in own]


def _synopsis(number: int) -> str:
    return f"{SYSTEMS[number // 3 % 3].split()[0]} update number {number + 70}"


_HOSTS = ({"system": "Alder 9", "role": "mail"}, {"system": "Cedar 4", "role": "db"})
_HELD = tuple(f"web{n}.machines.example" for n in (100, 101, 102))
_KINDS = ({"kind": "security"}, {"kind": "enhancement"})

EXHIBIT = Exhibit(
    "patchman",
    "which machines want which updates",
    patchman,
    (
        Workflow("hosts", hosts, _HOSTS, {"system": "Birch 12", "role": "web"}, found, "/login/"),
        Workflow("errata", errata, _KINDS, {"kind": "bugfix"}, facts, "/login/"),
        Workflow("packages", packages, ({"host": _HELD[0]}, {"host": _HELD[2]}), {"host": _HELD[1]}, kept, "/login/"),
    ),
)
