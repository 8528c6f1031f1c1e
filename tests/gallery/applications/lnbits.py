"""LNbits from PyPI, accounts of money: Vue with Quasar over JSON, a table with a search, and a key per wallet."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import urllib.request
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

GRAINS = ("Rye", "Oats", "Barley")
WALLETS = ("Mill", "Forge", "Quarry")
PAYMENTS = 198
_SECRET = "quiet & please"


@contextlib.contextmanager
def lnbits(folder: Path) -> Iterator[Application]:
    """Wallets that have been paid in turn, each for three grains."""
    programs = installed("lnbits", "lnbits==1.6.2", "bitstring<5")
    url = f"http://127.0.0.1:{free_port(folder)}"
    (folder / "lnbits").symlink_to(next(programs.parent.glob("lib/*/site-packages/lnbits")))  # it looks for it there
    own = {"LNBITS_ADMIN_UI": "false", "LNBITS_BACKEND_WALLET_CLASS": "VoidWallet", "AUTH_SECRET_KEY": "mill"}
    serve: list[str | Path] = [programs / "lnbits", "--host", "127.0.0.1", "--port", url.rpartition(":")[2]]
    with served(serve, url, folder, own | {"LNBITS_DATA_FOLDER": "./data"}):
        told = json.dumps({"username": "keeper", "password": _SECRET, "password_repeat": _SECRET}).encode()
        asked = {"Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(f"{url}/api/v1/auth/register", told, asked)).close()
        _fill(folder / "data" / "database.sqlite3")
        yield Application(url, "keeper", _SECRET, folder)


def _fill(database: Path) -> None:
    wallet = (
        "insert into wallets (id, name, user, adminkey, inkey, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)"
    )
    payment = (
        "insert into apipayments (checking_id, payment_hash, amount, wallet_id, memo, time, created_at, updated_at,"
        " expiry, bolt11, extra, status) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'lnbc1', '{}', 'success')"
    )
    with contextlib.closing(sqlite3.connect(database)) as filled:
        ((user,),) = filled.execute("select id from accounts where username = 'keeper'").fetchall()
        for n, name in enumerate(WALLETS):
            keys = [_key(f"{kind} of {name}") for kind in ("address", "key", "key to read")]
            filled.execute(wallet, (keys[0], name, user, *keys[1:], _when(n), _when(n)))
        for n in range(PAYMENTS):
            name, when = f"{n * 7919 + 16**60:064x}", _when(n)
            own = (name, name, (n + 100) * 1000, _key(f"address of {WALLETS[n // 3 % 3]}"), _memo(n))
            filled.execute(payment, (*own, when, when, when, when + 3600))
        filled.commit()


def _key(name: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_OID, name).hex


def _when(number: int) -> int:
    return 1_700_000_000 + number * 25_000


def _memo(number: int) -> str:
    return f"{GRAINS[number % 3]} for the winter {number + 40}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button:has-text('Login')")
    await page.wait_for_selector("text=Records per page")


async def _turn(page: Page) -> None:
    following = page.locator("button[aria-label='Next page']:not([disabled])")
    await page.wait_for_load_state("networkidle")
    while await following.count():
        await following.click()
        await page.wait_for_load_state("networkidle")
        await page.wait_for_timeout(300)


async def search(page: Page, app: Application, grain: str) -> None:
    await _log_in(page, app)
    await page.click(".q-item:has-text('Mill')")
    await page.wait_for_load_state("networkidle")
    await page.fill("input[aria-label^='Search by tag']", grain)
    await page.wait_for_timeout(1000)
    await _turn(page)


async def wallet(page: Page, app: Application, name: str) -> None:
    await _log_in(page, app)
    await page.click(f".q-item:has-text('{name}')")
    await page.wait_for_timeout(1000)
    await _turn(page)


def found(_: Application, grain: str) -> Sequence[Row]:
    return [(_memo(n),) for n in range(PAYMENTS) if n // 3 % 3 == 0 and GRAINS[n % 3] == grain]


def paid(_: Application, name: str) -> Sequence[Row]:
    return [(_memo(n),) for n in range(PAYMENTS) if WALLETS[n // 3 % 3] == name]


EXHIBIT = Exhibit(
    "lnbits",
    "accounts of money",
    lnbits,
    (
        Workflow("search", search, ({"grain": "Oats"}, {"grain": "Barley"}), {"grain": "Rye"}, found),
        Workflow("wallet", wallet, ({"name": "Forge"}, {"name": "Quarry"}), {"name": "Mill"}, paid),
    ),
)
