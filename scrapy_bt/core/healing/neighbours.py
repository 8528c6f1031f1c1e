"""Fields of one page, or of one row, that would give the same from now on though they gave different things before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from .proposals import Choice, Proposal

_TODAY = "failing"


def without_taken(proposals: Iterable[Proposal]) -> list[Proposal]:
    """The proposals, without choices whose values of today belong to a likelier field that had others before."""
    every = list(proposals)
    sure = [(one, one.choices[0]) for one in every if one.choices]
    kept = []
    for one in every:
        rivals = [best for other, best in sure if other is not one and other.within_now == one.within_now]
        choices = tuple(
            each
            for each in one.choices
            if not any(best.probability > each.probability and _has_come_to(each, best) for best in rivals)
        )
        kept.append(one if len(choices) == len(one.choices) else replace(one, choices=choices))
    return kept


def _has_come_to(one: Choice, other: Choice) -> bool:
    """Whether two choices give the same on all pages of today, and their old selectors did not before."""
    now, now_of_other = _values(one, is_today=True), _values(other, is_today=True)
    before, before_of_other = _values(one, is_today=False), _values(other, is_today=False)
    both = before.keys() & before_of_other.keys()
    return any(now.values()) and now == now_of_other and any(before[url] != before_of_other[url] for url in both)


def _values(choice: Choice, *, is_today: bool) -> Mapping[str, str]:
    """The values on pages of today, or those on pages before, by page."""
    told = [one for one in choice.values if (one.state == _TODAY) is is_today]
    return {one.url: (one.after if is_today else one.before) for one in told}
