"""Where a statement that is too long for a line is cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..tree.spacing import COMPARISONS, is_sign
from .structure import Part
from .words import Word

_OPERATORS: tuple[tuple[str, ...], ...] = (("|",), ("&",), COMPARISONS, ("+", "-"), ("*", "/", "%"))
"""Where a long expression is broken: at the operators that bind loosest."""


def ends_of(part: Part) -> tuple[str, str]:
    """What a part begins and ends with."""
    return (part.text, part.text) if isinstance(part, Word) else (part.opening, part.closing)


def chains(code: Sequence[Part]) -> bool:
    """Whether another condition follows: `else if`."""
    texts = [ends_of(part)[0] for part in code]
    return any(pair == ("else", "if") for pair in pairwise(texts))


def weakest(parts: Sequence[Part], section: Sequence[int]) -> list[int]:
    """Return the places of the operators that bind loosest, or of all strings but the first."""
    texts = {number: part.text for number in section if isinstance(part := parts[number], Word)}
    for operators in _OPERATORS:
        places = [
            number
            for number, text in texts.items()
            if text in operators and number != section[0] and not is_sign(ends_of(parts[number - 1])[1])
        ]
        if places:
            return places
    return [number for number, text in texts.items() if text[0] in "\"'"][1:]
