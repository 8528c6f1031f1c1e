"""Rows of tables, apart from what the same selector finds beside them: rows of other tables, and sums."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from ....documents.elements import Element
from ....samples.traffic import Answer
from ..elements.classes import stable_classes
from ..elements.markup import children_of, text_within
from ..extraction import page_of
from ..values import Extraction

_CELLS = ":has(td)"
_SIGNS = re.compile(r"^\W+|\W+$")
_AMOUNT = re.compile(r"[^\w.-]*(-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d{1,15}(?:\.\d{1,9})?)\W*")
"""A number, with a sign of a currency at most."""
_CENT = 0.006
"""By how much a sum may differ from what is shown of it."""
_TABLE_ROWS = re.compile(r"(.* > tr)(:has\(td\)|:has\(> td:nth-child\(\d\)\))")
_COLUMNS = 3
"""That are named above rows, at least."""
_FEWEST = 2
"""Rows below names of columns."""
_LEAST = 4
"""Rows that lead somewhere, from which one that does not is none of them."""


def tables_apart(each: Extraction, answers: Sequence[Answer]) -> Iterator[Extraction]:
    """The rows as they are, or those of each table, where the selector finds tables with more and with fewer cells."""
    found = _rows(each, answers)
    widths: set[int] = set()
    common: set[int] | None = None
    for own in filter(None, found):
        by_table: dict[Element | None, set[int]] = defaultdict(set)
        for row in own:
            by_table[row.getparent()].add(len(children_of(row)))
        mixed = {width for inner in by_table.values() if len(inner) > 1 for width in inner}
        whole = set[int]().union(*by_table.values()) - mixed
        common = whole if common is None else common & whole
        widths |= whole | mixed
    if not common or len(widths) < 2:
        yield each
        return
    for width in sorted(common):
        least = f":has(> td:nth-child({width}))" if min(widths) < width else _CELLS
        most = f":not(:has(> :nth-child({width + 1})))" if max(widths) > width else ""
        yield Extraction("css", f"{each.text.removesuffix(_CELLS)}{least}{most}")


def by_headings(each: Extraction, answers: Sequence[Answer]) -> Iterator[Extraction]:
    """The rows as they are, or those of each kind of table, where tables of a page have other headings."""
    by_page = [dict.fromkeys(map(_headings, own)) for own in _rows(each, answers)]
    kinds = {headings: None for own in by_page for headings in own}
    parts = each.text.split(" > ")
    place = next((place for place, part in enumerate(parts) if part.startswith("table")), None)
    if max(map(len, by_page), default=0) < 2 or () in kinds or place is None:
        yield each
        return
    for headings in kinds:
        others = {heading for other in kinds if other != headings for heading in other}
        told = next(
            (name for name in headings if name and '"' not in name and not any(name in each for each in others)), ""
        )
        if told:
            own = [*parts[:place], f'{parts[place]}:has(th:contains("{told}"))', *parts[place + 1 :]]
            yield Extraction("css", " > ".join(own))


def _headings(row: Element) -> tuple[str, ...]:
    """The names of the columns of a row's table, without signs such as the one of its order; empty if it has none."""
    table = next(row.iterancestors("table"), None)
    first = None if table is None else next(table.iter("tr"), None)
    cells = [] if first is None else children_of(first)
    if any(cell.tag != "th" for cell in cells):
        return ()
    return tuple(_SIGNS.sub("", text_within(cell)) for cell in cells)


def below_column_names(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The rows but for those that no names of columns stand above in their table, where the others say most.

    So are lines of a table before these names, and those of tables beside it that have none.
    """
    pattern = _TABLE_ROWS.fullmatch(each.text)
    found = _rows(each, answers) if pattern is not None else []
    known = _below_names_in({row.getparent() for own in found for row in own} - {None})
    below = [row for own in found for row in own if row in known]
    others = [row for own in found for row in own if row not in known and text_within(row)]
    if pattern is None or not others or len(below) < _FEWEST or any(own and known.isdisjoint(own) for own in found):
        return each
    if sum(len(text_within(row)) for row in below) < sum(len(text_within(row)) for row in others):
        return each
    return Extraction("css", f"{pattern[1]}:has(> th:nth-child({_COLUMNS})) ~ tr{pattern[2]}")


def _below_names_in(parts: Collection[Element]) -> frozenset[Element]:
    """Of the rows of parts of tables, those below one that names as many columns or more, and nothing else."""
    found = set[Element]()
    for part in parts:
        are_named = False
        for row in part.iterchildren("tr"):
            cells = children_of(row)
            if len(cells) >= _COLUMNS:
                found |= {row} if are_named else set()
                are_named = are_named or all(cell.tag == "th" for cell in cells)
    return frozenset(found)


def without_sums(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The rows without the last one of each table, where that sums up the others.

    It begins with the same word on several pages, and leads nowhere, as all others do, or has the sums of their cells.
    """
    found = _rows(each, answers)
    if counted := _without_counted(each, found):
        return counted
    rows = [row for own in found for row in own]
    leading = [row for row in rows if row.find(".//a[@href]") is not None]
    sums = [row for row in rows if row.find(".//a[@href]") is None]
    are_last = all(any(row is own[-1] for own in found if own) for row in sums)
    if (
        len(sums) < 2
        or len(leading) < _LEAST
        or not are_last
        or len({text_within(children_of(row)[0]) for row in sums}) > 1
    ):
        return each
    return Extraction("css", f"{each.text}:has(a[href])")


def _without_counted(each: Extraction, found: Sequence[Sequence[Element]]) -> Extraction | None:
    """The rows without those that have the sum of what is above it in a cell; None if there are none, or no way."""
    tables = [own for own in found if len(own) >= _LEAST]
    last = [own[-1] for own in tables]
    others = [row for own in tables for row in own[:-1]]
    words = {text_within(children_of(row)[0]) for row in last}
    if len(last) < 2 or len(words) > 1 or not all(_sums_up(own[-1], own[:-1]) for own in tables):
        return None
    told = set.intersection(*(set(stable_classes(row)) for row in last)) - {
        name for row in others for name in stable_classes(row)
    }
    if told:
        return Extraction("css", f"{each.text}:not(.{min(told)})")
    word = words.pop()
    if not word or '"' in word or any(word in text_within(children_of(row)[0]) for row in others):
        return None
    return Extraction("css", f'{each.text}:not(:has(> :first-child:contains("{word}")))')


def _sums_up(row: Element, others: Sequence[Element]) -> bool:
    """Whether a cell has the sum of those above it, more than one of which has a number."""
    over = [children_of(other) for other in others]
    for place, cell in enumerate(children_of(row)):
        if (total := _number(cell)) is None:
            continue
        above = [number for own in over if place < len(own) and (number := _number(own[place])) is not None]
        if len(above) > 1 and any(above) and abs(sum(above) - total) < _CENT:
            return True
    return False


def _number(cell: Element) -> float | None:
    found = _AMOUNT.fullmatch(text_within(cell))
    return None if found is None else float(found[1].replace(",", ""))


def _rows(each: Extraction, answers: Sequence[Answer]) -> list[list[Element]]:
    """The rows of tables, by page; empty if it finds other things as well."""
    found = [list(page_of(answer).elements(each)) for answer in answers] if each.how == "css" else []
    return found if all(row.tag == "tr" and children_of(row) for own in found for row in own) else []
