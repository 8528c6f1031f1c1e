"""Cells of tables over several rows: what stands in a cell of an earlier row is said of a row, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ....documents.elements import Element
from ....documents.numbers import read_whole
from ..elements.classes import says_looks, stable_classes, word_of
from ..elements.markup import text_within
from ..values import Extraction

_WIDEST, _LONGEST = 1_000, 65_534
"""Columns and rows that a cell may be over, in HTML."""
_NEAREST = "(. | preceding-sibling::tr)"
_LINKS = (("a", "href", "link"), ("img", "src", "image"))
_MOSTLY = 0.5
"""How many of the cells of a column have a link for it to be a field."""
Places = tuple[int | None, ...]
"""By column, the place of its cell in a row, from 1; None if it stands in an earlier row."""


def spanned_fields(rows: Sequence[Element], headings: Sequence[str]) -> Iterator[tuple[str, Extraction]]:
    """Each column whole, with its link and its picture; empty if each row has all of its cells, or nothing tells which.

    How many cells a row has tells which columns they are. *headings*: by column; one may be empty.
    """
    cells = _cells_of(rows)
    shapes = _shapes_of(rows, cells)
    if all(None not in places for places in shapes.values()):
        return
    for column in range(len(next(iter(shapes.values())))):
        path = _path(column, shapes)
        own = [cells[row][column] for row in rows]
        if path is None or not any(text_within(cell) for cell in own):
            continue
        name = headings[column] if column < len(headings) else ""
        name = name or next((told for cell in own if (told := _called(cell))), "value")
        yield name, Extraction("xpath", f"normalize-space({path})")
        for tag, attribute, kind in _LINKS:
            held = [cell for cell in own if cell.find(f".//{tag}[@{attribute}]") is not None]
            if len(held) > _MOSTLY * len(own):
                yield f"{name} {kind}", Extraction("xpath", f"({path}//{tag}/@{attribute})[1]")


def _cells_of(rows: Sequence[Element]) -> Mapping[Element, Sequence[Element]]:
    """By row, the cell of each column, wherever it begins."""
    found: dict[Element, Sequence[Element]] = {}
    for part in dict.fromkeys(row.getparent() for row in rows if row.tag == "tr"):
        open_cells: dict[int, tuple[Element, int]] = {}
        for row in part.iterchildren("tr"):
            own: dict[int, Element] = {column: cell for column, (cell, _) in open_cells.items()}
            begun: dict[int, tuple[Element, int]] = {}
            column = 0
            for cell in row.iterchildren("td", "th"):
                while column in own:
                    column += 1
                for _ in range(_span(cell, "colspan", _WIDEST)):
                    own[column] = cell
                    begun[column] = cell, _span(cell, "rowspan", _LONGEST)
                    column += 1
            open_cells = {place: (cell, left - 1) for place, (cell, left) in (open_cells | begun).items() if left > 1}
            found[row] = [own[place] for place in sorted(own)]
    return found


def _shapes_of(rows: Sequence[Element], cells: Mapping[Element, Sequence[Element]]) -> Mapping[int, Places]:
    """By how many cells a row has, which columns these are; empty if no table, or rows with equally many differ."""
    shapes: dict[int, Places] = {}
    for row in rows:
        own: list[Any] = list(row.iterchildren("*"))
        known: Places = tuple(own.index(cell) + 1 if cell.getparent() is row else None for cell in cells.get(row, ()))
        if not known or shapes.setdefault(len(own), known) != known:
            return {}
    return shapes if len(set(map(len, shapes.values()))) == 1 else {}


def _path(column: int, shapes: Mapping[int, Places]) -> str | None:
    """What finds the cell of a column, from a row; None if no row has it."""
    held = {count: places[column] for count, places in shapes.items()}
    own = {count: place for count, place in held.items() if place is not None}
    behind = {count - place for count, place in own.items()}
    if len(own) == len(held):
        if len(set(own.values())) == 1:
            return f"*[{next(iter(own.values()))}]"
        if len(behind) == 1:
            return f"*[{_from_end(behind.pop())}]"
        return f"({_ways('self::tr', own)})"
    if len(behind) == 1 and all(count <= max(behind) for count in held.keys() - own.keys()):
        return f"({_NEAREST}/*[{_from_end(behind.pop())}])[last()]"
    return f"({_ways(_NEAREST, own)})[last()]" if own else None


def _ways(row: str, places: Mapping[int, int]) -> str:
    return " | ".join(f"{row}[count(*) = {count}]/*[{place}]" for count, place in sorted(places.items()))


def _from_end(place: int) -> str:
    return f"last() - {place}" if place else "last()"


def _span(cell: Element, name: str, most: int) -> int:
    return min(read_whole(cell.get(name, "1").strip()) or 1, most)


def _called(cell: Element) -> str:
    """What a class of a cell, or of the only element in it, says that it is."""
    inner = list(cell) if len(cell) == 1 else []
    names = chain.from_iterable(map(stable_classes, [cell, *inner]))
    return next((word_of(name) for name in names if not says_looks(name)), "")
