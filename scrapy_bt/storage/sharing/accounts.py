"""Who may publish on a rule server: accounts with passwords, and devices that take their seats while they are in use.

All of it is in the database, so that any of several servers knows it.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from ...core.rules.sharing.statements import is_name
from ...errors import BTError
from ...sentences import say
from ..passwords import hash_password, is_right, waiting_time
from .schema import ACCOUNTS, DEVICES, lock

ACCESS_SECONDS = 900.0
"""How long an access token holds; a refresh token holds as long as its device is used within `FORGET_SECONDS`."""
SEAT_SECONDS = 300.0
"""Silence after which a device's seat is free."""
FORGET_SECONDS = 90 * 86400.0


class AccountError(BTError):
    """An account cannot be added or removed."""


class LoginError(BTError):
    """Name or password are wrong, or a token is not valid; *seconds* to wait until the next try counts."""

    def __init__(self, message: str, *, seconds: float = 0.0) -> None:
        super().__init__(message)
        self.seconds = seconds


class SeatError(BTError):
    """All seats of an account are taken."""


@dataclass(frozen=True)
class DeviceTokens:
    """What a device is given; *access* for the *seconds*, *refresh* to get the next."""

    account: str
    access: str
    refresh: str
    seconds: float


@dataclass(frozen=True)
class Account:
    """*key*: base64, or empty; *devices*: those that have a seat now."""

    name: str
    key: str
    seats: int
    devices: tuple[str, ...]


class Accounts:
    """The accounts of one database."""

    def __init__(self, engine: sa.Engine, *, clock: Callable[[], float] = time.time) -> None:
        self._engine, self._clock = engine, clock

    def add(self, name: str, password: str, *, seats: int = 1) -> None:
        """Add an account, or give one another password and number of seats; raises `BTError`."""
        if not is_name(name):
            raise AccountError(say("an account is named with a-z, 0-9 and -, at most 60 of them, not '{}'", name))
        if not 1 <= seats <= 10_000:
            raise AccountError(say("an account has 1 to 10,000 seats"))
        salt, hashed = hash_password(password)
        secret = {"salt": salt, "hash": hashed, "seats": seats}
        with self._engine.begin() as connection:
            lock(connection)
            done = connection.execute(sa.update(ACCOUNTS).where(ACCOUNTS.c.account == name).values(**secret))
            if not done.rowcount:
                connection.execute(sa.insert(ACCOUNTS).values(account=name, key="", failures=0, failed=0.0, **secret))
            connection.execute(sa.delete(DEVICES).where(DEVICES.c.account == name))

    def close(self, name: str) -> None:
        """Close an account for logins; what it has published stays. Raises `AccountError`."""
        with self._engine.begin() as connection:
            lock(connection)
            shut = sa.update(ACCOUNTS).where(ACCOUNTS.c.account == name).values(salt="", hash="", seats=0)
            if not connection.execute(shut).rowcount:
                raise AccountError(say("there is no account {}", name))
            connection.execute(sa.delete(DEVICES).where(DEVICES.c.account == name))

    def all(self) -> list[Account]:
        """All accounts, by name."""
        with self._engine.connect() as connection:
            seated: dict[str, list[str]] = {}
            for row in connection.execute(sa.select(DEVICES).where(DEVICES.c.seen > self._clock() - SEAT_SECONDS)):
                seated.setdefault(row.account, []).append(row.device)
            rows = connection.execute(sa.select(ACCOUNTS).order_by(ACCOUNTS.c.account))
            return [
                Account(row.account, row.key, row.seats, tuple(sorted(seated.get(row.account, ())))) for row in rows
            ]

    def log_in(self, name: str, password: str, device: str) -> DeviceTokens:
        """Take a seat for a device; raises `LoginError` and `SeatError`.

        It takes as long for a name that nobody has, and each failure makes the next try wait longer.
        """
        if not is_name(device):
            raise LoginError(say("a device is named with a-z, 0-9 and -, at most 60 of them"))
        with self._engine.begin() as connection:
            row = connection.execute(sa.select(ACCOUNTS).where(ACCOUNTS.c.account == name)).one_or_none()
        if row is not None and (seconds := waiting_time(row.failures, row.failed, self._clock())):
            raise LoginError(say("too many wrong passwords: try again in {:.0f} s", seconds), seconds=seconds)
        is_known = is_right(password, *(("", "") if row is None else (row.salt, row.hash)))
        with self._engine.begin() as connection:
            lock(connection)
            if row is None or not is_known:
                failed = {"failures": ACCOUNTS.c.failures + 1, "failed": self._clock()}
                connection.execute(sa.update(ACCOUNTS).where(ACCOUNTS.c.account == name).values(**failed))
                tokens = None
            else:
                connection.execute(sa.update(ACCOUNTS).where(ACCOUNTS.c.account == name).values(failures=0))
                tokens = self._seat(connection, name, device, row.seats)
        if tokens is None:
            raise LoginError(say("name or password are wrong"))
        return tokens

    def refresh(self, token: str) -> DeviceTokens:
        """The next tokens of a device, which takes its seat again; raises `LoginError` and `SeatError`."""
        with self._engine.begin() as connection:
            lock(connection)
            row = connection.execute(
                sa.select(DEVICES.c.account, DEVICES.c.device, ACCOUNTS.c.seats)
                .join(ACCOUNTS, ACCOUNTS.c.account == DEVICES.c.account)
                .where(DEVICES.c.refresh == _digest(token), DEVICES.c.seen > self._clock() - FORGET_SECONDS)
            ).one_or_none()
            if row is None:
                raise LoginError(say("this device is not logged in any more: scrapy bt rules login"))
            return self._seat(connection, row.account, row.device, row.seats)

    def identify(self, token: str) -> tuple[str, str]:
        """Account and device of an access token; raises `LoginError`."""
        with self._engine.connect() as connection:
            row = connection.execute(
                sa.select(DEVICES).where(DEVICES.c.access == _digest(token), DEVICES.c.expires > self._clock())
            ).one_or_none()
        if row is None:
            raise LoginError(say("this token does not hold any more: refresh it, or log in"))
        return row.account, row.device

    def beat(self, account: str, device: str) -> None:
        """A device is in use: its seat and its token hold on."""
        now = self._clock()
        with self._engine.begin() as connection:
            which = (DEVICES.c.account == account) & (DEVICES.c.device == device)
            connection.execute(sa.update(DEVICES).where(which).values(seen=now, expires=now + ACCESS_SECONDS))

    def log_out(self, account: str, device: str) -> None:
        """Free the seat of a device; its tokens are valid no longer."""
        with self._engine.begin() as connection:
            which = (DEVICES.c.account == account) & (DEVICES.c.device == device)
            connection.execute(sa.delete(DEVICES).where(which))

    def _seat(self, connection: sa.Connection, account: str, device: str, seats: int) -> DeviceTokens:
        now = self._clock()
        others = sa.select(DEVICES.c.device, DEVICES.c.seen).where(
            DEVICES.c.account == account, DEVICES.c.device != device, DEVICES.c.seen > now - SEAT_SECONDS
        )
        taken = sorted((row.device, row.seen) for row in connection.execute(others))
        if len(taken) >= seats:
            free = min(seen for _, seen in taken) + SEAT_SECONDS - now if taken else 0.0
            raise SeatError(
                say(
                    "{} has {} {}, and {} {}: log out there, or wait {:.0f} s after its last sign of life",
                    account,
                    seats,
                    (say("seat") if seats == 1 else say("seats")),
                    ", ".join((name for name, _ in taken)),
                    (say("has it") if seats == 1 else say("have them")),
                    free,
                )
            )
        tokens = DeviceTokens(account, secrets.token_urlsafe(32), secrets.token_urlsafe(32), ACCESS_SECONDS)
        which = (DEVICES.c.account == account) & (DEVICES.c.device == device)
        connection.execute(sa.delete(DEVICES).where(which | (DEVICES.c.seen < now - FORGET_SECONDS)))
        connection.execute(
            sa.insert(DEVICES).values(
                account=account,
                device=device,
                refresh=_digest(tokens.refresh),
                access=_digest(tokens.access),
                expires=now + ACCESS_SECONDS,
                seen=now,
            )
        )
        return tokens


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
