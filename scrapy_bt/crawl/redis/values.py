"""Plain data as msgpack, type by type as it was: a tuple comes back as a tuple, never as a list."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import msgspec
from msgspec.msgpack import Ext

from ...errors import with_article
from ...sentences import say

WHAT_IS_PLAIN = say(
    "None, booleans, numbers, texts, bytes, lists, tuples, sets and dicts of such, dates, times, Decimal and UUID"
)

HALF = say("has a text with half a character (a lone surrogate)")

_NATIVE = frozenset({type(None), bool, float, str, bytes})
_SMALLEST, _LARGEST = -(2**63), 2**64 - 1
_TUPLE, _SET, _FROZENSET, _INT, _PAIRS = 1, 2, 3, 4, 11
_COLLECTIONS: dict[type, int] = {tuple: _TUPLE, set: _SET, frozenset: _FROZENSET}
_COLLECTED: dict[int, Callable[[list[Any]], Any]] = {code: kind for kind, code in _COLLECTIONS.items()}
_WRITTEN: dict[type, tuple[int, Callable[[Any], str]]] = {
    datetime: (5, datetime.isoformat),
    date: (6, date.isoformat),
    time: (7, time.isoformat),
    timedelta: (8, lambda value: str(value // timedelta(microseconds=1))),
    Decimal: (9, str),
    UUID: (10, str),
}
_READ: dict[int, Callable[[str], Any]] = {
    5: datetime.fromisoformat,
    6: date.fromisoformat,
    7: time.fromisoformat,
    8: lambda text: timedelta(microseconds=int(text)),
    9: Decimal,
    10: UUID,
}
_CONVERSIONS: dict[type, Callable[[Any], Any]] = {
    str: str.__str__,
    bytes: lambda value: bytes(memoryview(value)),
    int: int.__int__,
    float: float.__float__,
}
UNREADABLE = (msgspec.MsgspecError, ValueError, TypeError, ArithmeticError, RecursionError, MemoryError)
"""What reading arbitrary bytes as data may raise."""


class NotPlainError(ValueError):
    """Something that is not plain data; *path* leads to it, as in `['prices'][0]`."""

    def __init__(self, path: str, value: object, reason: str = "") -> None:
        self.path = path
        self.reason = reason or f"is {describe(value)}"
        super().__init__(f"{path} {self.reason}")


def make_writable(value: Any) -> Any:
    """What `encode` writes for plain data; raises `NotPlainError` for anything else."""
    try:
        return _make_writable(value, "")
    except RecursionError:
        raise NotPlainError("", value, say("is nested too deeply, or contains itself")) from None
    except UnicodeEncodeError:
        raise NotPlainError("", value, HALF) from None


def encode(value: Any) -> bytes:
    """Encode what `make_writable` has made; raises `UnicodeEncodeError` for a text with half a character."""
    return _encoder.encode(value)


def read(data: bytes) -> Any:
    """Decode data; raises one of `UNREADABLE`."""
    return _decoder.decode(data)


def _make_writable(value: Any, path: str) -> Any:
    kind = type(value)
    if kind in _NATIVE:
        return value
    if kind is int:
        if _SMALLEST <= value <= _LARGEST:
            return value
        return Ext(_INT, value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True))
    if kind is dict:
        made = [
            (_make_writable(key, f"{path}[{key!r}]"), _make_writable(entry, f"{path}[{key!r}]"))
            for key, entry in value.items()
        ]
        # The encoder wants keys that can be hashed.
        return Ext(_PAIRS, _encoder.encode(made)) if any(type(key) is Ext for key, _ in made) else dict(made)
    if kind is list:
        return [_make_writable(entry, f"{path}[{index}]") for index, entry in enumerate(value)]
    if kind in _COLLECTIONS:
        entries = [_make_writable(entry, f"{path}[{index}]") for index, entry in enumerate(value)]
        return Ext(_COLLECTIONS[kind], _encoder.encode(entries))
    if kind in _WRITTEN:
        code, write_text = _WRITTEN[kind]
        return Ext(code, write_text(value).encode())
    # A text or a number of another class, as lxml's, becomes the text or the number.
    for plain, convert in _CONVERSIONS.items():
        if isinstance(value, plain):
            return _make_writable(convert(value), path)
    raise NotPlainError(path, value)


def _read_extension(code: int, data: memoryview) -> Any:
    if code in _COLLECTED:
        return _COLLECTED[code](_list_decoder.decode(data))
    if code == _INT:
        return int.from_bytes(data, "big", signed=True)
    if code == _PAIRS:
        return dict(_pairs_decoder.decode(data))
    if code in _READ:
        return _READ[code](bytes(data).decode())
    raise ValueError(say("data of an unknown kind ({})", code))


def describe(value: object) -> str:
    """What something is, in a few words."""
    kind = type(value)
    name = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
    called = getattr(value, "__qualname__", "")
    return f"{with_article(name)} ({called})" if called and isinstance(called, str) else with_article(name)


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(ext_hook=_read_extension)
_list_decoder = msgspec.msgpack.Decoder(list[Any], ext_hook=_read_extension)
_pairs_decoder = msgspec.msgpack.Decoder(list[tuple[Any, Any]], ext_hook=_read_extension)
