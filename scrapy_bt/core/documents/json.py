"""JSON that others wrote: one reader, with bounds of size and depth, whose faults are short lines.

What people and programs send as JSON is read by the letter (RFC 8259). What tools save, and what pages hold, is read
*loosely*: with control characters in texts, halves of surrogate pairs, and `NaN`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from ...sentences import say

LARGEST = 1_000_000
"""Characters, or bytes, of a message or a small file."""
DEEPEST = 200
"""Containers within containers; what goes on with a value may be recursive."""
DEEPEST_OF_PAGE = 500
"""The same for what a page holds; what goes on with it needs less than two calls a level."""
_OF_PAGE = json.JSONDecoder(strict=False, parse_float=str, parse_int=str)

_HALF = re.compile(
    r"(?<!\\)(?:\\\\)*(\\ud[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2})\\ud[c-f][\da-f]{2})", re.IGNORECASE
)
"""The escape of one half of a surrogate pair without the other."""


def read_json(
    text: str | bytes, *, largest: int | None = LARGEST, deepest: int = DEEPEST, shape: Any = Any, loosely: bool = False
) -> Any:
    """The value of a text, of the type *shape*; *largest*: none where its size is bounded already.

    Raises:
        ValueError: It is no JSON, another value, or beyond the bounds; the message is short.
    """
    if largest is not None and len(text) > largest:
        raise ValueError(say("it has a size of {:,}, and may have {:,}", len(text), largest))
    try:
        value = json.loads(text, strict=False) if loosely else msgspec.json.decode(text, type=shape)
    except RecursionError:
        raise ValueError(_too_deep(deepest)) from None
    except msgspec.DecodeError as error:
        half = _HALF.search(text if isinstance(text, str) else text.decode("latin-1"))
        if half is None:
            raise
        raise ValueError(say("it holds half a character, {}", half[1])) from error
    if _may_be_deeper(text, deepest) and _is_deeper(value, deepest):
        raise ValueError(_too_deep(deepest))
    return value


def read_json_at(text: str, at: int) -> tuple[Any, int]:
    """The value that begins at a place of what a page holds, and where it ends; numbers are texts, as written there.

    Raises:
        ValueError: There is no JSON, or one that is nested too deeply.
    """
    try:
        value, end = _OF_PAGE.raw_decode(text, at)
    except RecursionError:
        raise ValueError(_too_deep(DEEPEST_OF_PAGE)) from None
    if _is_deeper(value, DEEPEST_OF_PAGE):
        raise ValueError(_too_deep(DEEPEST_OF_PAGE))
    return value, end


def _too_deep(deepest: int) -> str:
    return f"it nests deeper than {deepest} levels"


def _may_be_deeper(text: str | bytes, deepest: int) -> bool:
    """By the signs that open containers, which is quicker than a walk."""
    if isinstance(text, str):
        return text.count("[") + text.count("{") > deepest
    return text.count(b"[") + text.count(b"{") > deepest


def _is_deeper(value: Any, deepest: int) -> bool:
    level = [value]
    for _ in range(deepest):
        level = [inner for outer in level for inner in _containers_in(outer)]
        if not level:
            return False
    return True


def _containers_in(value: Any) -> Iterable[Any]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [part for part in parts if isinstance(part, (dict, list))]
