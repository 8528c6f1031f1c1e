"""How a database is reached: its URL, its driver, and what is waited for at the start."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, SQLAlchemyError

from ..sentences import say
from ..sqlitefaults import IN_USE, fault_of
from .databases import DatabaseKind, kind_of_database
from .migrations import upgrade
from .retry_policy import START_SECONDS, RetryPolicy
from .rows import StoreError

_PACKAGES = {"psycopg": "scrapy_bt[store]", "MySQLdb": "mysqlclient", "psycopg2": "psycopg2-binary"}
"""What is installed to import a driver, where it has another name."""


def open_engine(url: str, *, timeout: float, prepare: Callable[[sa.Engine], None] = upgrade) -> sa.Engine:
    """Connect, and make the tables that are needed; raises `StoreError` saying what to mend.

    *timeout*: seconds that the database is waited for later. *prepare*: what makes the tables, those of records if
    nothing is given.
    """
    place = read_url(url)
    kind = kind_of_database(place.get_backend_name())
    name = shown(place)
    try:
        with ExitStack() as unprepared:
            engine = sa.create_engine(place, connect_args=kind.connect_arguments(place))
            unprepared.callback(engine.dispose)
            kind.begin(engine)
            # An address may be wrong, so that it is not waited for as long as later.
            begun = RetryPolicy(f"The database {name}", min(timeout, START_SECONDS))
            begun.persevere(lambda: prepare(engine), partial(_why_starting, kind))
            unprepared.pop_all()
    except NoSuchModuleError:
        raise StoreError(say("SQLAlchemy knows no database '{}' ({})", place.drivername, name)) from None
    except ModuleNotFoundError as error:
        package = _PACKAGES.get(str(error.name), error.name)
        raise StoreError(say("{} needs the driver '{}': pip install '{}'", name, error.name, package)) from None
    except SQLAlchemyError as error:
        reason = kind.find_missing(place) or reason_of(error)
        raise StoreError(say("the database {} cannot be opened: {}", name, reason)) from None
    return engine


def tell_failures(engine: sa.Engine, what: str) -> None:
    """Let whatever is asked of the database from now on fail with `StoreError`; *what*: what it is to a user."""
    name = shown(engine.url)

    def tell(context: sa.engine.ExceptionContext) -> None:
        reason = reason_of(context.original_exception)
        if fault_of(context.original_exception) in IN_USE:
            reason = say("{}: another process writes to it; try again when that is done", reason)
        raise StoreError(say("{} {} cannot be used: {}", what, name, reason)) from context.original_exception

    sa.event.listen(engine, "handle_error", tell)


def read_url(url: str) -> sa.URL:
    """The URL with the driver that is used; raises `StoreError`."""
    try:
        place = sa.make_url(url)
    except ArgumentError:
        raise StoreError(
            say(
                "BT_STORE_URL is no URL of a database: write sqlite:///records.db, or"
                " postgresql://user:password@host/name"
            )
        ) from None
    driver = kind_of_database(place.drivername).driver
    return place.set(drivername=driver) if driver else place


def shown(place: sa.URL) -> str:
    """What the database is called in messages: its URL without the password."""
    return place.render_as_string(hide_password=True)


def reason_of(error: BaseException) -> str:
    """The error message of the database, on one line."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split())[:300]


def _why_starting(kind: DatabaseKind, error: Exception) -> str:
    """Empty for an error that no waiting mends."""
    return reason_of(error) if isinstance(error, OperationalError) and kind.is_starting(error) else ""
