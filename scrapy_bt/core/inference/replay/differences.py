"""What is other in an answer of a replay than in the right one, kept so that people see why it was not right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ...samples.traffic import Answer
from ..answers.pages.contents import content_of
from ..answers.requests.names import looks_made

MOST = 10
"""Texts of each side that are kept."""
LONGEST = 120
"""Characters of a text."""


@dataclass(frozen=True)
class Outcome:
    """What came, in short; *size* in bytes."""

    status: int
    kind: str
    size: int
    title: str
    texts: tuple[str, ...]
    """The first of those that the other answer does not say."""
    more: int
    """How many of them are left out."""


@dataclass(frozen=True)
class Difference:
    """Two answers of a step: the right one and what came."""

    step: int
    right: Outcome
    came: Outcome


def difference(step: int, right: Answer, came: Answer) -> Difference:
    """What each of two answers says that the other does not; what looks like a key is left out."""
    one, other = content_of(right).texts, content_of(came).texts
    return Difference(step, _outcome(right, _only(one, other)), _outcome(came, _only(other, one)))


def _outcome(answer: Answer, texts: Sequence[str]) -> Outcome:
    content = content_of(answer)
    title = content.title[:LONGEST]
    shown = tuple(text[:LONGEST] for text in texts[:MOST])
    return Outcome(answer.status, content.kind, len(answer.body or b""), title, shown, max(0, len(texts) - MOST))


def _only(texts: Sequence[str], others: Sequence[str]) -> list[str]:
    left = Counter(others)
    found = []
    for text in texts:
        if left[text] > 0:
            left[text] -= 1
        elif not looks_made(text):
            found.append(text)
    return found
