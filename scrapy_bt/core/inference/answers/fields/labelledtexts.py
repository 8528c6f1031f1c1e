"""What rows say behind labels of one text with it, as in `<li>Price: 5.00</li>` or in lines between `<br>`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ....documents.elements import Element
from ....tree.literals import literal
from ..elements.labels import LABELLED, with_colon
from ..extraction import extract_within
from ..values import Extraction
from .restfields import MOST_ROWS

_GLUE = "\u00a0"
"""The space at which no line is broken; for XPath it is none."""
_MOSTLY = 0.5
"""How many of the rows have a label, at least."""


def labelled_texts(rows: Sequence[Element], known: Sequence[Extraction]) -> Iterator[tuple[str, Extraction]]:
    """By the label, what takes the rest of the text, where it differs; a text that is a field of its own stays one."""
    rows = rows[:MOST_ROWS]
    single = [extraction for extraction in known if not extraction.all]
    said: dict[str, list[str]] = defaultdict(list)
    glued: set[str] = set()
    for row in rows:
        held = {" ".join(text.split()) for extraction in single for text in extract_within(row, extraction)[:1]}
        told: dict[str, str] = {}
        for written in map(str, row.itertext()):
            text = " ".join(written.split())
            if text not in held and (found := LABELLED.fullmatch(text)):
                label = with_colon(found)
                told.setdefault(label, found[2])
                glued |= {label} if _GLUE in written else set()
        for label, value in told.items():
            said[label].append(value)
    for label, values in said.items():
        if len(values) >= max(2, _MOSTLY * len(rows)) and len(set(values)) > 1:
            start = literal(label)
            plain = f'translate(., "{_GLUE}", " ")' if label in glued else ""
            path = f"(.//text()[starts-with(normalize-space({plain}), {start})])[1]"
            text = f'translate({path}, "{_GLUE}", " ")' if label in glued else path
            yield label, Extraction("xpath", f"normalize-space(substring-after({text}, {start}))")
