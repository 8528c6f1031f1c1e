"""Patterns such as `<[^>]*>`, whose matches end at the next of one sign: behind its last one, none can begin.

Before it, whatever an attempt reads belongs to a match, so `re` takes linear time up to there, and only there.
"""

from __future__ import annotations

from .syntax import Chars, Repeat, Sequence


def closer_of(body: Sequence) -> str | None:
    """The sign, for single characters, then as many as there are of all but the sign, then the sign; else none."""
    if len(body) < 3:
        return None
    *head, middle, last = body
    sign = last.literal if isinstance(last, Chars) else None
    if sign is None or not isinstance(middle, Repeat) or middle.most is not None or middle.least > 1:
        return None
    others = middle.single
    is_all_others = (
        others is not None
        and others.is_negated
        and others.ranges == ((ord(sign), ord(sign)),)
        and not others.categories
        and not others.is_folded
    )
    return sign if is_all_others and all(isinstance(node, Chars) for node in head) else None
