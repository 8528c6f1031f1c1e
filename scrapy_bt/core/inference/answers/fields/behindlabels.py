"""What rows say behind labels within a text: `<b>Price:</b> 5.00<br>`, `<b>Price</b>: 5.00<br>`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ....documents.elements import Element
from ....documents.lettering import COLONS
from ....tree.literals import literal
from ..elements.labels import behind_colon, ends_with_colon, without_colon
from ..elements.markup import text_within
from ..values import Extraction
from .restfields import xpath_within

_LABELS = ("b", "strong", "label", "span", "em", "i", "small", "u")
_LONGEST = 40
_MOSTLY = 0.5
"""How many of the rows have a label, at least."""
_SEVERAL = 2
"""Labels of one kind in a row: what a single one stands before is what its element says."""


def behind_labels(rows: Sequence[Element]) -> Iterator[tuple[str, Extraction]]:
    """By the label, what takes the text behind it: where there are several, each in most of the rows."""
    counts = Counter(found for row in rows for found in dict.fromkeys(_labels(row)))
    common = [found for found, count in counts.items() if count >= max(2, _MOSTLY * len(rows))]
    kinds = Counter(tag for _, tag, _, _ in common)
    for holder, tag, label, colon in common:
        if kinds[tag] >= _SEVERAL:
            own = f"{tag}[normalize-space()={literal(label)}]/following-sibling::text()[1]"
            text = own if holder == "." else f"{holder}/{own}"
            yield without_colon(label), Extraction("xpath", f"normalize-space({behind_colon(text, colon)})")


def _labels(row: Element) -> Iterator[tuple[str, str, str, str]]:
    """Where labels stand, their tags, what they say, and the colon behind them, if there is one."""
    for element in row.iter(*_LABELS):
        label, behind = text_within(element), (element.tail or "").strip()
        if element is not row and behind and behind not in COLONS and 0 < len(label) <= _LONGEST and not len(element):
            holder = element.getparent()
            if not _is_of_sentence(element, holder):
                colon = behind[0] if behind[0] in COLONS else ""
                yield xpath_within(row, holder), str(element.tag), label, colon


def _is_of_sentence(element: Element, holder: Element) -> bool:
    """Whether words stand before it and it says by no colon that it is a label, as a word that is marked in a text."""
    behind = (element.tail or "").strip()
    is_label = ends_with_colon(text_within(element)) or behind.startswith(tuple(COLONS))
    return any(map(str.isalnum, holder.text or "")) and not is_label
