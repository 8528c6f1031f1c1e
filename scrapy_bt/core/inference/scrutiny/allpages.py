"""What all recorded pages of the target have in common, or all but the first; and what those of one recording alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ...samples.traffic import Answer, Recording
from ..origins.links import whole

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD_BEFORE, _WORD_BEHIND = re.compile(r"[^\W\d_]{2} "), re.compile(r" [^\W\d_]{2}")
"""Of a text around what was given."""
_FEWEST = 3
"""From which it is told that a row stands on all of them, and how many rows a page has."""
_FEW, _MANY = 2, 0.25
"""Rows, and the share of rows, that tell that a recording shows others."""
_MOST_WORDS = 0.5
"""Of two texts, in the same places, from which on they are made alike."""
_MOST_APART = 3
"""Entries that a first page shows above the others, in another way."""


def passed_over(recordings: Sequence[Recording], pages: Sequence[Answer]) -> str:
    """The address of the page that was opened last after the target, if recordings differ in it; else empty.

    *pages*: of the target, which say the same in all recordings.
    """
    if len(recordings) < 2:
        return ""
    wanted = {whole(page.url) for page in pages}
    lasts = []
    for recording in recordings:
        for each in reversed(recording.exchanges):
            if not wanted.isdisjoint(whole(told.url) for told in (each.sent, each.answer) if told):
                return ""
            if each.kind == "document":
                lasts.append(each.sent.url)
                break
    return lasts[0] if len(set(lasts)) > 1 else ""


def of_one_alone(recordings: Sequence[Sequence[frozenset[str]]]) -> str:
    """A text of a row that only one recording shows; empty if not each recording shows many such rows.

    A row is the same where a text that stands in no other row of a recording comes again. *recordings*: rows of each.
    """
    if len(recordings) < 2:
        return ""
    texts = [frozenset[str]().union(*rows) for rows in recordings]
    found = ""
    for number, rows in enumerate(map(set, recordings)):
        counts = Counter(text for row in rows for text in row)
        elsewhere = frozenset[str]().union(*(own for other, own in enumerate(texts) if other != number))
        own = [{text for text in row if counts[text] == 1} for row in rows]
        alone = [marks for marks in own if marks and marks.isdisjoint(elsewhere)]
        if len(alone) < max(_FEW, _MANY * len(rows)):
            return ""
        found = found or max((text for marks in alone for text in marks), key=_longest)
    return found


def on_all_pages(pages: Sequence[Sequence[frozenset[str]]]) -> str:
    """A text of a row that stands on each of several pages; empty if none does. *pages*: the rows of each."""
    if len(pages) < _FEWEST:
        return ""
    common = set.intersection(*({row for row in rows if row} for rows in pages))
    return max((text for row in common for text in row), key=_longest, default="")


def echo_of_given(recordings: Sequence[Sequence[frozenset[str]]], given: Sequence[str]) -> str:
    """A text of a first or last row that tells what each recording gave, as “9 results for lamp”; empty if none does.

    *recordings*: the rows of the first page of each. The row beside it says something else of each, in other words.
    """
    if len(set(given)) < 2 or not all(given) or min(map(len, recordings), default=0) < _FEWEST:
        return ""
    for place, beside in ((0, 1), (-1, -2)):
        said, others = (
            {_masked(own[at], text) for own, text in zip(recordings, given, strict=True)} for at in (place, beside)
        )
        telling = list(filter(_is_of_given, next(iter(said)))) if len(said) == 1 < len(others) else []
        if telling and not any(_is_made_alike(one, other) for one in telling for row in others for other in row):
            return max(recordings[0][place], key=_longest)
    return ""


def _is_made_alike(one: str, other: str) -> bool:
    """Whether two texts have most of their words in the same places, as the names of two records: `lamp 7 in red`."""
    pairs = list(zip(mine := one.split(), others := other.split(), strict=False))
    return len(mine) == len(others) and sum(each == beside for each, beside in pairs) > _MOST_WORDS * len(pairs)


def _is_of_given(masked: str) -> bool:
    """Whether it has what was given, with words around it."""
    first, last = masked.find("*"), masked.rfind("*")
    return first >= 0 and bool(_WORD_BEFORE.search(masked, 0, last) or _WORD_BEHIND.search(masked, first))


def _masked(row: frozenset[str], given: str) -> frozenset[str]:
    return frozenset(_NUMBER.sub("#", text.casefold().replace(given.casefold(), "*")) for text in row)


def _longest(text: str) -> tuple[int, str]:
    return len(text), text


def apart(counts: Sequence[int]) -> tuple[int, int] | None:
    """The number of rows of the first page, and of those behind it, if they have a few more; None if they have as many.

    So it is where a page shows its newest entry large. *counts*: of the pages of a series.
    """
    usual = set(counts[1:-1])
    if len(counts) < _FEWEST or len(usual) > 1 or not 0 < min(usual) - counts[0] <= _MOST_APART:
        return None
    return counts[0], min(usual)
