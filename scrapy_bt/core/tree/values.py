"""What the operators of the language do to values (language.md, "Meaning")."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any, TypeVar

_INTEGER = re.compile(r"\s*[-+]?\d+\s*", re.ASCII)
_DECIMAL = re.compile(r"\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\s*", re.ASCII)
_LARGEST = 2**63
LONGEST = 10_000_000
"""Characters of a text and entries of a list that an operator or a template may give."""


class UnfitValueError(Exception):
    """An operator does not apply to these values; the message says which and why."""


def is_true(value: Any) -> bool:
    """None, false, 0, the empty text and empty lists are false; everything else is true."""
    return bool(value)


def entries_of(value: Any) -> list[Any]:
    """What a loop over *value* goes over: the entries of a list, nothing of none, and what is no list itself."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def to_text(value: Any) -> str:
    """The value as it stands within a text: `none` is empty, whole numbers have no point."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def to_number(value: Any) -> int | float:
    """The value as a number; a text that reads as a number counts as one."""
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, str):
        if _INTEGER.fullmatch(value) and len(value) < 1000:
            return int(value)
        if _DECIMAL.fullmatch(value):
            return float(value)
    raise UnfitValueError(f"{describe(value)} is not a number")


def describe(value: Any) -> str:
    """The value as messages show it, in 40 characters at most."""
    if value is None:
        return "none"
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}…"


_UNSTORABLE = re.compile(r"\d{19}|\\u[dD][89a-fA-F]")


def storable_json(value: Any, text: str) -> Any:
    """The value of a text in JSON as `storable`, which is asked only where the text may hold what is not."""
    return storable(value) if _UNSTORABLE.search(text) else value


def storable(value: Any) -> Any:
    """The value as a task can carry it: numbers of more than 64 bits become text, lone surrogates `?`."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, int):
        return value if -_LARGEST <= value < _LARGEST else _as_digits(value)
    if isinstance(value, list):  # one call a level, as pages nest deeply
        return list(map(storable, value))
    if isinstance(value, dict):
        return dict(zip(map(storable, value), map(storable, value.values()), strict=True))
    return value


def _as_digits(value: int) -> str:
    try:
        return str(value)
    except ValueError:  # more digits than Python converts
        return hex(value)


def _checked(value: Any) -> Any:
    """A result that a task can carry."""
    if isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
        raise OverflowError
    return value


def add(left: Any, right: Any) -> Any:
    """Numbers are summed, lists joined; as soon as one side is a text, both are texts."""
    if isinstance(left, str) or isinstance(right, str):
        if left is None or right is None:
            raise UnfitValueError(f"{describe(left)} + {describe(right)}: none cannot be joined to a text")
        return fitting(to_text(left) + to_text(right), "characters")
    if isinstance(left, list) and isinstance(right, list):
        return fitting(left + right, "entries")
    return _sum(left, right)


_Sized = TypeVar("_Sized", bound="str | list[Any]")


def fitting(value: _Sized, unit: str) -> _Sized:
    """*value*, if a task can carry it; raises `UnfitValueError` where a loop has let it grow without end."""
    if len(value) > LONGEST:
        raise UnfitValueError(f"the result is too large: {len(value):,} {unit}, at most {LONGEST:,} are allowed")
    return value


def _arithmetic(symbol: str, function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def compute(left: Any, right: Any) -> Any:
        try:
            return _checked(function(to_number(left), to_number(right)))
        except ZeroDivisionError:
            raise UnfitValueError(f"{describe(left)} {symbol} {describe(right)}: division by zero") from None
        except OverflowError:
            raise UnfitValueError(f"{describe(left)} {symbol} {describe(right)}: too large") from None

    return compute


def _divide(left: float, right: float) -> int | float:
    quotient = left / right
    whole = isinstance(left, int) and isinstance(right, int) and left % right == 0
    return left // right if whole else quotient


_sum = _arithmetic("+", operator.add)
_difference = _arithmetic("-", operator.sub)


def negate(value: Any) -> Any:
    """The number with the other sign."""
    return _difference(0, value)


def _comparison(function: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def compare(left: Any, right: Any) -> bool:
        if isinstance(left, str) and isinstance(right, str):
            return function(left, right)
        return function(to_number(left), to_number(right))

    return compare


def equal(left: Any, right: Any) -> bool:
    """A number equals a text that reads as that number."""
    if isinstance(left, str) != isinstance(right, str) and left is not None and right is not None:
        try:
            return bool(to_number(left) == to_number(right))
        except UnfitValueError:
            return False
    return bool(left == right)


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "-": _difference,
    "*": _arithmetic("*", operator.mul),
    "/": _arithmetic("/", _divide),
    "%": _arithmetic("%", operator.mod),
    "==": equal,
    "!=": lambda left, right: not equal(left, right),
    "<": _comparison(operator.lt),
    "<=": _comparison(operator.le),
    ">": _comparison(operator.gt),
    ">=": _comparison(operator.ge),
}
