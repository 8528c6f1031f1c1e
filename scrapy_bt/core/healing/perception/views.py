"""A value as categories: what it is made of, how long it is, how it is written."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from math import log2

_DIGITS = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]+")
_MIXED = re.compile(r"[0a]{3,}")
"""In a pattern, the sign for mixed letters and digits, as of codes."""
_SPACES = re.compile(r"\s+")
_LONGEST_PATTERN = 40
_READ = 300
_STEP = 1.5
"""The binary orders of magnitude that make another category."""
_NEWEST = 1 / 48
_MOST_STEPS = 3
_WORDS = ((1, "word"), (4, "words"), (14, "phrase"), (60, "sentences"))
WORDED = frozenset({*(name for _, name in _WORDS), "text", "blank", "signs", "markup", "address"})
"""The forms that something on any page has."""


@lru_cache(4_096)
def form_of(value: str) -> str:
    """`address`, `signs`, the pattern of a date or a price (`0.0 €`), a code (`x`), …, or how many words it has."""
    text = value[:_READ].strip()
    if not text:
        return "blank"
    if text.startswith(("http://", "https://", "/", "www.")) and " " not in text:
        return "address"
    if text.startswith(("{", "[")):
        return "data"
    if text.startswith("<"):
        return "markup"
    if len(text) <= _LONGEST_PATTERN:
        pattern, digits = _DIGITS.subn("0", text)
        if digits:
            pattern = _MIXED.sub("x", _LETTERS.sub("a", pattern))
            numbers = pattern.count("0") + pattern.count("x")
            if pattern.count("a") <= numbers:  # however many digits it has: page 100 is as page 99
                return _SPACES.sub(" ", pattern)
    if not any(map(str.isalnum, text)):
        return "signs"
    count = text.count(" ") + 1
    for most, name in _WORDS:
        if count <= most:
            return name
    return "text"


@lru_cache(4_096)
def script_of(value: str) -> str:
    """The script of its first letter outside of ASCII, such as `cyrillic`; `ascii` where there is none."""
    if value.isascii():
        return "ascii"
    for letter in value[:_READ]:
        if ord(letter) > 0x24F and letter.isalpha():
            return unicodedata.name(letter, "?").partition(" ")[0].casefold()
    return "latin"


@dataclass(slots=True)
class Scale:
    """Turns sizes into categories by their distance from what was typical of late, so that a trend crosses no edge."""

    typical: float = -1.0
    """The binary logarithm; below 0: not known."""

    def category(self, size: int) -> str:
        """`0` near what is typical, `1` from about 1.7 times it on, `-1` below that much of it, and so on."""
        at = log2(size + 1)
        if self.typical < 0:
            self.typical = at
        steps = round((at - self.typical) / _STEP)
        self.typical += (at - self.typical) * _NEWEST
        return str(max(-_MOST_STEPS, min(_MOST_STEPS, steps)))
