"""Rows of a redesigned list: from its columns of today to the elements that hold one entry of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lxml import etree

from ..documents.elements import Element
from .columns import FoundColumn, column_of, columns_of
from .fields import reading_of, run_selector
from .lists import ListModels, decide_lists, write_list
from .pages import Page
from .rowwords import rows_by_words, words_of_rows
from .steps import Path, steps_to

_MOST_ROWS = 200
_SHARE = 0.6
"""The least share of rows that hold an element of a column which belongs to them."""
_LIKE = 0.9
_BY_WORDS, _BY_WORD = 0.85, 0.6
"""The probabilities where several texts of rows, or one, stand in each row today, too; reasoned, not measured."""


def heal_rows(
    old: Page, within: str, selectors: Sequence[str], pages: Sequence[Page], models: ListModels
) -> tuple[str, float] | None:
    """A selector of the rows of today, and the probability that it is right.

    *within*: the selector of the rows of before; *selectors*: those that were run within each of them.
    """
    rows = run_selector(old, within)[:_MOST_ROWS]
    if len(rows) < 2:
        return None
    by_words = _by_words(old, rows, pages)
    if by_words is not None and by_words[1] > _BY_WORD:
        return by_words
    before: dict[str, FoundColumn] = {}
    for selector in selectors:
        elements = [found for row in rows for found in first_within(row, selector)]
        if len(elements) >= 2:
            before[selector] = column_of(old, elements)
    before = before or {"": column_of(old, rows)}
    found: list[tuple[Page, list[Element], float]] = []
    for page in pages:
        decided = decide_lists(before, columns_of(page), models)
        if not decided:
            continue
        best = sorted(decided.values(), key=lambda one: -one.probability)
        around = rows_around([one.column.elements for one in best])
        if len(around) >= 2:
            found.append((page, around, best[0].probability))
    by_models = select_around(found)
    return max(filter(None, (by_words, by_models)), key=lambda each: each[1], default=None)


def _by_words(old: Page, rows: Sequence[Element], pages: Sequence[Page]) -> tuple[str, float] | None:
    """The rows that say on all pages of today what those before did."""
    words = words_of_rows(old, rows)
    told = [(page, *rows_by_words(page, words, len(rows))) for page in pages] if words else []
    if not told or not all(count for _, _, count in told):
        return None
    several = min(count for _, _, count in told) > 1
    return select_around([(page, around, _BY_WORDS if several else _BY_WORD) for page, around, _ in told])


def first_within(row: Element, selector: str) -> list[Element]:
    """The first element that a selector reads in a row; empty if there is none."""
    reading = reading_of(selector)
    if reading is None:
        return []
    try:
        found = row.xpath(reading.path)
    except (etree.XPathError, ValueError):
        return []
    return [each for each in found if etree.iselement(each)][:1] if isinstance(found, list) else []


def rows_around(columns: Sequence[Sequence[Element]]) -> list[Element]:
    """The largest elements that hold one element of the first column, if they hold those of the other columns, too."""
    anchors = columns[0][:_MOST_ROWS]
    held = Counter(above for element in anchors for above in element.iterancestors())
    rows: list[Element] = []
    for element in anchors:
        row = element
        for above in element.iterancestors():
            if held[above] > 1 or above.tag in ("body", "html"):
                break
            row = above
        rows.append(row)
    inside = {below: number for number, row in enumerate(rows) for below in row.iter()}
    for column in columns[1:]:
        holding = {inside[element] for element in column if element in inside}
        if len(holding) < _SHARE * len(rows):
            return rows if len(columns) > 2 else []
    return rows


def select_around(found: Sequence[tuple[Page, list[Element], float]]) -> tuple[str, float] | None:
    """The firmest selector that finds the rows on all pages and little else, with its probability."""
    if not found:
        return None
    found = sorted(found, key=lambda each: -each[2])
    page, rows, _ = found[0]
    probability = sum(each[2] for each in found) / len(found)
    own = steps_to(rows[0])[:6]
    parent = rows[0].getparent()
    around = steps_to(parent)[:3] if parent is not None and parent.tag != "body" else []
    direct = steps_to(rows[0], child=True)[:4]
    paths = [Path((step,)) for step in own] + [Path((outer, step)) for outer in around for step in direct]
    paths.sort(key=lambda path: path.cost)
    likeness: Mapping[str, float] = {
        path.css: min(_likeness(at.finder.find(path, _MOST_ROWS), wanted) for at, wanted, _ in found) for path in paths
    }
    for css, like in likeness.items():
        if like >= 1.0:
            return css, probability
    best = max(likeness, key=lambda css: likeness[css])
    if likeness[best] >= _LIKE:
        return best, probability * likeness[best]
    written = write_list(page, column_of(page, rows))
    return (written, probability * _LIKE) if written is not None else None


def _likeness(found: Sequence[Element], wanted: Sequence[Element]) -> float:
    both = set(found) & set(wanted)
    return len(both) / max(1, len(set(found) | set(wanted)))
