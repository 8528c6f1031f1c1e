"""One choice that has to be given twice, each time in its way: with one of them alone, other input is half of it."""

from __future__ import annotations

from itertools import combinations

from ..answers.requests.acts import typed_fields
from ..answers.values import arguments_in
from ..origins.spellings import say_the_same
from .subject import Subject

_IN_ADDRESSES = frozenset({"path", "query"})


def given_twice(subject: Subject) -> tuple[str, str] | None:
    """What the first recording gave for two arguments of addresses that say the same in all; none: there are none.

    What was typed into fields is two things, for those who typed it.
    """
    planner = subject.planner
    names = dict.fromkeys(
        argument.name
        for planned in planner.plan(subject.draft, for_replay=False).steps
        for key, value in planned.bound.items()
        for argument in arguments_in(value)
        if key.where in _IN_ADDRESSES and not argument.is_secret
    )
    numbers = range(len(subject.recordings))
    told = [tuple(planner.argument_value(name, number) for number in numbers) for name in names]
    typed = {field.values for field in typed_fields(subject.recordings)}
    given = [[text for text in values if text] for values in told if values not in typed and all(values)]
    pairs = (pair for pair in combinations(given, 2) if say_the_same(*pair))
    return next(((one[0][:60], other[0][:60]) for one, other in pairs), None)
