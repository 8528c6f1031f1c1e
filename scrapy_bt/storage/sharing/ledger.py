"""The log of a rule server: signed statements, one after the other, and the rules that they are about.

Every change of what the server offers is a line of the log, checked in the transaction that writes it; so several
servers may write into one database, and one that is killed in the middle has written nothing.
"""

from __future__ import annotations

import secrets
import time
from base64 import b64decode
from collections.abc import Callable

import sqlalchemy as sa

from ...core.rules.files.bundle import Bundle, make_bundle
from ...core.rules.hosts import host_of
from ...core.rules.sharing.statements import (
    LARGEST_RULE,
    LogOrigin,
    NewKey,
    Release,
    Signed,
    StatementError,
    Withdrawal,
    chain,
    read_statement,
    write_statement,
)
from ...core.rules.sharing.trust import is_signed
from ...errors import BTError
from ..signatures import is_right
from .log_reader import Line, LogReader
from .schema import ACCOUNTS, BUNDLES, LOG, VERSIONS, lock

PER_HOUR = 60
"""Lines that an account may add to the log."""


class ConflictError(BTError):
    """Somebody else has published meanwhile; *version* and *sha256* of the newest, 0 where there is none."""

    def __init__(self, message: str, *, version: int = 0, sha256: str = "") -> None:
        super().__init__(message)
        self.version, self.sha256 = version, sha256


class RateError(BTError):
    """An account has published too much within the hour."""


class RuleLedger(LogReader):
    """The log in one database. *is_mirror*: its lines come from another server, and their accounts with them."""

    def __init__(self, engine: sa.Engine, *, is_mirror: bool = False, clock: Callable[[], float] = time.time) -> None:
        super().__init__(engine)
        self._clock, self.is_mirror = clock, is_mirror

    def begin(self, origin: Signed | None = None) -> str:
        """Make the first line where there is none; returns the number of the log, which a mirror takes over.

        Raises `StatementError` where there is another one.
        """
        with self._engine.begin() as connection:
            lock(connection)
            first = connection.execute(sa.select(LOG).where(LOG.c.number == 0)).one_or_none()
            if first is None:
                signed = origin or Signed(write_statement(LogOrigin(secrets.token_hex(16))))
                found = read_statement(signed.statement)
                if not isinstance(found, LogOrigin) or signed.signature:
                    raise StatementError("a log begins with its number, which nobody signs")
                self._add_line(connection, None, signed, "")
                return found.origin
            kept = read_statement(first.statement)
            if origin is not None and origin.statement != first.statement:
                raise StatementError("the other server has another log than this database: give an empty one")
            return kept.origin

    def add(self, signed: Signed, text: str = "") -> Line:
        """Write a statement, with the text of the rule for a release; what is there already is given back.

        Raises:
            StatementError: It is not signed as it should be.
            ConflictError: It follows something that is not the newest any more.
            RateError: The account has written too much.
            RuleError: The rule has faults.
        """
        statement = read_statement(signed.statement)
        if isinstance(statement, LogOrigin):
            raise StatementError("a log has only one beginning")
        bundle = _bundle(statement, text) if isinstance(statement, Release) else None
        with self._engine.begin() as connection:
            lock(connection)
            last = self._last(connection)
            if statement.origin != read_statement(self._first(connection)).origin:
                raise StatementError("this is signed for another server's log")
            known = connection.execute(
                sa.select(LOG).where(LOG.c.account == statement.account, LOG.c.statement == signed.statement)
            ).first()
            if known is not None:
                return Line(known.number, known.hash, Signed(known.statement, known.signature))
            if not self.is_mirror:
                self._check_rate(connection, statement.account)
            if isinstance(statement, NewKey):
                self._add_key(connection, statement, signed)
            else:
                self._check_signature(connection, statement.account, signed)
                if isinstance(statement, Withdrawal):
                    self._withdraw(connection, statement)
                else:
                    assert bundle is not None
                    self._add_version(connection, statement, bundle, last.number + 1)
            return self._add_line(connection, last, signed, statement.account)

    def _add_line(self, connection: sa.Connection, last: Line | None, signed: Signed, account: str) -> Line:
        number, before = (0, "") if last is None else (last.number + 1, last.hash)
        line = Line(number, chain(before, signed), signed)
        connection.execute(
            sa.insert(LOG).values(
                number=number,
                hash=line.hash,
                statement=signed.statement,
                signature=signed.signature,
                account=account,
                time=self._clock(),
            )
        )
        return line

    def _add_key(self, connection: sa.Connection, statement: NewKey, signed: Signed) -> None:
        known = connection.scalar(sa.select(ACCOUNTS.c.key).where(ACCOUNTS.c.account == statement.account))
        if known is None and not self.is_mirror:
            raise StatementError(f"there is no account {statement.account}")
        if statement.before != (known or ""):
            raise ConflictError(
                f"the newest key of {statement.account} is another one: sign the new key with that"
                if known
                else f"{statement.account} has no key yet: the first one follows none"
            )
        if not is_signed(signed, statement.signer, is_right):
            raise StatementError(f"this is not signed with the key of {statement.account}")
        if known is None:
            connection.execute(
                sa.insert(ACCOUNTS).values(
                    account=statement.account, key=statement.key, salt="", hash="", seats=0, failures=0, failed=0.0
                )
            )
        else:
            changed = sa.update(ACCOUNTS).where(ACCOUNTS.c.account == statement.account).values(key=statement.key)
            connection.execute(changed)

    def _check_signature(self, connection: sa.Connection, account: str, signed: Signed) -> None:
        key = connection.scalar(sa.select(ACCOUNTS.c.key).where(ACCOUNTS.c.account == account))
        if not key:
            raise StatementError(f"{account} has no key yet: scrapy bt rules login {account} --sign KEY")
        if not is_signed(signed, b64decode(key), is_right):
            raise StatementError(f"this is not signed with the newest key of {account}")

    def _check_rate(self, connection: sa.Connection, account: str) -> None:
        since = self._clock() - 3600
        written = sa.select(sa.func.count()).where(LOG.c.account == account, LOG.c.time > since)
        if (connection.scalar(written) or 0) >= PER_HOUR:
            raise RateError(f"{account} has published {PER_HOUR} times within an hour: wait a while")

    def _add_version(self, connection: sa.Connection, release: Release, bundle: Bundle, number: int) -> None:
        rule = (VERSIONS.c.account == release.account) & (VERSIONS.c.name == release.name)
        newest = connection.execute(
            sa.select(VERSIONS.c.version, VERSIONS.c.sha256).where(rule).order_by(VERSIONS.c.version.desc()).limit(1)
        ).one_or_none()
        version, sha256 = (0, "") if newest is None else newest
        if (release.version, release.parent) != (version + 1, sha256):
            told = f"version {version} is the newest" if version else "no version is there yet"
            raise ConflictError(
                f"{release.account}/{release.name}: {told}, and this is not the one after it",
                version=version,
                sha256=sha256,
            )
        if release.sha256 == sha256:
            raise ConflictError(
                f"{release.account}/{release.name}: version {version} says the same", version=version, sha256=sha256
            )
        if connection.scalar(sa.select(BUNDLES.c.sha256).where(BUNDLES.c.sha256 == bundle.hash)) is None:
            connection.execute(sa.insert(BUNDLES).values(sha256=bundle.hash, text=bundle.text))
        connection.execute(sa.update(VERSIONS).where(rule, VERSIONS.c.is_head).values(is_head=False))
        told_of = bundle.rule
        fields = (release.account, release.name, told_of.name, told_of.site_name, told_of.site_url, told_of.description)
        connection.execute(
            sa.insert(VERSIONS).values(
                account=release.account,
                name=release.name,
                version=release.version,
                sha256=release.sha256,
                number=number,
                licence=release.licence,
                title=told_of.name,
                author=told_of.author,
                site=told_of.site_url,
                host=host_of(told_of.site_url)[:255],
                description=told_of.description,
                words="\n".join(fields).casefold(),
                withdrawn="",
                is_head=True,
            )
        )

    def _withdraw(self, connection: sa.Connection, statement: Withdrawal) -> None:
        rule = (VERSIONS.c.account == statement.account) & (VERSIONS.c.name == statement.name)
        done = connection.execute(
            sa.update(VERSIONS)
            .where(rule, VERSIONS.c.version == statement.version, VERSIONS.c.withdrawn == "")
            .values(withdrawn=statement.reason, is_head=False)
        )
        if done.rowcount != 1:
            raise ConflictError(
                f"{statement.account}/{statement.name} has no version {statement.version} to be withdrawn"
            )
        head = sa.select(sa.func.max(VERSIONS.c.version)).where(rule, VERSIONS.c.withdrawn == "")
        newest = connection.scalar(head)
        connection.execute(sa.update(VERSIONS).where(rule, VERSIONS.c.version == newest).values(is_head=True))


def _bundle(release: Release, text: str) -> Bundle:
    """The rule of a release; raises `StatementError`, and `RuleError` with its faults."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST_RULE:
        raise StatementError(f"a rule that is passed on has at most {LARGEST_RULE:,} bytes")
    bundle = make_bundle(text, file="rule")
    if bundle.text != text or bundle.hash != release.sha256:
        raise StatementError("what is signed is not this rule in its canonical text")
    if bundle.rule.licence != release.licence:
        raise StatementError("the signed licence is not the licence of the rule")
    return bundle
