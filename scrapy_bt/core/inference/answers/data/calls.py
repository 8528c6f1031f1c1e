"""Answers to several calls that one request sent together: a list with something else in each of its places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .maps import Names

_MOST = 20
"""Calls of one request."""

_Told = dict[Names, Any]
"""The values of an object by their paths; of those in a list the last."""


def are_calls(answers: Sequence[Any]) -> bool:
    """Whether each of several JSON texts is a list of as many objects, and what one place tells no other does.

    What several places tell is the same in all texts, as the number of a call, or in all places, as the key that all
    were asked with.
    """
    lengths = {len(answer) if isinstance(answer, list) else 0 for answer in answers}
    if len(answers) < 2 or len(lengths) != 1 or not 2 <= max(lengths) <= _MOST:
        return False
    if not all(isinstance(each, dict) for answer in answers for each in answer):
        return False
    told = [[dict(_values(each, ())) for each in answer] for answer in answers]
    places = [frozenset().union(*own) for own in zip(*told, strict=True)]
    own = [paths.difference(*places[:place], *places[place + 1 :]) for place, paths in enumerate(places)]
    shared = frozenset[Names]().union(*places).difference(*own)
    return all(own) and all(_is_of_calls(path, told) for path in shared)


def _is_of_calls(path: Names, told: Sequence[Sequence[_Told]]) -> bool:
    by_answer = [[place.get(path) for place in answer] for answer in told]
    return all(values == by_answer[0] for values in by_answer) or all(
        len({repr(value) for value in values if value is not None}) == 1 for values in by_answer
    )


def _values(value: Any, names: Names) -> Iterator[tuple[Names, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _values(inner, (*names, str(name)))
    elif isinstance(value, list):
        for inner in value:
            yield from _values(inner, names)
    elif value is not None:
        yield names, value
