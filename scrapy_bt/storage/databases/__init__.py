"""Kinds of databases, one a module; another one, as MySQL, is a module and its name here."""

from __future__ import annotations

from .database_kind import DatabaseKind, Upserting
from .postgresql import PostgreSQL
from .sqlite import SQLite

__all__ = ["DatabaseKind", "Upserting", "kind_of_database"]

_KINDS: dict[str, DatabaseKind] = {"postgresql": PostgreSQL(), "postgres": PostgreSQL(), "sqlite": SQLite()}
_OTHER = DatabaseKind()


def kind_of_database(name: str) -> DatabaseKind:
    """The kind of a URL's scheme or of SQLAlchemy's dialect, by its name."""
    return _KINDS.get(name, _OTHER)
