"""Trac from PyPI: tickets in lists over pages, forms with tokens, and a login by a form of a plug-in."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import subprocess
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

TICKETS = 75
WORDS = ("windmill", "footbridge", "quarry")
"""What the tickets are about, one after the other; nothing else in a project has these words."""
_FILL = f"""
WORDS = {WORDS!r}
"""
_FILL += """
import sys
from trac.env import Environment
from trac.perm import PermissionSystem
from trac.ticket.model import Ticket

environment = Environment(sys.argv[1])
rights = PermissionSystem(environment)
for action in rights.get_user_permissions("anonymous"):
    rights.store.revoke_permission("anonymous", action)
rights.grant_permission("reader", "TRAC_ADMIN")
for number in range(int(sys.argv[2])):
    ticket = Ticket(environment)
    ticket["summary"] = f"Report {number} on the {WORDS[number % len(WORDS)]}"
    ticket["reporter"] = "reader"
    ticket["description"] = f"What was seen, part {number}."
    ticket["status"] = "new"
    ticket.insert()
"""
_SETTINGS = {
    "components": {
        "acct_mgr.api.*": "enabled",
        "acct_mgr.htfile.*": "enabled",
        "acct_mgr.web_ui.loginmodule": "enabled",
        "trac.web.auth.loginmodule": "disabled",
    },
    "account-manager": {"password_store": "HtPasswdStore", "htpasswd_hash_type": "sha"},
    "query": {"items_per_page": "12"},
}


@contextlib.contextmanager
def trac(folder: Path) -> Iterator[Application]:
    """A project with tickets that only its reader may see."""
    secret = "quiet & please"
    programs = installed("trac", "Trac==1.6.*", "TracAccountManager==0.6.*", "setuptools<81")
    project = folder / "project"
    create = [programs / "trac-admin", project, "initenv", "Practice", "sqlite:db/trac.db"]
    subprocess.run(create, check=True, capture_output=True)
    settings = ConfigParser(interpolation=None)
    settings.optionxform = str  # type: ignore[assignment, method-assign]  # names keep their case
    settings.read(project / "conf" / "trac.ini")
    passwords = folder / "passwords"
    hashed = base64.b64encode(hashlib.sha1(secret.encode()).digest()).decode()
    passwords.write_text(f"reader:{{SHA}}{hashed}\n")
    settings.read_dict({"account-manager": {"htpasswd_file": str(passwords)}})
    for section, values in _SETTINGS.items():
        settings.read_dict({section: values})
    with (project / "conf" / "trac.ini").open("w") as file:
        settings.write(file)
    subprocess.run([programs / "trac-admin", project, "upgrade", "--no-backup"], check=True, capture_output=True)
    fill = [programs / "python", "-I", "-c", _FILL, project, str(TICKETS)]
    subprocess.run(fill, check=True, capture_output=True)
    port = free_port(folder)
    url = f"http://127.0.0.1:{port}"
    serve = [programs / "tracd", "--single-env", "--hostname=127.0.0.1", f"--port={port}", project]
    with served(serve, f"{url}/login", folder):
        yield Application(url, "reader", secret, folder)


async def search_tickets(page: Page, app: Application, word: str) -> None:
    await follow(page, "a[href='/login']")
    await page.fill("#username", app.user)
    await page.fill("#password", app.secret)
    await follow(page, "#acctmgr_loginform input[type=submit]")
    await page.fill("#proj-search", word)
    await follow(page, "#search input[type=submit]")
    await follow(page, ".paging a >> text=2")


def found_tickets(_: Application, word: str) -> list[Row]:
    numbers = [number for number in range(TICKETS) if WORDS[number % len(WORDS)] == word]
    return [(f": defect: Report {number} on the {WORDS[number % len(WORDS)]} (new)",) for number in numbers]


async def list_tickets(page: Page, app: Application, word: str) -> None:
    await follow(page, "a[href='/login']")
    await page.fill("#username", app.user)
    await page.fill("#password", app.secret)
    await follow(page, "#acctmgr_loginform input[type=submit]")
    await page.goto(f"{app.url}/query?summary={word}&order=id&col=id&col=summary&col=reporter")
    await turn(page, ".paging a[title='Next Page'] >> nth=0")


def listed_tickets(_: Application, word: str) -> list[Row]:
    numbers = [number for number in range(TICKETS) if WORDS[number % len(WORDS)] == word[1:]]
    return [(f"#{number + 1}", f"Report {number} on the {word[1:]}", "reader") for number in numbers]


EXHIBIT = Exhibit(
    "trac",
    "a tracker",
    trac,
    (
        Workflow("search", search_tickets, ({"word": WORDS[0]}, {"word": WORDS[1]}), {"word": WORDS[2]}, found_tickets),
        Workflow(
            "query",
            list_tickets,
            ({"word": f"~{WORDS[0]}"}, {"word": f"~{WORDS[1]}"}),
            {"word": f"~{WORDS[2]}"},
            listed_tickets,
        ),
    ),
)
