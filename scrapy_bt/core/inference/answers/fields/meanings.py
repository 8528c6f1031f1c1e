"""What stands behind terms of a list, `dd` behind `dt`: it belongs to them, although it does not stand within."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from lxml import etree

from ....documents.elements import Element
from ..elements.classes import stable_classes
from ..values import Extraction

_MOST = 6
"""Of a term, each in an element of its own."""
_BEHIND = "following-sibling::*[1][self::dd]"


def meanings_of(rows: Sequence[Element]) -> Iterator[tuple[str, Extraction]]:
    """A name and an extraction for the first, the second and so on; nothing where rows are no terms."""
    behind = _BEHIND
    for _ in range(_MOST if all(row.tag == "dt" for row in rows) else 0):
        found = [dd for row in rows for dd in row.xpath(behind)]
        if len(found) * 2 < len(rows):
            return
        name = next(iter(stable_classes(found[0])), "meaning")
        yield name, Extraction("xpath", f"normalize-space({behind})")
        behind += f"/{_BEHIND}"


def meant_by(rows: Sequence[Element]) -> list[Element]:
    """All of what stands behind terms; nothing where rows are no terms."""
    terms = rows if all(row.tag == "dt" for row in rows) else ()
    return [dd for term in terms for dd in takewhile(lambda each: each.tag == "dd", term.itersiblings(etree.Element))]
