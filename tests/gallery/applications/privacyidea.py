"""privacyIDEA from PyPI, which keeps second factors: AngularJS over an API with a token, tokens and people by realm."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
REALMS = ("hills", "shore", "woods")
KINDS = ("spass", "hotp", "totp")
TOKENS, PEOPLE = 140, 130
_TOKENS, _TOLD = "#tabletokenlist tbody", "th:has([pi-sort-by=description])"
_NEXT = ".pagination-next:not(.disabled) a >> visible=true >> nth=0"
_SETTINGS = """
SECRET_KEY, PI_PEPPER, SUPERUSER_REALM = "for tests", "for tests too", ["super"]
SQLALCHEMY_DATABASE_URI, CACHE_TYPE = "sqlite:///{folder}/data.sqlite", "SimpleCache"
PI_ENCFILE, PI_LOGFILE, PI_AUDIT_NO_SIGN = "{folder}/enckey", "{folder}/own.log", True
PI_AUDIT_KEY_PRIVATE, PI_AUDIT_KEY_PUBLIC = "{folder}/private.pem", "{folder}/public.pem"
"""
_FILL = """
import json
import sys
from privacyidea.app import create_app
from privacyidea.lib.auth import create_db_admin
from privacyidea.lib.policy import set_policy
from privacyidea.lib.realm import set_realm
from privacyidea.lib.resolver import save_resolver
from privacyidea.lib.token import init_token
from privacyidea.lib.user import User
from privacyidea.models import db
folder, secret, realms, tokens = json.load(sys.stdin)
app = create_app("production", f"{folder}/pi.cfg", silent=True)
with app.app_context():
    db.create_all()
    create_db_admin("keeper", password=secret)
    set_policy("quiet", scope="webui", action="hide_welcome_info")
    for name in realms:
        save_resolver({"resolver": name, "type": "passwdresolver", "fileName": f"{folder}/{name}.txt"})
        set_realm(name, [{"name": name}])
    for serial, kind, told, user, realm in tokens:
        owner = User(user, realm) if user else None
        init_token({"serial": serial, "type": kind, "description": told, "otpkey": "31" * 20}, user=owner)
"""


@contextlib.contextmanager
def privacyidea(folder: Path) -> Iterator[Application]:
    """Tokens of three kinds, half of them with an owner, and people of three realms."""
    programs = installed("privacyidea", "privacyidea==3.13.4")
    (folder / "pi.cfg").write_text(_SETTINGS.replace("{folder}", str(folder)))
    for name in REALMS:
        lines = [f"{_line(number)}\n" for number in range(PEOPLE) if realm(number) == name]
        (folder / f"{name}.txt").write_text("".join(lines))
    own = {**os.environ, "PRIVACYIDEA_CONFIGFILE": str(folder / "pi.cfg"), "PYTHONWARNINGS": "ignore"}
    secret = "quiet & please"
    tokens = [
        (serial(n), kind(n), about(n), user(n % PEOPLE) if n % 4 == 0 else "", realm(n % PEOPLE)) for n in range(TOKENS)
    ]
    filling: list[tuple[list[str | Path], str]] = [
        ([programs / "pi-manage", "setup", "create_enckey"], ""),
        ([programs / "pi-manage", "setup", "create_audit_keys"], ""),
        ([programs / "python", "-c", _FILL], json.dumps([str(folder), secret, REALMS, tokens])),
    ]
    for command, told in filling:
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env=own, input=told, text=True)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve: list[str | Path] = [programs / "pi-manage", "run", "-h", "127.0.0.1", "-p", url.rpartition(":")[2]]
    with served(serve, url, folder, own):
        yield Application(url, "keeper", secret, folder)


def realm(number: int) -> str:
    return REALMS[number % 3]


def user(number: int) -> str:
    return f"walker{number * 7 % 131}"


def surname(number: int) -> str:
    return f"Of{('Brook', 'Field', 'Hill', 'Lane', 'Moor')[number // 3 % 5]}{number * 11 % 53}"


def phone(number: int) -> str:
    return f"0{number * 37 % 9973 + 10000}"


def _line(number: int) -> str:
    return f"{user(number)}:x:{1000 + number}:100:Ada {surname(number)},,{phone(number)},,{mail(number)}:/home:/bin/sh"


def mail(number: int) -> str:
    return f"{user(number)}@{realm(number)}.example"


def serial(number: int) -> str:
    return f"WK{number * 37 % 9001:06}"


def kind(number: int) -> str:
    return KINDS[number % 3]


def thing(number: int) -> str:
    return THINGS[number // 3 % 3]


def about(number: int) -> str:
    return f"{thing(number)} gate {number * 13 % 997}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("#username", app.user)
    await page.fill("#password", app.secret)
    await page.press("#password", "Enter")
    await page.locator(f"{_TOKENS} tr").first.wait_for()
    await page.wait_for_timeout(1000)


async def _look_for(page: Page, word: str) -> None:
    await page.click(f"{_TOLD} .glyphicon-filter")
    async with page.expect_response("**/token/?description=*"):
        await page.fill(f"{_TOLD} input", word)
    await page.wait_for_timeout(1000)


async def _turn(page: Page) -> None:
    while await page.locator(_NEXT).count():
        await page.click(_NEXT)
        await page.wait_for_timeout(1000)


async def search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await _look_for(page, word)
    await _turn(page)


async def details(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await _look_for(page, word)
    await _read(page, 2)
    await page.go_back()
    await page.locator(f"{_TOKENS} tr").first.wait_for()
    await _look_for(page, word)
    await _turn(page)
    await _read(page, 1)


async def _read(page: Page, place: int) -> None:
    async with page.expect_response("**/machine/token?serial=*"):
        await page.click(f"{_TOKENS} td:first-child a >> nth={place}")
    await page.wait_for_timeout(2000)


async def people(page: Page, app: Application, realm: str) -> None:
    await _log_in(page, app)
    await page.click("a[ui-sref='user.list']:visible >> nth=0")
    await page.locator("#tableuserlist tbody tr").first.wait_for()
    async with page.expect_response("**/user/*"):
        await page.select_option("select[ng-model=selectedRealm]", realm)
    await page.wait_for_timeout(1000)
    await _turn(page)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(serial(n), kind(n), about(n)) for n in range(TOKENS) if thing(n) == word]


def of_realm(_: Application, realm: str) -> Sequence[Row]:
    return [(user(n), surname(n), mail(n), phone(n)) for n in range(PEOPLE) if REALMS[n % 3] == realm]


_WORDS, _OTHER = ({"word": THINGS[0]}, {"word": THINGS[2]}), {"word": THINGS[1]}

EXHIBIT = Exhibit(
    "privacyidea",
    "second factors in AngularJS over an API",
    privacyidea,
    (
        Workflow("search", search, _WORDS, _OTHER, found),
        Workflow("details", details, _WORDS, _OTHER, found),
        Workflow("people", people, ({"realm": "shore"}, {"realm": "woods"}), {"realm": "hills"}, of_realm),
    ),
)
