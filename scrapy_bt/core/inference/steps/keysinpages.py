"""Keys that no link of a page tells: a script asks with an attribute, or with how a row is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ...samples.traffic import Answer
from ..answers.elements.markup import markup_of, selectors_for, text_within
from ..answers.rows.rows import rows_of
from ..answers.values import Extraction
from .datalistings import LEAST_PIECE, SPELLED, WITHIN
from .rowkeys import keys_behind_words

_MOST_PLACES = 20
"""Of one key in attributes of a page."""
_MOST_ROWS = 15
"""Kinds of rows that are looked through."""


def keys_in_page(answer: Answer, keys: Sequence[str]) -> Iterator[tuple[Extraction, float]]:
    """What may find keys among others in attributes, or texts of rows that are written so; with how firm that is."""
    for each in keys_behind_words(answer, keys):
        yield each, WITHIN - 0.002 * len(each.text)
    if min(map(len, keys)) >= LEAST_PIECE:
        yield from _of_one(answer, keys[0])


def _of_one(answer: Answer, key: str) -> Iterator[tuple[Extraction, float]]:
    places = (
        found
        for found in markup_of(answer).exact.get(key, ())
        if found.attribute.startswith("data-") and text_within(found.element) not in ("", key)
    )
    for found in islice(places, _MOST_PLACES):
        for css in (each.extraction.text for each in selectors_for(found) if each.extraction.how == "css"):
            if ":nth-of-type" not in css:
                yield Extraction("css", css, all=True), WITHIN - 0.002 * len(css)
    # A single word may be anything.
    for rows in rows_of(answer)[:_MOST_ROWS] if "-" in key else ():
        for field in (field.text for _, field in rows.fields if field.how == "css" and field.text.endswith("::text")):
            css = f"{rows.each.text}{field if field.startswith(':') else f' {field}'}"
            yield Extraction("css", css, all=True, coding="slug"), SPELLED - 0.002 * len(css)
