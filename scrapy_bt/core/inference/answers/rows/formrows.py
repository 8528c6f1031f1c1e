"""Rows that are the fields of a form: parts of the one thing that the form changes."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from ....samples.traffic import Answer
from ..elements.markup import Element
from ..extraction import page_of
from ..values import Extraction

_MOST = 0.6
"""How many of the rows have to be such."""
_NO_FIELDS = ("hidden", "submit", "button", "reset", "image", "checkbox", "radio")


def are_fields_of_form(each: Extraction, answers: Sequence[Answer]) -> bool:
    """Whether most rows stand in a form and hold a field of it with its label."""
    rows = [row for answer in answers for row in page_of(answer).elements(each)]
    elements = [row for row in rows if isinstance(row, etree._Element)]  # noqa: SLF001 - lxml has no public name for it
    return bool(elements) and sum(map(_is_field, elements)) >= _MOST * len(elements)


def _is_field(row: Element) -> bool:
    controls = (each for each in row.iter("input", "select", "textarea") if each.get("type", "") not in _NO_FIELDS)
    return (
        next(controls, None) is not None
        and row.find(".//label") is not None
        and next(row.iterancestors("form"), None) is not None
    )
