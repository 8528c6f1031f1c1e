"""Where in the recordings a finding is seen: parameters of requests, and pieces of answers."""

from __future__ import annotations

from collections.abc import Iterator

from ...samples.parameters import WHOLE_URL, Key
from ..answers.values import Extraction, taken_in
from ..finding_words import step_of
from ..findings import (
    EventClass,
    Finding,
    ListOf,
    Loop,
    Noise,
    Origin,
    Records,
    SessionCookie,
    Shareable,
    Target,
    Unsteady,
)
from ..stepnames import number_of
from .stored import StoredPlace


def places_of(finding: Finding) -> Iterator[StoredPlace]:  # noqa: C901, PLR0912 - a few lines for each kind
    """Its places by steps; none where it is about an event, or about one request, which it names itself."""
    match finding:
        case Noise() | EventClass():
            return
        case Origin(step=step, key=key, value=value):
            yield _parameter(step, key)
            for taken in taken_in(value):
                yield _piece(taken.step, taken.extraction)
        case Loop(step=step, key=key, next=following, until=until, repeats=repeats):
            for each in (step, *repeats[:1]):
                yield _parameter(each, key or WHOLE_URL)
            for taken in taken_in(following):
                yield _piece(taken.step, taken.extraction)
            if until is not None:
                yield _piece(step, until)
        case ListOf(step=step, detail=detail, keys=keys, each=each):
            yield _piece(step, each)
            for key in keys:
                yield _parameter(detail, key)
        case Records(step=step, each=each, fields=fields):
            for _, extraction in fields:
                yield _piece(step, extraction, each)
        case SessionCookie(step=step, name=name):
            yield _piece(step, Extraction("cookie", name))
        case Unsteady(step=step, extraction=extraction):
            yield _piece(step, extraction)
        case Target(step=step):
            yield {"step": number_of(step), "answer": True}
        case Shareable(steps=steps):
            for each in steps:
                yield {"step": number_of(each)}
        case _:
            own, key = step_of(finding), getattr(finding, "key", None)
            if own is not None:
                yield {"step": number_of(own)} if key is None else _parameter(own, key)


def _parameter(step: int, key: Key) -> StoredPlace:
    return {"step": number_of(step), "key": [key.where, key.name, key.number]}


def _piece(step: int, extraction: Extraction, each: Extraction | None = None) -> StoredPlace:
    place: StoredPlace = {"step": number_of(step), "take": [extraction.how, extraction.text, extraction.of]}
    if each is not None:
        place["each"] = [each.how, each.text, each.of]
    return place
