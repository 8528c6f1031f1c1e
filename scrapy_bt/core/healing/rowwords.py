"""Rows of a redesigned list by the words that stand in each: labels, and what else every row says."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from ..documents.elements import Element
from .labels import said
from .pages import Page

_LONGEST = 40
_LEAST_ROWS = 3
_NEARLY_ALL = 0.9
FEWER, MORE = 0.6, 1.6
"""The bounds of the number of rows today, as multiples of the number before."""
_MOST_WORDS = 30


def words_of_rows(page: Page, rows: Sequence[Element]) -> list[str]:
    """Short texts that stand once in nearly every row, and nowhere else on the page, as `said` has them."""
    if len(rows) < _LEAST_ROWS:
        return []
    inside: Counter[str] = Counter()
    for row in rows:
        candidates = {one for element in row.iter() if (one := page.candidate_of(element)) is not None}
        inside.update(text for text, count in Counter(map(_text, candidates)).items() if count == 1)
    everywhere = Counter(map(_text, page.candidates))
    steady = (text for text, count in inside.items() if count >= _NEARLY_ALL * len(rows) and everywhere[text] == count)
    return sorted(filter(None, steady))[:_MOST_WORDS]


def rows_by_words(page: Page, words: Sequence[str], count: int) -> tuple[list[Element], int]:
    """The largest elements that each hold all the words that occur equally often, and the number of these words.

    *count*: how many rows there were before.
    """
    there = _places(page, frozenset(words))
    often = Counter(len(places) for places in there.values() if FEWER * count <= len(places) <= MORE * count)
    if not often:
        return [], 0
    (size, agreeing), *_ = often.most_common(1)
    columns = [places for places in there.values() if len(places) == size]
    held = [Counter(above for element in column for above in (element, *element.iterancestors())) for column in columns]
    rows = []
    for element in columns[0]:
        row = None
        for above in (element, *element.iterancestors()):
            holds = [each[above] for each in held]
            if max(holds) > 1 or above.tag in ("body", "html"):
                break
            if min(holds) == 1:
                row = above
        if row is not None:
            rows.append(row)
    return (rows, agreeing) if len(rows) == size > 1 else ([], 0)


def _places(page: Page, words: frozenset[str]) -> Mapping[str, list[Element]]:
    found: dict[str, list[Element]] = defaultdict(list)
    for one in page.candidates:
        if (text := _text(one)) in words:
            found[text].append(one.inner)
    return found


def _text(candidate: Any) -> str:
    """The text of an element in the form of `said`; empty where it is not short."""
    text: str = candidate.text
    return said(text) if len(text) <= _LONGEST and any(map(str.isalpha, text)) else ""
