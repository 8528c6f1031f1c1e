"""Answers to several calls that one request sent together: a list with something else in each of its places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from .maps import Names

_MOST = 20
"""Calls of one request."""
_FEW, _DEPTH = 8, 4
"""Calls that one answer tells apart, and how deep their results differ."""

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


def are_several_answers(data: Any) -> bool:
    """Whether data is a list of a few objects of the same keys that hold other things each, and one a list of rows.

    Records differ by more than one value of their own; calls by no more than their number.
    """
    if not isinstance(data, list) or not 1 < len(data) <= _FEW or not all(isinstance(entry, dict) for entry in data):
        return False
    told = [_outline(entry, _DEPTH) for entry in data]
    is_alike = len({frozenset(entry) for entry in data}) == 1
    own = [{name: value for name, value in entry.items() if not isinstance(value, (dict, list))} for entry in data]
    differing = {name for one, other in combinations(own, 2) for name in one if one[name] != other.get(name, one[name])}
    return (
        is_alike
        and len(differing) <= 1
        and all(one != other for one, other in combinations(told, 2))
        and any(map(_has_rows, data))
    )


def _outline(value: Any, depth: int) -> object:
    """The names within a value, as deep as that."""
    if not depth or not isinstance(value, dict):
        return type(value) if isinstance(value, (dict, list)) else None
    return frozenset((name, _outline(inner, depth - 1)) for name, inner in value.items())


def _has_rows(value: Any, depth: int = _DEPTH) -> bool:
    if isinstance(value, list):
        return len(value) > 1 and all(isinstance(entry, (dict, list)) for entry in value)
    return depth > 0 and isinstance(value, dict) and any(_has_rows(inner, depth - 1) for inner in value.values())
