"""The tables of a rule server."""

from __future__ import annotations

import sqlalchemy as sa

from ..databases import kind_of_database
from ..engines import open_engine
from ..rows import StoreError

FORMAT = 1
_LOCK = 0x6274_7275  # any number that others are not likely to take
_TIMEOUT = 30.0
"""Seconds that the database is waited for."""
_TABLES = sa.MetaData()

LOG = sa.Table(
    "bt_rule_log",
    _TABLES,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("statement", sa.Text, nullable=False),
    sa.Column("signature", sa.String(100), nullable=False),
    sa.Column("account", sa.String(60), nullable=False, index=True),
    sa.Column("time", sa.Float(53), nullable=False),
)
"""Append-only, from 0; *time*: when this server wrote it, seconds since the epoch."""

ACCOUNTS = sa.Table(
    "bt_rule_accounts",
    _TABLES,
    sa.Column("account", sa.String(60), primary_key=True),
    sa.Column("key", sa.String(44), nullable=False),
    sa.Column("salt", sa.String(32), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("failed", sa.Float(53), nullable=False),
)
"""*key*: the newest (base64), empty before the first; *hash*: of the password, empty where nobody can log in."""

VERSIONS = sa.Table(
    "bt_rule_versions",
    _TABLES,
    sa.Column("account", sa.String(60), primary_key=True),
    sa.Column("name", sa.String(60), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("licence", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("author", sa.Text, nullable=False),
    sa.Column("site", sa.Text, nullable=False),
    sa.Column("host", sa.String(255), nullable=False, index=True),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("withdrawn", sa.Text, nullable=False),
    sa.Column("is_head", sa.Boolean, nullable=False),
)
"""*number*: of its line in the log; *words*: all that is searched; *withdrawn*: why, or empty; *is_head*: the newest
that is not withdrawn."""

BUNDLES = sa.Table(
    "bt_rule_bundles",
    _TABLES,
    sa.Column("sha256", sa.String(64), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

DEVICES = sa.Table(
    "bt_rule_devices",
    _TABLES,
    sa.Column("account", sa.String(60), primary_key=True),
    sa.Column("device", sa.String(60), primary_key=True),
    sa.Column("refresh", sa.String(64), nullable=False, unique=True),
    sa.Column("access", sa.String(64), nullable=False, unique=True),
    sa.Column("expires", sa.Float(53), nullable=False),
    sa.Column("seen", sa.Float(53), nullable=False),
)
"""Tokens as SHA-256; *expires*: of the access token; *seen*: the last heartbeat."""

SERVERS = sa.Table(
    "bt_rule_servers",
    _TABLES,
    sa.Column("url", sa.String(500), primary_key=True),
    sa.Column("load", sa.Float(53), nullable=False),
    sa.Column("seen", sa.Float(53), nullable=False),
)
"""*load*: requests a second."""

FORMATS = sa.Table("bt_rule_format", _TABLES, sa.Column("format", sa.Integer, primary_key=True, autoincrement=False))


def open_rule_database(url: str) -> sa.Engine:
    """Connect, and make the tables that are missing; raises `StoreError`."""
    return open_engine(url, timeout=_TIMEOUT, prepare=_make)


def lock(connection: sa.Connection) -> None:
    """One writer at a time until the end of the transaction."""
    kind_of_database(connection.dialect.name).lock(connection, _LOCK)


def _make(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        lock(connection)
        _TABLES.create_all(connection)
        found = connection.scalar(sa.select(FORMATS.c.format))
        if found is None:
            connection.execute(sa.insert(FORMATS).values(format=FORMAT))
        elif found != FORMAT:
            raise StoreError(f"the tables of the rule server are of format {found}, and this version knows {FORMAT}")
