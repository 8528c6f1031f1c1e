"""Fields that take the first of several, as of files that were changed, since each recorded page has only one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ...documents.elements import is_element
from ...samples.traffic import Answer
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.values import Extraction
from ..findings import Records

_BY_CLASS = {
    "css": re.compile(r"([a-z][a-z0-9]*\.[\w-]+(?: a)?)::text"),
    "xpath": re.compile(r"normalize-space\((//[a-z][a-z0-9]*\[contains\(concat\([^\[\]]*\)\])\)"),
}
"""What finds elements by a class, within what takes the text of the first."""
_NONE = re.compile(r"(?!)")


def only_first(
    records: Records | None, recorded: Sequence[Answer], visited: Sequence[Answer]
) -> tuple[str, str] | None:
    """A field of pages about one thing, and what stands behind its value on a page that nobody recorded.

    It is told by a class that one element has on each recorded page, and several side by side on another one.
    """
    if records is None or records.each is not None or records.within is not None:
        return None
    for name, own in records.fields:
        elements = _elements_of(own)
        if elements is None or any(len(_found(page, elements)) != 1 for page in recorded):
            continue
        for first, second in (pair for page in visited for pair in pairwise(_found(page, elements))):
            text = text_within(second)
            if first.getparent() is second.getparent() and text and text != text_within(first):
                return name, text
    return None


def _elements_of(own: Extraction) -> Extraction | None:
    """What finds the elements whose text a field takes, if a class of theirs tells them."""
    found = _BY_CLASS.get(own.how, _NONE).fullmatch(own.text)
    return Extraction(own.how, found[1], all=True) if found is not None and not own.all else None


def _found(page: Answer, elements: Extraction) -> Sequence[Any]:
    return [each for each in page_of(page).elements(elements) if is_element(each)]
