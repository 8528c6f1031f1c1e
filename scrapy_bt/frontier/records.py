"""Records that a store refused, as tasks of a frontier: they lie among its dead letters, and may be offered again."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from ..core.documents.json import DEEPEST_OF_PAGE, read_json
from ..errors import TaskError
from ..sentences import say

RECORDS = "records"
"""The node at which they stand; no path of a tree is only this name, for those begin with a tree's."""

REFUSED = object()
"""Signal of a store: *refused*, a `RefusedRecord`; who keeps it answers true."""

OFFERED = object()
"""Signal to the stores: *offered*, a `RefusedRecord`.

The one that is meant answers why it does not take it, with an empty text when it is stored; others answer none. It
raises `NotStored` where nothing can be stored for now.
"""

_FORMAT = 1
_DEEPEST = 2 * DEEPEST_OF_PAGE
"""Levels of a record: a page's value, within what the tree has put around it."""
_TYPE, _VALUE = "$type", "$value"
_OURS = re.compile(r"\$+type")
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "time": datetime.fromisoformat,
    "day": date.fromisoformat,
    "decimal": Decimal,
    "bytes": base64.b64decode,
}


@dataclass(frozen=True)
class RefusedRecord:
    """A record with the store that refused it, and why."""

    store: str
    kind: str
    """Its item node, group or class."""
    fields: Mapping[str, Any]
    reason: str = ""
    """Empty: it is to be offered again."""

    @property
    def again(self) -> RefusedRecord:
        """The record as it is offered the next time."""
        return replace(self, reason="")

    def encode(self) -> bytes:
        """The record as the payload of an entry."""
        fields = {str(name): _pack(value) for name, value in self.fields.items()}
        return json.dumps([_FORMAT, self.store, self.kind, fields, self.reason], ensure_ascii=False).encode(
            "utf-8", "surrogatepass"
        )

    @classmethod
    def decode(cls, payload: bytes) -> RefusedRecord:
        """Raises `TaskError`."""
        try:
            version, store, kind, fields, reason = read_json(
                payload.decode("utf-8", "surrogatepass"), largest=None, deepest=_DEEPEST, loosely=True
            )
            if version != _FORMAT:
                raise TaskError(say("the record has the format {}, and this program knows {}", version, _FORMAT))
            return cls(store, kind, {name: _unpack(value) for name, value in fields.items()}, reason)
        except (ValueError, TypeError, AttributeError, KeyError, ArithmeticError) as error:
            raise TaskError(say("the record cannot be read: {}", error)) from None


def _pack(value: Any) -> Any:
    """The value in JSON; what has a type of its own there says so."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (list, tuple, set, frozenset)):  # one call a level, as pages nest deeply
        return list(map(_pack, value))
    if isinstance(value, Mapping):  # a name that reads as ours gets another $
        names = (f"${key}" if _OURS.fullmatch(str(key)) else str(key) for key in value)
        return dict(zip(names, map(_pack, value.values()), strict=True))
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _typed("bytes", base64.b64encode(value).decode())
    if isinstance(value, datetime):
        return _typed("time", value.isoformat())
    if isinstance(value, date):
        return _typed("day", value.isoformat())
    return _typed("decimal", str(value)) if isinstance(value, Decimal) else str(value)


def _typed(name: str, value: Any) -> dict[str, Any]:
    return {_TYPE: name, _VALUE: value}


def _unpack(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(_unpack, value))
    if isinstance(value, dict):
        if _TYPE in value:
            return _READERS[value[_TYPE]](value[_VALUE])
        names = (key[1:] if _OURS.fullmatch(key) else key for key in value)
        return dict(zip(names, map(_unpack, value.values()), strict=True))
    return value
