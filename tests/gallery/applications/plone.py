"""Plone from PyPI, a content management system: a search, folders that list their pages, and their contents in data."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
FOLDERS = ("Hills", "Shore", "Woods")
PAGES = 165
_FILL = """
import transaction
from plone.app.textfield.value import RichTextValue
from AccessControl.SecurityManagement import newSecurityManager
from Products.CMFPlone.factory import addPloneSite
from zope.component.hooks import setSite
newSecurityManager(None, app.acl_users.getUserById("keeper").__of__(app.acl_users))
site = addPloneSite(app, "walks", title="Walks", setup_content=False,
    extension_ids=("plone.app.contenttypes:default", "plonetheme.barceloneta:default"))
setSite(site)
site.portal_registry["plone.navigation_depth"] = 1
workflow = site.portal_workflow
def add(parent, kind, key, **told):
    parent.invokeFactory(kind, key, **told)
    workflow.doActionFor(parent[key], "publish")
    return parent[key]
for name in FOLDERS:
    add(site, "Folder", name.lower(), title=name)
for key, folder, title, about, text in PAGES:
    page = add(site[folder], "Document", key, title=title, description=about)
    page.text = RichTextValue(f"<p>{text}</p>", "text/html", "text/x-html-safe")
    page.reindexObject()
transaction.commit()
"""


@contextlib.contextmanager
def plone(folder: Path) -> Iterator[Application]:
    """Pages about three things in three folders."""
    programs = installed("plone", "Plone==6.2.2", "plone.app.layout<7", "setuptools<80")
    secret = "quiet-and-please"
    make = [programs / "mkwsgiinstance", "-d", folder / "instance", "-u", f"keeper:{secret}"]
    settings, script = folder / "instance" / "etc", folder / "fill.py"
    pages = [(key(n), place(n).lower(), title(n), about(n), text(n)) for n in range(PAGES)]
    script.write_text(f"FOLDERS, PAGES = {FOLDERS!r}, {pages!r}\n{_FILL}")
    for command in (make, [programs / "zconsole", "run", settings / "zope.conf", script]):
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    told = (settings / "zope.ini").read_text()
    (settings / "zope.ini").write_text(told.replace("8080", url.rpartition(":")[2]))
    with served([programs / "runwsgi", settings / "zope.ini"], f"{url}/walks", folder):
        yield Application(url, "keeper", secret, folder)


def place(number: int) -> str:
    return FOLDERS[number % 3]


def thing(number: int) -> str:
    return THINGS[number // 3 % 3]


def key(number: int) -> str:
    return f"part-{number * 7 % PAGES + 100}"


def title(number: int) -> str:
    return f"{thing(number).title()} {number * 13 % 997}"


def about(number: int) -> str:
    return f"Seen from gate {number * 37 % 8999}"


def text(number: int) -> str:
    return f"Its keeper counted {number * 29 % 701 + 20} walkers there."


_NEXT = "#content a:has-text('Next') >> nth=0"
_LISTED = "#content article a.url"


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("#searchGadget", word)
    await follow(page, "#portal-searchbox [type=submit]")
    await page.wait_for_timeout(2000)
    while await page.locator(_NEXT).count():
        async with page.expect_response("**/@@search?ajax_load=*"):
            await page.click(_NEXT)
        await page.wait_for_timeout(2000)


async def folder(page: Page, _: Application, folder: str) -> None:
    await follow(page, f"#portal-globalnav a:text-is('{folder}')")
    await turn(page, _NEXT)


async def details(page: Page, _: Application, folder: str) -> None:
    await follow(page, f"#portal-globalnav a:text-is('{folder}')")
    await follow(page, f"{_LISTED} >> nth=3")
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, f"{_LISTED} >> nth=1")
    await page.go_back()
    await turn(page, _NEXT)
    await follow(page, f"{_LISTED} >> nth=2")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(title(n), about(n)) for n in range(PAGES) if thing(n) == word]


def listed(_: Application, folder: str) -> Sequence[Row]:
    return [(title(n), about(n)) for n in range(PAGES) if place(n) == folder]


def told(_: Application, folder: str) -> Sequence[Row]:
    return [(title(n), about(n), text(n)) for n in range(PAGES) if place(n) == folder]


_FOLDERS = ({"folder": FOLDERS[0]}, {"folder": FOLDERS[2]})
_HOME = "/walks"

EXHIBIT = Exhibit(
    "plone",
    "a content management system",
    plone,
    (
        Workflow("search", search, ({"word": THINGS[0]}, {"word": THINGS[2]}), {"word": THINGS[1]}, found, _HOME),
        Workflow("folder", folder, _FOLDERS, {"folder": FOLDERS[1]}, listed, _HOME),
        Workflow("details", details, _FOLDERS, {"folder": FOLDERS[1]}, told, _HOME),
    ),
)
