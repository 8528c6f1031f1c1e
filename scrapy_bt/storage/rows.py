"""Records as rows: their columns, and what these take."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

from ..errors import BTError
from ..sentences import say

Kind = Literal["number", "text", "flag", "time", "day", "bytes", "json"]
_KINDS: dict[str, Kind] = {"number": "number", "text": "text", "image": "text", "file": "text"}
"""Of the types of a rule's columns."""
_BY_TYPE: tuple[tuple[tuple[type, ...], Kind], ...] = (
    ((bool,), "flag"),
    ((int, float, Decimal), "number"),
    ((str,), "text"),
    ((datetime,), "time"),
    ((date,), "day"),
    ((bytes, bytearray, memoryview), "bytes"),
)
_LONGEST_NAME = 60
"""Bytes of a name; PostgreSQL takes 63."""
_UNFIT = re.compile(r"[\x00-\x1f]")
KEY = "bt_key"
"""The column with the hash of the content."""
RUN = "bt_run"
"""The column with the crawl that has written the row, as the record of the crawl is called."""


class StoreError(BTError):
    """The database cannot be used: its URL, its driver or a table of it has to be mended."""


@dataclass(frozen=True)
class Row:
    """A record on its way into a table."""

    table: str
    key: str
    values: Mapping[str, Any]
    kinds: Mapping[str, Kind]
    """Of the columns that have a value, or that are declared."""
    lengths: Mapping[str, int]
    declared: frozenset[str] = frozenset()
    """Columns whose types somebody has written down."""
    known_by: tuple[str, ...] = ()
    """Columns that make the key, where not all of them do."""
    urls: tuple[str, ...] = ()
    """Where the record was found, if it may be found at several places."""

    @classmethod
    def of(
        cls,
        table: str,
        record: Mapping[str, Any],
        declared: Mapping[str, tuple[str, int]],
        *,
        key: str,
        known_by: Iterable[str] = (),
        urls: tuple[str, ...] = (),
        run: str = "",
    ) -> Row:
        """*declared*: type and greatest length by field, where a rule says it; 0: any length."""
        kinds = {sql_name(name): _KINDS[type_] for name, (type_, _) in declared.items()}
        given = frozenset(kinds)
        values: dict[str, Any] = {}
        for name, value in record.items():
            column = sql_name(name)
            if value is not None:
                kinds.setdefault(column, kind_of_value(value))
                values[column] = value
        if run:
            kinds[RUN], values[RUN] = "text", run
        lengths = {sql_name(name): length for name, (type_, length) in declared.items() if length and type_ == "text"}
        columns = tuple(sorted(map(sql_name, known_by)))
        return cls(sql_name(table), key, values, kinds, lengths, given, columns, urls)

    def after(self, earlier: Row) -> Row:
        """This row, with what only an earlier one of the same key has."""
        urls = tuple(dict.fromkeys((*earlier.urls, *self.urls)))
        kinds = {**earlier.kinds, **self.kinds}
        return replace(self, values={**earlier.values, **self.values}, kinds=kinds, urls=urls)


@dataclass(frozen=True)
class Alias:
    """Another URL of a row: that of *key*, or else the one that was found at *original*."""

    table: str
    key: str
    original: str
    url: str


def kind_of_value(value: Any) -> Kind:
    """What column a value needs."""
    return next((kind for types, kind in _BY_TYPE if isinstance(value, types)), "json")


def fitted(value: Any, kind: Kind) -> Any:
    """The value as a column of that kind takes it; raises `ValueError` saying why it does not."""
    if kind == "json":
        return json.loads(json.dumps(value, default=str))
    if kind == "text":
        if isinstance(value, (list, dict, bytes, bytearray)):
            raise ValueError(say("{} is no text", _shown(value)))
        text = value if isinstance(value, str) else str(value)
        if "\x00" in text:
            raise ValueError(say("a text with the character U+0000 cannot be stored"))
        return text
    own = kind_of_value(value)
    if own != kind:
        raise ValueError(say("{} is no {}", _shown(value), kind))
    if kind == "number" and not math.isfinite(value):
        raise ValueError(say("{} is no finite number", value))
    return value


def sql_name(text: str) -> str:
    """A name for a table or column; one that is too long ends in a hash of the whole."""
    name = _UNFIT.sub("_", text) or "_"
    encoded = name.encode("utf-8", "replace")
    if len(encoded) <= _LONGEST_NAME:
        return f"{name}_" if name.lower() in (KEY, RUN) else name
    mark = hashlib.blake2b(encoded, digest_size=4).hexdigest()
    return f"{encoded[: _LONGEST_NAME - 9].decode('utf-8', 'ignore')}_{mark}"


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"
