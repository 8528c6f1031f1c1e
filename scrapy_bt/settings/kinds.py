"""What a setting may be: each kind reads a value as a project, or a command line, gives it; raises `BTError`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, nan
from typing import Any, Protocol

from ..errors import BTError
from ..sentences import say

_FLAGS = {"true": True, "1": True, "false": False, "0": False}
_LARGEST = 2.0**53


class SettingKind(Protocol):
    """Reads the value of a setting."""

    def read(self, name: str, value: Any) -> Any: ...


class Anything:
    """Whoever uses it knows what it may be."""

    def read(self, name: str, value: Any) -> Any:  # noqa: ARG002 - a kind's
        return value


@dataclass(frozen=True)
class Text:
    """A text."""

    is_filled: bool = False
    """The empty one stands for the default."""

    def read(self, name: str, value: Any) -> str:  # noqa: ARG002 - a kind's
        return str(value or "")


@dataclass(frozen=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, name: str, value: Any) -> str:
        if value not in self.words:
            told = [repr(word) if word else "empty" for word in self.words]
            raise BTError(say("{} is {}: it is {} or {}", name, repr(value), ", ".join(told[:-1]), told[-1]))
        return str(value)


class Flag:
    """True or False, also as a text or as 0 and 1."""

    def read(self, name: str, value: Any) -> bool:
        flag = _FLAGS.get(str(value).lower())
        if flag is None:
            raise BTError(say("{} is {}: it is True or False", name, repr(value)))
        return flag


@dataclass(frozen=True)
class Maybe:
    """A value of another kind, or `None`."""

    kind: SettingKind

    def read(self, name: str, value: Any) -> Any:
        return None if value is None else self.kind.read(name, value)


@dataclass(frozen=True)
class Number:
    """A number within bounds."""

    least: float = 0.0
    most: float = inf
    above: float | None = None
    """It is larger than this."""
    is_whole: bool = False
    unit: str = ""
    is_finite: bool = False

    def read(self, name: str, value: Any) -> float:
        try:
            number = float(value)
            if self.is_whole:
                number = int(number) if number == int(number) else nan
        except (ValueError, TypeError, OverflowError):
            number = nan
        too_small = number < self.least or (self.above is not None and number <= self.above)
        if too_small or not number <= self.most or (self.is_finite and number == inf):
            raise BTError(say("{} is {}: it is {}", name, repr(value), self._wanted(is_negative=number < 0)))
        return number

    def _wanted(self, *, is_negative: bool) -> str:
        what = say(
            "{}{}",
            (say("a whole number") if self.is_whole else say("a number")),
            (say(" of {}", self.unit) if self.unit else ""),
        )
        if self.above is not None:
            return say("{} above {:g}", what, self.above)
        if self.most < inf:
            return say("{} from {:g} to {:g}", what, self.least, self.most)
        if self.least:
            return say("{} from {:g} on", what, self.least)
        return say("{}, which cannot be negative", what) if is_negative else what


@dataclass(frozen=True)
class LimitValue:
    """A limit: a number, or a share from above 0 to 1; with neither there is no limit."""

    number: int = 0
    share: float = 0.0


class NumberOrShare:
    """`100` is a number, `0.2` and `20%` are a share; empty or 0: no limit."""

    def read(self, name: str, value: Any) -> LimitValue:
        text = "" if value is None else str(value).strip()
        digits = text.removesuffix("%")
        try:
            number = float(digits) / (100 if digits != text else 1) if text else 0.0
        except ValueError:
            number = nan
        is_share = digits != text or not number.is_integer()
        if isinstance(value, bool) or not 0 <= number <= (1 if is_share else _LARGEST):
            raise BTError(
                say("{} is {}: it is a whole number, a share such as 0.2 or 20%, or 0 for none", name, repr(value))
            )
        return LimitValue(share=number) if is_share else LimitValue(number=int(number))


class Values:
    """A list, JSON of one, or a text with commas."""

    def read(self, name: str, value: Any) -> tuple[Any, ...]:
        return _list(name, _from_json(name, value))


class Names:
    """A list of texts, JSON of one, or a text with commas."""

    def read(self, name: str, value: Any) -> tuple[str, ...]:
        return _names(name, _from_json(name, value))


class NamesByKind:
    """A list of texts as `Names` has it, or a dict of such lists, as JSON too."""

    def read(self, name: str, value: Any) -> Mapping[str, tuple[str, ...]] | tuple[str, ...]:
        value = _from_json(name, value)
        if isinstance(value, Mapping):
            return {str(kind): _names(name, names) for kind, names in value.items()}
        return _names(name, value)


class Table:
    """A dict, or JSON of one; what is told of a wrong one shows no values: they may be secret."""

    def read(self, name: str, value: Any) -> dict[str, Any]:
        value = _from_json(name, value)
        if isinstance(value, Mapping):
            return {str(key): part for key, part in value.items()}
        if not value:
            return {}
        raise BTError(say('{} is {}: it is a dict, or JSON of one, {{"name": "value"}}', name, _described(value)))


class Statuses:
    """A list of HTTP statuses."""

    def read(self, name: str, value: Any) -> frozenset[int]:
        try:
            codes = frozenset(int(code) for code in _list(name, _from_json(name, value)))
        except (ValueError, TypeError):
            codes = frozenset({0})
        if not all(100 <= code < 1000 for code in codes):
            raise BTError(say("{} is {}: it is a list of HTTP statuses", name, repr(value)))
        return codes


def _from_json(name: str, value: Any) -> Any:
    """A text that begins as JSON is read as that: the command line gives nothing but texts."""
    if not isinstance(value, str) or not value.lstrip().startswith(("[", "{")):
        return value
    try:
        return json.loads(value)
    except ValueError as error:
        raise BTError(
            say("{} begins as JSON, and is not ({}); in a shell put all of it in quotes: -s '{}=…'", name, error, name)
        ) from None


def _list(name: str, value: Any) -> tuple[Any, ...]:
    if isinstance(value, str):
        return tuple(part for each in value.split(",") if (part := each.strip()))
    if isinstance(value, (set, frozenset)):
        return tuple(sorted(value, key=str))
    if value is None or isinstance(value, (list, tuple)):
        return tuple(value or ())
    raise BTError(say("{} is {}: it is a list, JSON of one, or a text with commas", name, _described(value)))


def _names(name: str, value: Any) -> tuple[str, ...]:
    listed = _list(name, value)
    if not all(isinstance(each, str) and each.strip() for each in listed):
        raise BTError(say('{} has {}: it lists names, ["one", "two"], or one,two', name, repr(value)))
    return tuple(each.strip() for each in listed)


def _described(value: Any) -> str:
    """What a value is, without telling it."""
    return {str: "a text", int: "a number", float: "a number", bool: "a flag", dict: "a dict"}.get(
        type(value), f"of the type {type(value).__name__}"
    )
