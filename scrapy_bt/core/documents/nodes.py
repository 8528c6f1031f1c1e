"""What a file holds, with its places: scalars, lists and mappings; there are no tags, anchors or aliases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ...errors import Place

_INTEGER = re.compile(r"[-+]?\d+", re.ASCII)
_NUMBER = re.compile(
    r"[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)", re.ASCII
)
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_FLAGS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NOTHING = {"", "~", "null", "Null", "NULL"}
_LONGEST_NUMBER = 18
"""Digits up to which a number is read."""


@dataclass(frozen=True)
class Scalar:
    """A word, text or number; *start* and *end* are its indexes in the text of the file, with quotes."""

    text: str
    place: Place
    start: int
    end: int
    style: str = ""
    r"""The sign before it (`'`, `"`, `|`, `>`); empty for a plain one."""

    @cached_property
    def value(self) -> str | int | float | bool | None:
        """What it means in the core schema of YAML 1.2, where `yes`, `no` and dates are texts."""
        text = self.text
        if self.style:
            return text
        if text in _NOTHING:
            return None
        if text in _FLAGS:
            return _FLAGS[text]
        if _INTEGER.fullmatch(text) and len(text) <= _LONGEST_NUMBER:
            return int(text)
        if _OTHER_BASE.fullmatch(text) and len(text) <= _LONGEST_NUMBER:
            return int(text, 0)
        if _NUMBER.fullmatch(text):
            return float(text.replace(".inf", "inf").replace(".nan", "nan")) if text.islower() else _number(text)
        return text

    @property
    def is_nothing(self) -> bool:
        """Nothing is written there, or `null`."""
        return self.value is None


@dataclass(frozen=True)
class ListNode:
    """A list."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True)
class MappingEntry:
    """A key of a mapping and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True)
class Mapping:
    """A mapping; each key is there once."""

    entries: tuple[MappingEntry, ...]
    place: Place

    def __iter__(self) -> Iterator[MappingEntry]:
        return iter(self.entries)

    def get(self, key: str) -> Node | None:
        """The value of a key."""
        return next((entry.value for entry in self.entries if entry.key.text == key), None)


Node: TypeAlias = "Scalar | ListNode | Mapping"


def _number(text: str) -> float:
    return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
