"""Pages that are as full as a request asks for: with other input there may be more than it lets come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....sentences import say
from ..answers.values import Constant
from ..replay.drafts import Draft
from ..replay.planning import Planner

_FEWEST = 4
"""Records from which on a number that is the same is no chance."""


def filled(planner: Planner, draft: Draft, counts: Sequence[int]) -> Iterator[str]:
    """The numbers that are sent as recorded, and are how many records the fullest page has; *counts*: of each page."""
    most, target = max(counts, default=0), draft.steps[-1]
    for place in planner.places(target) if most >= _FEWEST else ():
        value = None if place in draft.dropped else planner.value(place, draft)
        if isinstance(value, Constant) and value.text == str(most):
            yield say(
                "{} of {} is {}, and so many records came at most: with other input there may be more",
                place[1],
                planner.name(target),
                most,
            )
