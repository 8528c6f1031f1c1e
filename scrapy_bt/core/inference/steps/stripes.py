"""Every second row of a list, which pages give a class for its colour: no list of its own."""

from __future__ import annotations

from itertools import pairwise

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ..answers.extraction import page_of
from ..answers.values import Extraction


def are_stripes(answer: Answer, some: str, every: str, count: int) -> bool:
    """Whether *some* links are those of every second row, where *every* selects one or more for each of *count* rows.

    Rows are what stands beside each other around the links. Where one holds what two of these lead to, as an author and
    a reader, none is every second.
    """
    rows = _rows(_selected(answer, every))
    own = set(_selected(answer, some))
    taken = [not own.isdisjoint(row.iter()) for row in rows]
    return len(rows) == count > 3 and all(before != after for before, after in pairwise(taken))


def _selected(answer: Answer, css: str) -> list[Element]:
    return [each for each in page_of(answer).elements(Extraction("css", css.rpartition("::")[0])) if is_element(each)]


def _rows(links: list[Element]) -> list[Element]:
    """What stands in the innermost element around all of the links, with one or more of them each."""
    paths = [[*reversed([*link.iterancestors()]), link] for link in links]
    depth = next((depth for depth, level in enumerate(zip(*paths, strict=False)) if len(set(level)) > 1), 0)
    return list(dict.fromkeys(path[depth] for path in paths)) if depth else []
