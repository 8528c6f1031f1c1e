"""What the workers of one crawl have extracted, as each leaves it to the others at its end, and all of it together."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..core.documents.json import read_json
from ..core.tree.extractions import MOST_EXAMPLES, Count, CountedField, Extractions, Planned


class _Row(msgspec.Struct, array_like=True, frozen=True):
    tree: str
    node: str
    field: str
    found: int
    empty: int
    planned: Planned
    pages: int
    recent: float
    examples: list[str]


def pack_extractions(extractions: Extractions) -> str:
    """All counts of this process as a text."""
    rows = [
        _Row(*key, count.found, count.empty, count.planned, count.pages, count.recent, count.examples)
        for key, count in extractions
    ]
    return msgspec.json.encode(rows).decode()


def merge_extractions(texts: Iterable[str]) -> list[tuple[CountedField, Count]]:
    """The counts of all texts together; what cannot be read is passed over."""
    merged: dict[CountedField, Count] = {}
    for text in texts:
        try:
            rows = read_json(text, shape=list[_Row])
        except ValueError:  # somebody else writes there
            continue
        for row in rows:
            _add(merged.setdefault(CountedField(row.tree, row.node, row.field), Count()), row)
    return list(merged.items())


def _add(count: Count, row: _Row) -> None:
    pages = count.pages + row.pages
    count.recent = (count.recent * count.pages + row.recent * row.pages) / pages if pages else 0.0
    count.pages = pages
    count.found += row.found
    count.empty += row.empty
    if row.empty:
        count.planned = min(count.planned, row.planned)
    count.examples += row.examples[: MOST_EXAMPLES - len(count.examples)]
