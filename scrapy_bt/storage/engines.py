"""How a database is reached: its URL, its driver, and what is waited for at the start."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, SQLAlchemyError

from .migrations import upgrade
from .retry_policy import START_SECONDS, RetryPolicy
from .rows import StoreError

_LONGEST_LOCK = 30
"""Seconds that SQLite waits for another process to be done."""
_CONNECT_SECONDS = 10
_STARTING = (
    *("starting up", "in recovery mode", "not yet accepting connections", "shutting down", "terminating connection"),
    *("refused", "timeout expired", "closed the connection", "reset by peer", "database is locked"),
)
"""What is said of a server that is restarted; a wrong password or name is told in other words."""
_PACKAGES = {"psycopg": "scrapy_bt[store]", "MySQLdb": "mysqlclient", "psycopg2": "psycopg2-binary"}
"""What is installed to import a driver, where it has another name."""


def open_engine(url: str, *, timeout: float, prepare: Callable[[sa.Engine], None] = upgrade) -> sa.Engine:
    """Connect, and make the tables that are needed; raises `StoreError` saying what to mend.

    *timeout*: seconds that the database is waited for later. *prepare*: what makes the tables, those of records if
    nothing is given.
    """
    place = read_url(url)
    options: dict[str, Any] = {}
    if place.get_backend_name() == "sqlite":
        options["connect_args"] = {"timeout": _LONGEST_LOCK, "check_same_thread": False}
    elif place.drivername == "postgresql+psycopg" and "connect_timeout" not in place.query:
        # Otherwise a server that says nothing is waited for without an end.
        options["connect_args"] = {"connect_timeout": _CONNECT_SECONDS}
    name = shown(place)
    try:
        with ExitStack() as unprepared:
            engine = sa.create_engine(place, **options)
            unprepared.callback(engine.dispose)
            if engine.dialect.name == "sqlite":
                _begin_alone(engine)
            # An address may be wrong, so that it is not waited for as long as later.
            begun = RetryPolicy(f"The database {name}", min(timeout, START_SECONDS))
            begun.persevere(lambda: prepare(engine), _why_starting)
            unprepared.pop_all()
    except NoSuchModuleError:
        raise StoreError(f"SQLAlchemy knows no database '{place.drivername}' ({name})") from None
    except ModuleNotFoundError as error:
        package = _PACKAGES.get(str(error.name), error.name)
        raise StoreError(f"{name} needs the driver '{error.name}': pip install '{package}'") from None
    except SQLAlchemyError as error:
        reason = _missing_folder(place) or reason_of(error)
        raise StoreError(f"the database {name} cannot be opened: {reason}") from None
    return engine


def read_url(url: str) -> sa.URL:
    """The URL with the driver that is used; raises `StoreError`."""
    try:
        place = sa.make_url(url)
    except ArgumentError:
        raise StoreError(
            "BT_STORE_URL is no URL of a database: write sqlite:///records.db, or postgresql://user:password@host/name"
        ) from None
    return place.set(drivername="postgresql+psycopg") if place.drivername in ("postgresql", "postgres") else place


def shown(place: sa.URL) -> str:
    """What the database is called in messages: its URL without the password."""
    return place.render_as_string(hide_password=True)


def reason_of(error: Exception) -> str:
    """The error message of the database, on one line."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split())[:300]


def _missing_folder(place: sa.URL) -> str:
    """What SQLite does not tell of a file that it cannot open; empty where the folder is there."""
    if place.get_backend_name() != "sqlite" or not place.database or place.database.startswith("file:"):
        return ""
    folder = Path(place.database).absolute().parent
    return "" if folder.is_dir() else f"there is no folder {folder}"


def _begin_alone(engine: sa.Engine) -> None:
    """Let SQLite's transactions begin as writers: what reads first and writes then is refused when others write."""

    def leave_it_to_us(connection: Any, record: Any) -> None:  # noqa: ARG001 - as SQLAlchemy calls it
        connection.isolation_level = None

    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    sa.event.listen(engine, "connect", leave_it_to_us)
    sa.event.listen(engine, "begin", begin)


def _why_starting(error: Exception) -> str:
    """Empty for an error that no waiting mends."""
    reason = reason_of(error)
    return reason if isinstance(error, OperationalError) and any(words in reason for words in _STARTING) else ""
