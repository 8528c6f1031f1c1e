"""The list that an element belongs to: of the columns of a page the one around what was decided for one of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from .columns import FoundColumn
from .pages import Candidate, Page
from .profiles import compare_profiles
from .shapes import width_of

_SMALLER, _LARGER = 0.25, 4.0
"""How wide texts may be beside the narrowest and the widest of before."""
_MANY_TIMES = 4
"""Beyond so many times the elements of before, more of them are worth nothing."""
_MENU = 6.0
"""What it costs where all have been said on the old page outside of the column, as menus are."""
_TOGETHER = 3.0
"""What it is worth that nothing else stands between its elements."""
_UNLIKE = 3.0
"""What it costs where all are much shorter or longer than before."""
_TAKEN = 3.0
"""What it costs that another field is in it."""


def column_around(
    candidate: Candidate, old: FoundColumn, columns: Sequence[FoundColumn], page: Page, taken: Sequence[Candidate]
) -> FoundColumn | None:
    """Of the *columns* with a candidate the one that is most like a list of its own.

    *taken*: what other fields are.
    """
    others = {element for one in taken if one is not candidate for element in one.chain}
    known = [width_of(text) for text in old.profile.texts]
    limits = (_SMALLER * min(known), _LARGER * max(known)) if known else (0.0, float("inf"))

    def worth(column: FoundColumn) -> float:
        found = [one for element in column.elements if (one := page.candidate_of(element)) is not None]
        widths = [width_of(one.text) for one in found]
        unlike = sum(not limits[0] <= width <= limits[1] for width in widths) / len(widths)
        span = found[-1].start + len(found[-1].text) - found[0].start
        return (
            log(min(len(found), _MANY_TIMES * len(old.elements)))
            + _TOGETHER * min(1.0, sum(len(one.text) for one in found) / max(1, span))
            - _UNLIKE * unlike
            - _MENU * compare_profiles(old.profile, column.profile)[1]
            - _TAKEN * (not others.isdisjoint(column.elements))
        )

    chain = frozenset(candidate.chain)
    fitting = [one for one in columns if not chain.isdisjoint(one.elements)]
    return max(fitting, key=worth, default=None)
