"""devpi from PyPI: an index of packages with a search, whose hits are terms with what is said of them."""

from __future__ import annotations

import contextlib
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
PACKAGES = 81
_FILL = """
import base64
import sys
import httpx

url, secret, packages, things = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
with httpx.Client(base_url=url, headers={"Accept": "application/json"}, timeout=None) as asking:
    asking.put("/walker", json={"password": secret}).raise_for_status()
    token = asking.post("/+login", json={"user": "walker", "password": secret}).json()["result"]["password"]
    asking.headers["X-Devpi-Auth"] = base64.b64encode(f"walker:{token}".encode()).decode()
    asking.put("/walker/dev", json={"bases": [], "volatile": True}).raise_for_status()
    for n in range(packages):
        name = f"{things[n % len(things)]}-kit-{n}"
        told = {":action": "file_upload", "name": name, "version": f"1.{n}", "filetype": "sdist",
            "pyversion": "source", "summary": f"Helps to build number {n}",
            "author": f"Maker {n % 7}", "metadata_version": "2.1", "description": f"All about {n}."}
        file = {"content": (f"{name}-1.{n}.tar.gz", b"x" * (n + 1))}
        asking.post("/walker/dev/", data=told, files=file).raise_for_status()
"""


@contextlib.contextmanager
def devpi(folder: Path) -> Iterator[Application]:
    """An index with packages for three things."""
    programs = installed("devpi", "devpi-server", "devpi-web")
    store = folder / "store"
    begin = [programs / "devpi-init", "--serverdir", store, "--no-root-pypi"]
    subprocess.run(begin, check=True, capture_output=True, cwd=folder)
    secret, url = "Quiet & please 1", f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "devpi-server", "--serverdir", store, "--port", url.rpartition(":")[2], "--offline-mode"]
    with served(serve, f"{url}/+api", folder):
        fill = [programs / "python", "-c", _FILL, url, secret, str(PACKAGES), *THINGS]
        subprocess.run(fill, check=True, capture_output=True, cwd=folder)
        _wait(url)
        yield Application(url, "walker", secret, folder)


def _wait(url: str) -> None:
    """Until all packages can be found."""
    for thing in THINGS:
        asked = urllib.request.Request(f"{url}/+search?query={thing}&page=3", headers={"Accept": "text/html"})
        while urllib.request.urlopen(asked).read().count(b'class="packagename"') < PACKAGES // 3 - 20:
            Event().wait(0.2)


async def _look_for(page: Page, thing: str) -> None:
    await page.fill("input[name=query]", thing)
    await follow(page, "#search input[type=submit]")


async def search(page: Page, _: Application, thing: str) -> None:
    await _look_for(page, thing)
    await turn(page, "ul.batch_links li.next a >> nth=0")


def found(_: Application, thing: str) -> Sequence[Row]:
    numbers = [number for number in range(PACKAGES) if THINGS[number % 3] == thing]
    return [(f"{thing}-kit-{n}-1.{n}", f"/walker/dev/{thing}-kit-{n}") for n in numbers]


EXHIBIT = Exhibit(
    "devpi",
    "an index of packages",
    devpi,
    (Workflow("search", search, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, found),),
)
