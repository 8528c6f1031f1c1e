"""How surprising it is that a place holds the right values, by how often such values stand on these pages."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache

from ...samples.traffic import Answer
from ..answers.data.leaves import json_leaves
from ..answers.elements.markup import markup_of
from ..answers.extraction import page_of
from .evidence import COMMON, bits_of


def bits_against_chance(answers: Mapping[int, Answer | None], wanted: Mapping[int, str]) -> float:
    """The bits by which a place that was found by the first value is confirmed by the others, equal ones counted once.

    Each of the places that hold the first value had a try.
    """
    (first, found), *others = wanted.items()
    answer = answers[first]
    tried = _counts(answer).get(found, 0) if answer is not None else 0
    bits, known = -math.log2(max(tried, 1)), {found}
    for recording, value in others:
        answer = answers[recording]
        if answer is not None and value not in known:
            known.add(value)
            bits += surprise(value, answer)
    return bits


def surprise(value: str, answer: Answer) -> float:
    """The bits of a value that stands at some place of an answer; few if it stands at others too."""
    text = value.strip()
    if text.lower() in COMMON:
        return 0.0
    expected = len(text) * math.log2(10) if text.isascii() and text.isdigit() else bits_of(text)
    counts = _counts(answer)
    elsewhere = counts.get(text, 0) - 1
    return min(expected, math.log2(sum(counts.values()) / elsewhere)) if elsewhere > 0 else expected


def stands_in(value: str, answer: Answer) -> bool:
    """Whether a value is the whole of some place of an answer, or a piece of a link or of another longer one."""
    if value in _counts(answer):
        return True
    piece = re.compile(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])")
    return any(piece.search(text) for text in _counts(answer) if value in text and ("/" in text or "=" in text))


@lru_cache(512)
def _counts(answer: Answer) -> Mapping[str, int]:
    """How often each value stands in an answer."""
    places = json_leaves(answer) if isinstance(page_of(answer).json, (dict, list)) else markup_of(answer)
    return {text: len(found) for text, found in places.exact.items()}
