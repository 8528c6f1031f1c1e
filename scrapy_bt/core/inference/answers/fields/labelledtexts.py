"""What rows say behind labels of one text with it, as in `<li>Price: 5.00</li>` or in lines between `<br>`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ....documents.elements import Element
from ....tree.literals import literal
from ..elements.called import with_blanks
from ..elements.labels import LABELLED, with_colon
from ..extraction import extract_within
from ..values import Extraction
from .restfields import MOST_ROWS

_MOSTLY = 0.5
"""How many of the rows have a label, at least."""


def labelled_texts(rows: Sequence[Element], known: Sequence[Extraction]) -> Iterator[tuple[str, Extraction]]:
    """By the label, what takes the rest of the text, where it differs; a text that is a field of its own stays one."""
    rows = rows[:MOST_ROWS]
    single = [extraction for extraction in known if not extraction.all]
    said: dict[str, list[str]] = defaultdict(list)
    written_as: dict[str, str] = {}
    for row in rows:
        held = {" ".join(text.split()) for extraction in single for text in extract_within(row, extraction)[:1]}
        told: dict[str, str] = {}
        for written in map(str, row.itertext()):
            text = " ".join(written.split())
            if text not in held and (found := LABELLED.fullmatch(text)):
                label = with_colon(found)
                told.setdefault(label, found[2])
                written_as[label] = written_as.get(label, "") + written
        for label, value in told.items():
            said[label].append(value)
    for label, values in said.items():
        if len(values) >= max(2, _MOSTLY * len(rows)) and len(set(values)) > 1:
            start = literal(label)
            written = written_as[label]
            path = f"(.//text()[starts-with(normalize-space({with_blanks('', written)}), {start})])[1]"
            text = with_blanks(path, written)
            yield label, Extraction("xpath", f"normalize-space(substring-after({text}, {start}))")
