"""Attributes that are called otherwise today: `data-score` that is `data-value`."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from .pages import Candidate
from .perception.views import form_of

_NEVER = frozenset({"class", "style"})
_ONE_OF_SEVERAL = 0.5
"""The share of the probability of the one that is called most alike."""


def attribute_now(attribute: str, old: Candidate, now: Sequence[Candidate]) -> tuple[str, float]:
    """The attribute that holds today what this one held, and how sure that is; itself if it is there, or none fits."""
    was = next((value for one in old.chain if (value := one.get(attribute)) is not None), None)
    if was is None or not now or any(one.get(attribute) is not None for each in now for one in each.chain):
        return attribute, 1.0
    form = form_of(was)
    there = [
        {name for one in each.chain for name, value in one.items() if name not in _NEVER and form_of(value) == form}
        for each in now
    ]
    names = set.intersection(*there)
    if not names:
        return attribute, 1.0
    best = max(sorted(names), key=lambda name: SequenceMatcher(None, name, attribute).ratio())
    return best, 1.0 if len(names) == 1 else _ONE_OF_SEVERAL
