"""Rows that are the fields of a form: parts of the one thing that the form changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ..elements.markup import text_within
from ..extraction import page_of
from ..values import Extraction

_MOST = 0.6
"""How many of the rows have to be such."""
_NO_FIELDS = ("hidden", "submit", "button", "reset", "image", "checkbox", "radio")


def are_fields_of_form(each: Extraction, answers: Sequence[Answer]) -> bool:
    """Whether most rows stand in a form, each with a field of it that has a label of its own.

    What all records of a list have, as how many of each are to be ordered, is called alike.
    """
    rows = [row for answer in answers for row in page_of(answer).elements(each)]
    elements = [row for row in rows if is_element(row)]
    labels = Counter(filter(None, map(_label_of_field, elements)))
    return bool(elements) and labels.total() >= _MOST * len(elements) and len(labels) > labels.total() / 2


def _label_of_field(row: Element) -> str:
    """The label of the form's field that a row holds; empty if it holds none."""
    controls = (each for each in row.iter("input", "select", "textarea") if each.get("type", "") not in _NO_FIELDS)
    label = row.find(".//label")
    is_field = next(controls, None) is not None and next(row.iterancestors("form"), None) is not None
    return text_within(label) if is_field and label is not None else ""
