"""What is asked of records, whatever they are kept in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .rows import Kind, StoreError

OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "contains", "empty", "filled")


class TooSlowError(StoreError):
    """A question has taken too long, and was given up."""


class QuestionError(StoreError):
    """A question names what is not there, or compares what cannot be compared."""


class MissingError(QuestionError):
    """There is no such table or column."""


@dataclass(frozen=True)
class QueryColumn:
    """*kind*: what it takes."""

    name: str
    kind: Kind


@dataclass(frozen=True)
class Filter:
    """*operator*: one of `OPERATORS`; *value* as a person writes it, nothing for the last two."""

    column: str
    operator: str
    value: str = ""


@dataclass(frozen=True)
class RowQuery:
    """Which rows, in which order; *words*: in any text; *sort*: a column, or nothing for the key."""

    filters: tuple[Filter, ...] = ()
    words: str = ""
    sort: str = ""
    is_descending: bool = False


@dataclass(frozen=True)
class RowPage:
    """*after*: what the next page begins behind; empty at the end."""

    rows: Sequence[dict[str, Any]]
    after: str
