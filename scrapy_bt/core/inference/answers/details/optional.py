"""What only some of the pages about one thing say, by a name of its own, as the old price of what is on sale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....samples.traffic import Answer
from ..extraction import extract
from ..values import Extraction
from .single import singles_of

_FEWEST_PAGES = 3
_MOST_PAGES = 12
"""Of those that are looked at."""
_FEWEST = 2
"""Pages that have it: what stands on one alone may be a message."""
_PLAIN = "text"
"""The name of what nothing names."""


def of_some(answers: Sequence[Answer], known: Sequence[Extraction]) -> Iterator[tuple[str, Extraction]]:
    """Fields that fewer than half of the pages have, each with other values, none of which the *known* fields hold."""
    answers = answers[:_MOST_PAGES]
    if len(answers) < _FEWEST_PAGES:
        return
    seen = set(known)
    for name, extraction in singles_of(answers):
        if extraction in seen or name.startswith(_PLAIN):
            continue
        seen.add(extraction)
        told = {answer: texts for answer in answers if any(map(str.strip, texts := extract(answer, extraction)))}
        if not _FEWEST <= len(told) <= len(answers) / 2 or len(set(map(tuple, told.values()))) < _FEWEST:
            continue
        if not all(_is_held(answer, texts, known) for answer, texts in told.items()):
            yield name, extraction


def _is_held(answer: Answer, texts: Sequence[str], known: Sequence[Extraction]) -> bool:
    held = {" ".join(text.split()) for extraction in known for text in extract(answer, extraction)}
    return held.issuperset(" ".join(text.split()) for text in texts)
