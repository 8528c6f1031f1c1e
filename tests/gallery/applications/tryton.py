"""Tryton from PyPI with its own front from npm: calls in JSON-RPC, a list whose rows are read by their numbers."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

KINDS = ("Miller", "Walker", "Digger")
PLACES = ("Leeds", "York", "Hull", "Ripon")
PARTIES = 126
_SETTINGS = """
[database]
uri = sqlite://
path = {folder}
[web]
listen = {host}
root = {folder}/front
[session]
max_attempt = 10000
max_attempt_ip_network = 10000
"""
_SERVE = """
from werkzeug import Response
set_cookie = Response.set_cookie
Response.set_cookie = lambda *given, **more: set_cookie(*given, **{**more, "secure": False})
import runpy, sys
sys.argv = ["trytond", *sys.argv[1:]]
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""
"""Without https, its cookies are no secure ones."""
_FILL = """
import sys
from proteus import Model, config
config.set_trytond("sqlite:///walks", config_file="trytond.conf")
count, kinds, places = int(sys.argv[1]), sys.argv[2].split(","), sys.argv[3].split(",")
groups = [Model.get("party.category")(name=f"All {kind}s") for kind in kinds]
for group in groups:
    group.save()
for n in range(count):
    party = Model.get("party.party")(name=f"{kinds[n % 3]} {n * 5 + 100}", code=f"C{n * 7 + 500}")
    party.categories.append(Model.get("party.category")(groups[n % 3].id))
    party.addresses[0].street, party.addresses[0].city = f"Lane {n}", places[n % 4]
    party.addresses[0].postal_code = str(20000 + n)
    party.save()
for item in Model.get("ir.module.config_wizard.item").find([]):
    item.state = "done"
    item.save()
"""


@contextlib.contextmanager
def tryton(folder: Path) -> Iterator[Application]:
    """Parties of three kinds, in four places."""
    programs = installed(
        "tryton", "trytond>=8.0,<8.1", "trytond_party>=8.0,<8.1", "trytond_product>=8.0,<8.1", "proteus>=8.0,<8.1"
    )
    modules = installed_from_npm("tryton_sao", **{"tryton-sao": "8.0.11"}).parent
    front = folder / "front"
    front.mkdir()
    for name in ("index.html", "dist", "images", "locale", "sounds"):
        (front / name).symlink_to(modules / "tryton-sao" / name)
    (front / "node_modules").symlink_to(modules)
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    (folder / "trytond.conf").write_text(_SETTINGS.format(folder=folder, host=url.removeprefix("http://")))
    (folder / "secret").write_text(secret)
    (folder / "walks.sqlite").touch()
    own = os.environ | {"TRYTONPASSFILE": str(folder / "secret")}
    begin = [programs / "trytond-admin", "-c", "trytond.conf", "-d", "walks", "-u", "party", "product"]
    begin += ["--activate-dependencies", "--email", "keeper@example.test"]
    subprocess.run(begin, check=True, capture_output=True, cwd=folder, env=own)
    fill = [programs / "python", "-c", _FILL, str(PARTIES), ",".join(KINDS), ",".join(PLACES)]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder)
    serve = [programs / "python", "-c", _SERVE, programs / "trytond", "-c", "trytond.conf", "-d", "walks"]
    with served(serve, url, folder):
        yield Application(url, "admin", secret, folder)


async def log_in(page: Page, app: Application) -> None:
    await page.fill("#login", app.user)
    await page.press("#login", "Enter")
    await page.fill(".ask-dialog input[type=password]", app.secret)
    await page.press(".ask-dialog input[type=password]", "Enter")
    await _open(page, "Parties", 0)


async def _open(page: Page, entry: str, number: int) -> None:
    await page.click(f"#menu :text-is('{entry}') >> nth={number}")
    await page.wait_for_timeout(1500)


async def _search(page: Page, word: str) -> None:
    await page.locator("#tabcontent .tab-pane.active tbody tr").nth(9).wait_for()
    await page.fill("#tabcontent .tab-pane.active input[placeholder=Search]", word)
    async with page.expect_request(lambda sent: word in (sent.post_data or "")):
        await page.press("#tabcontent .tab-pane.active input[placeholder=Search]", "Enter")
    await page.wait_for_timeout(2000)


async def _scroll(page: Page) -> None:
    """Rows are read as they come to be seen; all are there when no more come."""
    rows, before = page.locator("#tabcontent .tab-pane.active tbody tr"), 0
    while (count := await rows.count()) > before:
        before = count
        await rows.last.scroll_into_view_if_needed()
        await page.mouse.move(700, 400)
        await page.mouse.wheel(0, 10_000)
        await page.wait_for_timeout(1500)


async def parties(page: Page, app: Application, kind: str) -> None:
    await log_in(page, app)
    await _open(page, "Parties", 1)
    await _search(page, kind)
    await _scroll(page)


async def addresses(page: Page, app: Application, place: str) -> None:
    await log_in(page, app)
    await _open(page, "Addresses", 0)
    await _search(page, place)
    await _scroll(page)


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [(f"{kind} {n * 5 + 100}", f"C{n * 7 + 500}") for n in range(PARTIES) if KINDS[n % 3] == kind]


def in_place(_: Application, place: str) -> Sequence[Row]:
    own = [n for n in range(PARTIES) if PLACES[n % 4] == place]
    return [(f"Lane {n}", place, str(20000 + n)) for n in own]


EXHIBIT = Exhibit(
    "tryton",
    "a business's books over JSON-RPC",
    tryton,
    (
        Workflow("parties", parties, ({"kind": "Miller"}, {"kind": "Digger"}), {"kind": "Walker"}, of_kind),
        Workflow("addresses", addresses, ({"place": "Leeds"}, {"place": "Hull"}), {"place": "Ripon"}, in_place),
    ),
)
