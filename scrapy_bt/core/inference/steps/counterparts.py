"""Requests for what was chosen, where one recording chose what an application opens first: `/letters` for `/photos`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from ...samples.parameters import Key
from ...samples.requestparts import NAMED
from ...samples.traffic import Exchange
from ..answers.requests.shapes import values_of

_SEVERAL = 2
"""Further requests that tell that one address is asked for in place of another one."""

Column = tuple[Exchange | None, ...]
_Own = list[Exchange | None]


def with_counterparts(columns: Sequence[Column]) -> list[Column]:
    """The same steps, but where most of an address stand for those of another one in a recording, all of them do.

    What an application opens first is the same in each recording. Who chose just that goes on from there; who chose
    something else asks for the first page of that before the others, which has no partner then.
    """
    made = _counted_from_first(columns)
    # The recording that chose what was open already may be the first one, or a later one.
    return [column[::-1] for column in _counted_from_first([column[::-1] for column in made])]


def _counted_from_first(columns: Sequence[Column]) -> list[Column]:
    """The same where the recording that chose what was open already comes before the other one."""
    made = [list(column) for column in columns]
    for number in range(1, len(made[0]) if made else 0):
        for place, other in _instead(columns, number).items():
            of_it = [own for own in made if (first := _first(own, number)) is not None and _place(first) == place]
            if any(_place(own[number]) == place for own in of_it):
                alone = [own for own in made if _first(own, number) is None and not any(own[number + 1 :])]
                _put(of_it, alone, number, other)
    return [tuple(column) for column in made]


def _put(of_it: Sequence[_Own], alone: Sequence[_Own], number: int, place: str) -> None:
    """Give each step what asks that place for the same; what stood there goes where that was."""
    for own in of_it:
        asked = _asked(_first(own, number))
        for other in (*of_it, *alone):
            found = other[number]
            if _place(found) == place and _asked(found) == asked:
                own[number], other[number] = found, own[number]
                break


def _instead(columns: Sequence[Column], number: int) -> Mapping[str, str]:
    """By address, which other one a recording asks for in its place, several times."""
    counts: dict[str, Counter[str]] = {}
    for column in columns:
        first, own = _first(column, number), column[number]
        if first is not None and own is not None:
            counts.setdefault(_place(first), Counter())[_place(own)] += 1
    most = {place: own.most_common(1)[0] for place, own in counts.items()}
    return {place: other for place, (other, count) in most.items() if other != place and count >= _SEVERAL}


def _first(column: Sequence[Exchange | None], number: int) -> Exchange | None:
    """What the first recording has of a step, of those before one."""
    return next((each for each in column[:number] if each is not None), None)


def _place(exchange: Exchange | None) -> str:
    if exchange is None:
        return ""
    parts = urlsplit(exchange.sent.url)
    return f"{exchange.sent.method} {parts.netloc}{parts.path}"


def _asked(exchange: Exchange | None) -> Mapping[Key, str]:
    sent = values_of(exchange.sent) if exchange is not None else {}
    return {key: value for key, value in sent.items() if key.where in NAMED}
