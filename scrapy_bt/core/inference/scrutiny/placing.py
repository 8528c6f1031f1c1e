"""Where rows stand: in two places of a page, or on two pages, so that some may be none, or come twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ...documents.elements import is_element
from ..answers.elements.classes import stable_classes

_FEWEST = 2
"""Rows of a place, and pages, from which on it is told."""
_DIGITS = re.compile(r"\d+")


def in_two_places(pages: Sequence[Sequence[Any]]) -> tuple[str, str] | None:
    """Two parts of a page, by name, that hold the rows, one of them equally many on each page; None if no two do.

    So it is with what is recommended beside a list. *pages*: the rows of each.
    """
    counts = [_places(rows) for rows in pages]
    everywhere = set.intersection(*map(set, counts)) if len(counts) >= _FEWEST else set()
    if len(everywhere) != _FEWEST or any(set(own) != everywhere for own in counts):
        return None
    for place in sorted(everywhere):
        other = next(iter(everywhere - {place}))
        own, others = ([count[each] for count in counts] for each in (place, other))
        if len(set(own)) == 1 and len(set(others)) > 1 and own[0] >= _FEWEST:
            return other, place
    return None


def _places(rows: Sequence[Any]) -> Counter[str]:
    """By part of the page, how many rows stand in it; nothing: they stand beside each other."""
    elements = [row for row in rows if is_element(row)]
    if len(elements) < _FEWEST:
        return Counter()
    paths = [[element, *element.iterancestors()][::-1] for element in elements]
    depth = next((place for place, those in enumerate(zip(*paths, strict=False)) if len(set(those)) > 1), 0)
    if any(len(path) <= depth or path[depth] is path[-1] for path in paths):
        return Counter()
    return Counter(_called(path[depth]) for path in paths)


def _called(part: Any) -> str:
    """What a part of a page is called, the same for parts that are numbered."""
    identity = part.get("id")
    names = "".join(f".{name}" for name in stable_classes(part))
    return f"{part.tag}{'#' + _DIGITS.sub('0', identity) if identity else ''}{names}"


def overlap_of_pages(pages: Sequence[Sequence[frozenset[str]]]) -> str:
    """A text of a row with which one page ends and the next begins, as all pages do; empty if they do not overlap."""
    pairs = list(pairwise(pages))
    shared = ["" if one == other else _shared(one, other) for one, other in pairs]
    return shared[0] if len(shared) >= _FEWEST and all(shared) else ""


def heads_each(series: Sequence[Sequence[Sequence[frozenset[str]]]]) -> str:
    """A text of a row that is the first, or the last, of each page of each series that goes on; empty if none is.

    So it is with the post that began a thread, which is above each of its pages. *series*: by recording and page, the
    rows.
    """
    several = [pages for pages in series if len(pages) >= _FEWEST and all(map(len, pages))]
    for place in (0, -1):
        same = [pages[0][place] for pages in several if len({page[place] for page in pages}) == 1]
        others = [page for pages in several for page in pages if len(set(page)) > 1]
        if same and len(same) == len(several) and others and sum(map(len, several)) > _FEWEST:
            return max(same[0], key=len, default="")
    return ""


def _shared(one: Sequence[frozenset[str]], other: Sequence[frozenset[str]]) -> str:
    most = min(len(one), len(other))
    found = next((count for count in range(1, most) if list(one[-count:]) == list(other[:count])), 0)
    return max(other[0], key=len, default="") if found else ""
