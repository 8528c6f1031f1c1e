"""Fields that take another value than on recorded pages, since rows with other input hold more, or in another order."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...documents.elements import is_element
from ...samples.traffic import Answer
from ...tree.conversions import as_text
from ..answers.extraction import extract_within
from ..findings import Records
from ..recordedpages import RecordedPages

_FEWEST = 4
"""Recorded rows from which it is told how the values of a field look."""
_MOST_FORMS = 3
"""Forms of the values of a field; with more than these, it has any."""
_BY_TAG = re.compile(r"[a-z][a-z0-9]*::text")
_LETTERS, _DIGITS = re.compile(r"[^\W\d_]+"), re.compile(r"\d+")


def shifted(recorded: RecordedPages, known: Sequence[Answer], pages: Sequence[Answer]) -> tuple[str, str] | None:
    """A field and a value of it that looks unlike all recorded ones, where another text of the row looks like them.

    Or one that is told by its element alone, of which a row has two now. *pages*: of a run with other input.
    """
    records = recorded.records
    if records is None or records.each is None:
        return None
    before = list(_rows(recorded, records, known))
    usual = frozenset[str]().union(*(_left(element, values) for element, values in before))
    if len(before) < _FEWEST:
        return None
    forms = _forms(values for _, values in before)
    counts = {name: max(len(values[name]) for _, values in before) for name in before[0][1]}
    alone = {name for name, extraction in records.fields if _BY_TAG.fullmatch(extraction.text)}
    for element, values in _rows(recorded, records, pages):
        left = _left(element, values) - usual
        for name, texts in values.items():
            own = forms.get(name, frozenset())
            is_other = own and texts and _form(texts[0]) not in own and not own.isdisjoint(left)
            is_second = name in alone and len(texts) > counts[name] == 1 and _form(texts[1]) in own
            if is_other or is_second:
                return name, texts[0]
    return None


def _rows(
    recorded: RecordedPages, records: Records, pages: Sequence[Answer]
) -> Iterator[tuple[Any, Mapping[str, Sequence[str]]]]:
    for page in pages:
        for element in recorded.elements(page):
            if is_element(element):
                found = {name: extract_within(element, own) for name, own in records.fields if not own.all}
                yield element, {name: list(filter(None, map(as_text, texts))) for name, texts in found.items()}


def _left(element: Any, values: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """How the texts of a row look that are in no field."""
    taken = {text for texts in values.values() for text in texts[:1]}
    return frozenset(_form(text) for text in map(as_text, element.itertext()) if text and text not in taken)


def _forms(rows: Iterator[Mapping[str, Sequence[str]]]) -> dict[str, frozenset[str]]:
    """By field, how its values look that have numbers; not of those that look in many ways."""
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for name, texts in row.items():
            found[name].update(map(_form, texts[:1]))
    return {
        name: frozenset(forms)
        for name, forms in found.items()
        if len(forms) <= _MOST_FORMS and all("#" in form for form in forms)
    }


def _form(text: str) -> str:
    return _DIGITS.sub("#", _LETTERS.sub("a", text))
