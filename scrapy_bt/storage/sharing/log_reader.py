"""What is read of a rule server's log: its lines, keys of accounts, versions of rules, and a search among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from ...core.rules.hosts import host_of
from ...core.rules.sharing.statements import NewKey, Signed, read_statement
from .schema import BUNDLES, LOG, VERSIONS

LINES = 200
"""Of the log, at once."""


@dataclass(frozen=True)
class Line:
    """A line of the log."""

    number: int
    hash: str
    signed: Signed


class LogReader:
    """Reads the log in one database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def lines(self, after: int = -1, count: int = LINES) -> list[Line]:
        """Lines of the log behind a number."""
        with self._engine.connect() as connection:
            found = connection.execute(
                sa.select(LOG).where(LOG.c.number > after).order_by(LOG.c.number).limit(min(count, LINES))
            )
            return [Line(row.number, row.hash, Signed(row.statement, row.signature)) for row in found]

    def last(self) -> Line:
        """The newest line."""
        with self._engine.connect() as connection:
            return self._last(connection)

    def keys(self, account: str) -> list[Signed]:
        """The statements of an account about its keys, the oldest first; empty without a key."""
        with self._engine.connect() as connection:
            rows = connection.execute(
                sa.select(LOG.c.statement, LOG.c.signature)
                .where(LOG.c.account == account, LOG.c.statement.contains('"is":"key"'))
                .order_by(LOG.c.number)
            )
            said = [Signed(row.statement, row.signature) for row in rows]
        return [each for each in said if isinstance(read_statement(each.statement), NewKey)]

    def versions(self, account: str, name: str) -> Sequence[sa.RowMapping]:
        """All versions of a rule, the oldest first, each with its signed statement."""
        with self._engine.connect() as connection:
            rows = connection.execute(
                sa.select(VERSIONS, LOG.c.statement, LOG.c.signature)
                .join(LOG, LOG.c.number == VERSIONS.c.number)
                .where(VERSIONS.c.account == account, VERSIONS.c.name == name)
                .order_by(VERSIONS.c.version)
            )
            return rows.mappings().all()

    def search(
        self, words: str = "", *, site: str = "", licence: str = "", after: str = "", count: int = 50
    ) -> Sequence[sa.RowMapping]:
        """The newest versions of rules with all the words, by account and name; *after*: `account/name`."""
        found = sa.select(VERSIONS).where(VERSIONS.c.is_head)
        for word in words.casefold().split()[:20]:
            found = found.where(VERSIONS.c.words.contains(word, autoescape=True))
        if site:
            host = host_of(site if "//" in site else f"//{site}")
            found = found.where((VERSIONS.c.host == host) | VERSIONS.c.host.endswith(f".{host}", autoescape=True))
        if licence:
            found = found.where(sa.func.lower(VERSIONS.c.licence) == licence.lower())
        if after:
            account, _, name = after.partition("/")
            columns = VERSIONS.c.account, VERSIONS.c.name
            found = found.where((columns[0] > account) | ((columns[0] == account) & (columns[1] > name)))
        with self._engine.connect() as connection:
            ordered = found.order_by(VERSIONS.c.account, VERSIONS.c.name).limit(count)
            return connection.execute(ordered).mappings().all()

    def heads(self, rules: Sequence[tuple[str, str]]) -> list[sa.RowMapping]:
        """The newest version of each of these rules (account and name) that is there."""
        with self._engine.connect() as connection:
            found: list[sa.RowMapping] = []
            for account, name in rules:
                where = VERSIONS.c.is_head & (VERSIONS.c.account == account) & (VERSIONS.c.name == name)
                found += connection.execute(sa.select(VERSIONS).where(where)).mappings()
            return found

    def text(self, sha256: str) -> str | None:
        """The canonical text of a rule."""
        with self._engine.connect() as connection:
            return connection.scalar(sa.select(BUNDLES.c.text).where(BUNDLES.c.sha256 == sha256))

    def _first(self, connection: sa.Connection) -> str:
        return str(connection.scalar(sa.select(LOG.c.statement).where(LOG.c.number == 0)))

    @staticmethod
    def _last(connection: sa.Connection) -> Line:
        row = connection.execute(sa.select(LOG).order_by(LOG.c.number.desc()).limit(1)).one()
        return Line(row.number, row.hash, Signed(row.statement, row.signature))
