"""Pages of a series with the requests for the next, and what finders of loops share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ....documents.data import called_in
from ....documents.onward import NAMES_ONWARD
from ....samples.bodies import text_of
from ....samples.traffic import Answer, Exchange, Sent
from ...answers.locating.locations import ValueLocation
from ...answers.values import Coded, Decoded, Extraction, Joined, Taken, Value, Within
from ...findings import Loop
from ..series import Series

Found = tuple[Loop, str]
"""A loop, and why it is one."""

_BEHIND_CURRENT = re.compile(
    r"(?:(?:this-page|current|active|selected)[\w-]*[\])]*"
    r"|(?:^|[\s>])(?:b|strong|em|mark|span|(?:input|select)[^\s+]*)) \+ ",
    re.IGNORECASE,
)
"""In a selector: what stands behind the number of this page, which may be a field to give another one in."""
_TOKEN = 16
"""Letters from which a parameter may be a token."""
_TIME = re.compile(r"1\d{9}(?:\d{3})?")
"""Seconds or milliseconds since the epoch, as scripts add them against caches."""


@dataclass(frozen=True)
class Pair:
    """A page and the request for the next."""

    step: int
    sent: Sent
    """What asked for the page."""
    answer: Answer
    following: int
    exchange: Exchange


def may_change(text: str) -> bool:
    """Whether a parameter may be another one each time whatever is asked for: a token, or the time of sending."""
    return len(text) >= _TOKEN or _TIME.fullmatch(text) is not None


def is_callback(exchange: Exchange, text: str) -> bool:
    """Whether a text is the function that the answer, a script, calls with its data: one of the client's own making."""
    return exchange.answer is not None and bool(text) and called_in(text_of(exchange.answer) or "") == text


def pairs_of(group: Sequence[Series]) -> list[Pair]:
    """The pages of some series, each with the request for the one that follows."""
    return [
        Pair(step, exchange.sent, exchange.answer, following, later)
        for series in group
        for (step, exchange), (following, later) in series.pairs()
        if exchange.answer is not None
    ]


def standing(group: Sequence[Series], *, by_link: bool = False) -> tuple[int, tuple[int, ...], int | None]:
    """The step that stands for all, the others, and the step that gave the first page if it is none of them.

    *by_link*: each page brings the whole address of the next, so that the first may have another one, and may be
    redirected.
    """
    first_step, first = group[0].pages[0]
    following = group[0].pages[1][1]
    steps = list(dict.fromkeys(step for series in group for step in (*series.steps, *series.again)))
    is_alike = first.sent.method == following.sent.method and (by_link or not first.hops)
    if is_alike:
        return first_step, tuple(step for step in steps if step != first_step), None
    firsts = {series.steps[0] for series in group}
    firsts |= {step for series in group for step, page in series.again.items() if page == series.steps[0]}
    rest = [step for step in steps if step not in firsts]
    return rest[0], tuple(rest[1:]), first_step


def moved(value: Value, step: int) -> Value:
    """The value, taken from another step."""
    match value:
        case Taken(extraction=extraction):
            return Taken(step, extraction)
        case Within(value=inner) | Decoded(value=inner) | Coded(value=inner):
            return replace(value, value=moved(inner, step))
        case Joined(parts=parts):
            return Joined(tuple(moved(part, step) for part in parts))
        case _:
            return value


def innermost(value: Value) -> Extraction | None:
    """The extraction that a value is cut from."""
    match value:
        case Taken(extraction=extraction):
            return extraction
        case Within(value=inner) | Decoded(value=inner):
            return innermost(inner)
        case _:
            return None


def leads_on(selector: str) -> bool:
    """Whether a selector or a path says that what it takes leads on."""
    return any(pattern.search(selector) for pattern in (NAMES_ONWARD, _BEHIND_CURRENT))


def names_onward(place: ValueLocation) -> bool:
    """Whether a place says so by a name, such as a class or a word."""
    return any(NAMES_ONWARD.search(each.text) for each in _extractions_in(place.value))


def says_further(place: ValueLocation) -> bool:
    """Whether a place says that it leads on."""
    return any(leads_on(each.text) for each in _extractions_in(place.value))


def stands_behind(place: ValueLocation) -> bool:
    """Whether a place is told by what stands right before it."""
    return any(" + " in each.text for each in _extractions_in(place.value))


def _extractions_in(value: Value) -> Iterator[Extraction]:
    """What takes a value, piece by piece, from the outermost."""
    match value:
        case Taken(extraction=extraction):
            yield extraction
        case Within(value=inner, extraction=extraction):
            yield extraction
            yield from _extractions_in(inner)
        case Decoded(value=inner):
            yield from _extractions_in(inner)
        case _:
            return
