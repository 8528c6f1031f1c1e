"""Sets of characters as sorted ranges of code points, meaning what Python's `re` means by them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from .syntax import Chars

Ranges = tuple[tuple[int, int], ...]
_LAST = 0x10FFFF
_LAST_OF_WORDS = 0x3FFFF
"""Beyond it are neither letters nor digits nor spaces: the planes there are for private use, marks, or empty."""
_LAST_CASED = 0x1FFFF
"""Beyond it no character has a case."""


@lru_cache(1024)
def ranges_of(chars: Chars, last: int = _LAST) -> Ranges:
    """The code points up to *last* of a set, with both cases where case does not matter."""
    parts = list(chars.ranges)
    for category in chars.categories:
        parts += _category(category, chars.is_ascii)
    if chars.is_folded:
        parts += _with_other_cases(chars)
    merged = _merge(parts)
    if chars.is_negated:
        merged = _complement(merged)
    return tuple((first, min(end, last)) for first, end in merged if first <= last)


def has(chars: Chars, char: str) -> bool:
    """Whether a character is in a set."""
    return re.match(written_for_re(chars), char) is not None


def written_for_re(chars: Chars) -> str:
    """The set as a pattern of Python's `re`."""
    if not chars.ranges and not chars.categories:
        return r"[\s\S]" if chars.is_negated else r"[^\s\S]"
    flags = f"(?{'i' * chars.is_folded}{'a' * chars.is_ascii})" if chars.is_folded or chars.is_ascii else ""
    return f"{flags}[{'^' * chars.is_negated}{_positives(chars)}]"


def _positives(chars: Chars) -> str:
    parts = [f"\\U{first:08x}-\\U{end:08x}" for first, end in chars.ranges]
    return "".join([*parts, *(f"\\{category}" for category in chars.categories)])


@cache
def _category(name: str, is_ascii: bool) -> Ranges:  # noqa: FBT001  # a key of the cache
    if name.isupper():
        return _complement(_category(name.lower(), is_ascii))
    found = re.finditer(rf"\{name}+", _possible(), re.ASCII if is_ascii else 0)
    return tuple((match.start(), match.end() - 1) for match in found)


@cache
def _possible() -> str:
    """Every character that may be a digit, white space or part of a word."""
    return "".join(map(chr, range(_LAST_OF_WORDS + 1)))


@cache
def _cased() -> str:
    return "".join(char for char in map(chr, range(_LAST_CASED)) if char.lower() != char or char.upper() != char)


def _with_other_cases(chars: Chars) -> Iterable[tuple[int, int]]:
    flags = re.IGNORECASE | (re.ASCII if chars.is_ascii else 0)
    found = re.findall(f"[{_positives(chars)}]", _cased(), flags)
    return ((ord(char), ord(char)) for char in found)


def _merge(ranges: Iterable[tuple[int, int]]) -> Ranges:
    merged: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((first, end))
    return tuple(merged)


def _complement(ranges: Ranges) -> Ranges:
    holes, start = [], 0
    for first, end in ranges:
        if first > start:
            holes.append((start, first - 1))
        start = end + 1
    if start <= _LAST:
        holes.append((start, _LAST))
    return tuple(holes)
