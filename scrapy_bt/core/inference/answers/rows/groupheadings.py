"""What stands above groups of rows is said of each of their rows: a heading before a list, a line within a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ....documents.elements import Element
from ....tree.literals import of_class
from ..elements.classes import says_looks, stable_classes, word_of
from ..fields.grouprows import said_in, texts_of
from ..values import Extraction

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "caption", "summary", "legend", "dt")
_HIGHEST = 3
"""Elements around a row, before which its heading may stand."""
_MOSTLY = 0.8
"""How many of the rows have a heading: some may stand before the first."""
_PLAIN = "group"
"""What is told of a group where no class tells it."""


def group_headings(rows: Sequence[Element]) -> Iterator[tuple[str, Extraction]]:
    """The headings that tell apart groups of the rows of one page, each for one row or several.

    What stands right before each row, and is another one for each, heads no group: the row begins with it. Nor does
    another row.
    """
    own = set(rows)
    for path in (*_lines(rows), *_above(rows)):
        found = [_found(row, path) for row in rows]
        are_single = not path.startswith("../") and len(set(found)) == len(rows)
        if not are_single and own.isdisjoint(found) and _are_of_groups(rows, found):
            name = next((told for heading in found if heading is not None and (told := _called(heading))), _PLAIN)
            yield name, Extraction("xpath", f"normalize-space({path})")


def _lines(rows: Sequence[Element]) -> Iterator[str]:
    """Paths to rows of the table that say one text alone, which no row does."""
    if rows[0].tag != "tr":
        return
    own = set(rows)
    heads = [
        line
        for part in dict.fromkeys(row.getparent() for row in rows)
        for line in part.iterchildren("tr")
        if line not in own and len(list(texts_of(line))) == 1
    ]
    if not heads:
        return
    taken = {name for row in rows for name in stable_classes(row)}
    named = set.intersection(*({*stable_classes(line)} - taken for line in heads))
    if named:
        own_class = of_class(min(named))
        yield f"preceding-sibling::tr[{own_class}][1]"
    elif all(_cells(line) == 1 for line in heads) and all(_cells(row) > 1 for row in rows):
        yield "preceding-sibling::tr[count(*) = 1][1]"


def _cells(row: Element) -> int:
    """How many elements a row has, without comments."""
    return len(list(row.iterchildren("*")))


def _above(rows: Sequence[Element]) -> Iterator[str]:
    """Paths to headings before the rows, or before what they stand in; of each kind the nearest."""
    there = {heading.tag for root in {row.getroottree().getroot() for row in rows} for heading in root.iter(*_HEADINGS)}
    for tag in filter(there.__contains__, _HEADINGS):
        for height in range(_HIGHEST + 1):
            path = f"{'../' * height}preceding-sibling::{tag}[1]"
            if any(_found(row, path) is not None for row in rows):
                yield path
                break


def _found(row: Element, path: str) -> Element | None:
    return next(iter(row.xpath(path)), None)


def _are_of_groups(rows: Sequence[Element], found: Sequence[Element | None]) -> bool:
    """Whether nearly all rows have a heading, and those of a page several, which each say something of its own.

    Rows that stand below two of them were found in two ways.
    """
    headed = [(row, heading) for row, heading in zip(rows, found, strict=True) if heading is not None]
    if len(headed) < _MOSTLY * len(rows) or len({said_in(row) for row in rows}) < _MOSTLY * len(rows):
        return False
    of_pages: dict[object, list[str]] = defaultdict(list)
    for row, heading in headed:
        of_pages[row.getroottree().getroot()].append(said_in(heading))
    several = [texts for texts in of_pages.values() if len(set(texts)) > 1]
    return bool(several) and all(all(texts) and len(set(texts)) == len(list(_runs(texts))) for texts in several)


def _runs(texts: Sequence[str]) -> Iterator[str]:
    """The texts without those that are as the one before."""
    before = None
    for text in texts:
        if text != before:
            yield text
        before = text


def _called(heading: Element) -> str:
    return next((word_of(name) for name in stable_classes(heading) if not says_looks(name)), "")
