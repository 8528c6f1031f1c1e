"""Grids whose cells stand beside each other, without an element for each row: only their order tells the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from lxml import etree

from ....documents.elements import Element
from ..elements.classes import kind_of_element
from ..elements.markup import children_of, text_within

_CELLS = frozenset({"div", "span", "p"})
_FEWEST_ROWS = 3
_MOST_COLUMNS = 12
_NUMBER = re.compile(r"\W*\d[\d\W]*(?:[^\W\d]{1,3}\W*)?")
"""What a column of numbers, dates or prices holds."""


def first_cells(css: str, rows: Sequence[Element]) -> tuple[str, list[Element]]:
    """What finds the first cell of each row, and these; of what is no such grid, *css* and *rows* themselves."""
    found, cells = _without_heads(css, rows)
    parent = cells[0].getparent()
    children = children_of(parent) if parent is not None and all(map(_is_plain, cells)) else []
    start = children.index(cells[0]) if children else 0
    is_beside = len(children) > 0 and children[start : start + len(cells)] == list(cells)
    columns = (_columns_of_heads(children[:start]) or _columns_of_kinds(cells)) if is_beside else 0
    if parent is None or not columns or len(cells) % columns or len(cells) < _FEWEST_ROWS * columns:
        return css, list(rows)
    # Children of a parent are counted in a time that grows as they do; of what nothing is above, in one by its square.
    found = found if " > " in found else f"{parent.tag} > {found}"
    return f"{found}:nth-child({columns}n+{start % columns + 1})", list(cells[::columns])


def cells_behind(rows: Sequence[Element], heads: Sequence[Element]) -> list[Element]:
    """The next cell of each row, as far as rows are cells of such a grid; empty if they are none, or this is the last.

    *heads*: the first cells, where the rows are cells behind them.
    """
    parents = {row.getparent() for row in rows}
    beside = {parent: children_of(parent) for parent in parents if parent is not None}
    place = {child: number for children in beside.values() for number, child in enumerate(children)}
    if len(rows) < _FEWEST_ROWS or not all(row in place for row in rows):
        return []
    apart = {place[after] - place[row] for row, after in pairwise(rows) if row.getparent() is after.getparent()}
    width = apart.pop() if len(apart) == 1 else 0
    own = [beside[row.getparent()][place[row] : place[row] + width] for row in rows]
    every = [cell for cells in own for cell in cells]
    is_grid = 1 < width <= _MOST_COLUMNS and all(len(cells) > 1 for cells in own) and all(map(_is_plain, every))
    if not is_grid or len(set(map(kind_of_element, every))) > 1:
        return []
    behind = [cells[1] for cells in own]
    return behind if not {*heads, *rows}.intersection(behind) else []


def _without_heads(css: str, cells: Sequence[Element]) -> tuple[str, Sequence[Element]]:
    """Without headings of another class, where these are told apart by no more than their tag."""
    kinds = [kind_of_element(each) for each in cells]
    _, name = kinds[-1]
    heads = sum(1 for _ in takewhile(lambda kind: kind != kinds[-1], kinds))
    is_told = name and heads and set(kinds[heads:]) == {kinds[-1]} and not css.endswith(")")
    return (f"{css}.{name}", cells[heads:]) if is_told else (css, cells)


def _columns_of_heads(before: Sequence[Element]) -> int:
    """How many headings of one kind stand before the cells; 0: there are none."""
    are_heads = len({kind_of_element(each) for each in before}) == 1 and all(map(text_within, before))
    return len(before) if are_heads and all(map(_is_plain, before)) and 1 < len(before) <= _MOST_COLUMNS else 0


def _is_plain(cell: Element) -> bool:
    """Whether an element is a cell: no entry of a list or table, and a text or one element alone."""
    return cell.tag in _CELLS and len(cell) <= 1


def _columns_of_kinds(cells: Sequence[Element]) -> int:
    """After how many cells the same kinds of cells follow, which differ among each other; 0: they do not."""
    told = [_build_of(cell) for cell in cells]
    return next((width for width in range(2, _MOST_COLUMNS + 1) if _takes_turns(told, width)), 0)


def _takes_turns(told: Sequence[object], width: int) -> bool:
    return len(set(told[:width])) > 1 and all(each == told[place % width] for place, each in enumerate(told))


def _build_of(cell: Element) -> tuple[object, ...]:
    """What a cell holds: elements, a number or another text."""
    inner = tuple(str(each.tag) for each in cell.iterdescendants(etree.Element))
    return inner, _NUMBER.fullmatch(text_within(cell)) is not None
