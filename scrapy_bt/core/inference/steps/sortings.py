"""The same asked for in another order: that is no further page, and the last order is the one that is wanted."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from urllib.parse import urlsplit

from ...samples.requestparts import NAMED
from ...samples.traffic import Exchange, Sent
from ..answers.requests.shapes import values_of

_ORDER = frozenset(
    {
        *("sort", "sorting", "sorted", "sortby", "sortkey", "sortfield", "sortcolumn", "sortorder", "sidx"),
        *("order", "ordering", "orderby", "o"),
    }
)
"""Names of parameters that say by what rows are sorted."""
_SHORT, _OFFSET = "o", re.compile(r"[1-9]\d+")
"""A name that stands for an order or for an offset; no table has so many columns."""
_WAY = frozenset({"dir", "direction", "sortdir", "orderdir", "sord", "asc", "desc", "reverse"})
"""Those that say which way round, if their values do: a `dir` may be a folder."""
_WAYS = frozenset(
    {"", "asc", "desc", "ascending", "descending", "up", "down", "a", "d", "0", "1", "-1", "true", "false"}
)
_OPPOSITE = (frozenset({"asc", "desc"}), frozenset({"ascending", "descending"}))
"""Values that say so by themselves, whatever they are called."""
_BY = re.compile(r"[^/?&\s]{0,60}")
"""What names columns; addresses and sentences do not."""
_WORD = re.compile(r"[a-z]+")


def is_other_order(before: Sent, after: Sent) -> bool:
    """Whether two requests ask for the same in another order: what differs in what they send says how it is sorted."""
    if urlsplit(before.url).path != urlsplit(after.url).path:
        return False
    one, other = (
        {key: text for key, text in values_of(sent).items() if key.where in NAMED} for sent in (before, after)
    )
    changed = {key for key in one.keys() | other.keys() if one.get(key, "") != other.get(key, "")}
    return bool(changed) and all(says_order(key.name, one.get(key, ""), other.get(key, "")) for key in changed)


def says_order(name: str, *values: str) -> bool:
    """Whether a parameter of that name says by what rows are sorted, or which way round."""
    words = _WORD.findall(name.lower())
    if {value.lower() for value in values} in _OPPOSITE:
        return True
    if not _WAY.isdisjoint(words):
        return all(value.lower() in _WAYS for value in values)
    if name.lower() == _SHORT and any(map(_OFFSET.fullmatch, values)):
        return False
    return not _ORDER.isdisjoint(words) and all(map(_BY.fullmatch, values))


def by_last_order(columns: Sequence[tuple[Exchange | None, ...]]) -> list[tuple[Exchange | None, ...]]:
    """The same columns, but what was sorted anew gives way to its last order, where that stands alone.

    Who clicks on a heading twice wants the second order; another recording may need one click for its own.
    """
    made = [list(column) for column in columns]
    recordings = range(len(columns[0]) if columns else 0)
    lasts = [_last_orders([own for column in columns if (own := column[number]) is not None]) for number in recordings]
    alone = {
        (number, own.index): column
        for column in made
        for number, own in enumerate(column)
        if own is not None and sum(each is not None for each in column) == 1
    }
    for column in made:
        present = [(number, own) for number, own in enumerate(column) if own is not None]
        sorted_anew = [(number, own) for number, own in present if own.index in lasts[number]]
        if len(sorted_anew) == 1 < len(present):
            number, own = sorted_anew[0]
            last = lasts[number][own.index]
            if (other := alone.get((number, last.index))) is not None:
                column[number], other[number] = last, own
    # They stand in the order of the first recording.
    return sorted(map(tuple, made), key=lambda column: math.inf if column[0] is None else column[0].index)


def _last_orders(exchanges: Sequence[Exchange]) -> dict[int, Exchange]:
    """By the index of a request that the next one at its address asks anew in another order, the last of these."""
    by_address: dict[tuple[str, str], list[Exchange]] = defaultdict(list)
    for exchange in sorted(exchanges, key=lambda each: each.index):
        by_address[exchange.sent.method, exchange.sent.url.partition("?")[0]].append(exchange)
    found: dict[int, Exchange] = {}
    for alike in by_address.values():
        for before, after in reversed(list(pairwise(alike))):
            if is_other_order(before.sent, after.sent):
                found[before.index] = found.get(after.index, after)
    return found
