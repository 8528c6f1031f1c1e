"""What the person typed, as it may come to a parameter: whole, cut, coded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..answers.requests.acts import TypedField
from ..answers.values import Argument, Extraction, Value, Within
from .chains import Wanted, chains_for
from .spellings import SentSpelling, written

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class TypedInput:
    """How a value is made of what was typed into a field; *cost*: 0 for what is sent as it was typed."""

    field: TypedField
    value: Value
    cost: float = 0.0
    how: str = ""
    """For people: `base64-coded`."""


def ways_from(field: TypedField, wanted: Wanted) -> Iterator[TypedInput]:
    """The ways in which what was typed becomes the value in every recording."""
    argument = Argument(field.argument, field.is_secret)
    typed = {recording: field.values[recording] or "" for recording in wanted}
    for chain in chains_for(next(iter(wanted.values()))):
        if all(chain.apply(value) == typed[recording] for recording, value in wanted.items()):
            yield TypedInput(field, chain.wrap(argument), chain.cost, str(chain))
    if way := written([(value, typed[recording]) for recording, value in wanted.items()]):
        spelled = SentSpelling(way)
        yield TypedInput(field, spelled.value(argument), 1.0, str(spelled))
    words = {recording: _WORD.findall(text) for recording, text in typed.items()}
    for place in range(min(map(len, words.values()))):
        if all(len(own) > 1 and own[place] == wanted[recording] for recording, own in words.items()):
            pattern = rf"^[\W_]*(?:[^\W_]+[\W_]+){{{place}}}([^\W_]+)" if place else r"^[\W_]*([^\W_]+)"
            yield TypedInput(field, Within(argument, Extraction("re", pattern)), 2.0, f"word {place + 1} of it")
