"""What was done to selectors at changes seen before: a redesign hits all pages of a site alike, and sites of a system.

The same selector in the same rows, or, at a change that is near, one for elements of the same names, `.price::text` for
`//span[@class="price"]/text()`, that reads them in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .changes import PageChange
from .fields import FieldReading, reading_of
from .perception.observations import Observation
from .perception.samples import likeness

_SAME = 0.75
"""The probability that what a selector became elsewhere is right here, if the pages of today were built the same."""
_ALIKE = 0.6
"""The same for a selector of elements with the same names, if the change were the same."""
_NEAR = 0.3
"""The greatest distance between the measures of two changes, all together."""
_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)\"""")
_TAG = re.compile(r"(?:[\w-]+::)?([\w-]+|\*)")


@dataclass(frozen=True)
class Precedent:
    """A selector that was decided on, and the change at which it was."""

    old: str
    within: str
    new: str
    layout: tuple[str, ...]
    """The layout of the page then."""
    cosine: float
    edits: float
    """Its edit distance to the page before."""


def recommend(
    one: Observation, precedents: Sequence[Precedent], layout: Sequence[str], change: PageChange
) -> list[tuple[str, float]]:
    """Selectors for a field, with their probability; *layout*: of the page of today, *change*: from the one before."""
    found: dict[str, float] = {}
    names, reading = _names(one.selector), reading_of(one.selector)
    for each in precedents:
        if each.within != one.within:
            continue
        like = likeness(layout, each.layout)
        if each.old == one.selector:
            likely = _SAME * like
        elif names and names == _names(each.old) and _is_read_alike(reading, reading_of(each.new)):
            far = abs(change.cosine - each.cosine) + abs(change.edits - each.edits)
            likely = _ALIKE * like * max(0.0, 1 - far / _NEAR)
        else:
            continue
        found[each.new] = max(likely, found.get(each.new, 0.0))
    return list(found.items())


def _names(selector: str) -> frozenset[str]:
    """The names in the last step of a selector, or its tag; empty where the step is any element."""
    reading = reading_of(selector)
    if reading is None:
        return frozenset()
    last = reading.path.rpartition("/")[2]
    tag = _TAG.match(last)
    quoted = {text.strip() for each in _QUOTED.findall(last) for text in each}
    return frozenset((quoted - {""}) or ({tag[1]} - {"*"} if tag is not None else ()))


def _is_read_alike(one: FieldReading | None, other: FieldReading | None) -> bool:
    if one is None or other is None:
        return False
    first, second = ((each.attribute, each.own_text, each.all_text, each.around) for each in (one, other))
    return first == second
