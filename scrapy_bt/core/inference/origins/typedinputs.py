"""What the person typed, as it may come to a parameter: whole, cut, coded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...samples.parameters import Key
from ...samples.requestparts import PIECES
from ...samples.traffic import Sent
from ..answers.requests.acts import TypedField
from ..answers.values import Argument, Extraction, Value, Within
from ..blackboard.workflow import Workflow
from .chains import Wanted, chains_for
from .evidence import agree, bits_of_all
from .spellings import SentSpelling, written
from .typedplaces import TypedPlaces, holding, places_of

_WORD = re.compile(r"[^\W_]+")
_SEARCHED = re.compile(r"[^\W\d_][\w .'-]{2,}")
_SLACK = 2.0
"""Seconds by which the clocks of browser and recorder may differ."""
_LEAST, _LEAST_VARYING = 12.0, 8.0
"""Bits of values that are not sent by chance: of one that is the same everywhere, and of several."""


@dataclass(frozen=True)
class TypedInput:
    """How a value is made of what was typed into a field; *cost*: 0 for what is sent as it was typed."""

    field: TypedField
    value: Value
    cost: float = 0.0
    how: str = ""
    """For people: `base64-coded`."""


def is_searched_word(text: str) -> bool:
    """Whether a text is of the kind that is typed to look for something, and hardly sent by chance."""
    return _SEARCHED.fullmatch(text) is not None


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


class TypedInputs:
    """Tells which fields a value was typed into before it was sent."""

    def __init__(self, workflow: Workflow, fields: Sequence[TypedField]) -> None:
        self._workflow, self._fields = workflow, fields

    def given(self, step: int, key: Key, wanted: Wanted) -> list[TypedInput]:
        """The fields that the value was typed into: as it is, coded, or a part of it; the best first."""
        found: list[tuple[float, bool, float, TypedInput]] = []
        for field in self._fields:
            if any(field.values[recording] is None for recording in wanted):
                continue
            is_named = any(agree(name, key.name) for name in field.names)
            is_telling = is_named or _tells(wanted)
            # Headers say who asks, and are no other name of what was typed.
            may_be = is_telling or (key.where in PIECES and self._is_new(field, step, wanted))
            if not may_be or not self._is_typed_before(field, step, wanted) or self._is_constant(step, key, wanted):
                continue
            at = next(time for time in (field.times[recording] for recording in wanted) if time is not None)
            for way in ways_from(field, wanted):
                if is_telling or not way.cost:
                    found.append((way.cost, not is_named, -at, way))
                break
        return [way for *_, way in sorted(found, key=lambda each: each[:3])]

    def _is_new(self, field: TypedField, step: int, wanted: Wanted) -> bool:
        """Whether each value is a word that nothing had sent before it was typed, and that is typed for one place."""
        return all(
            is_searched_word(value)
            and (places := self._places(step, recording, value)) is not None
            and len(places.typed) == 1
            and not any(holding(value, sent) - places.constant for sent in self._sent_before(field, recording))
            for recording, value in wanted.items()
        )

    def _is_constant(self, step: int, key: Key, wanted: Wanted) -> bool:
        """Whether the value is sent in any case there, and was typed for other parameters."""
        places = (self._places(step, recording, value) for recording, value in wanted.items())
        return all(own is not None and own.typed and key in own.constant for own in places)

    def _places(self, step: int, recording: int, value: str) -> TypedPlaces | None:
        exchange = self._workflow.exchanges[step][recording]
        return None if exchange is None else places_of(value, recording, exchange, self._workflow)

    def _sent_before(self, field: TypedField, recording: int) -> Iterator[Sent]:
        """What was sent before a field was filled, but for just before it; all if nobody knows when that was."""
        at = field.times[recording]
        exchanges = (exchange for _, exchange in self._workflow.in_order(recording))
        return (own.sent for own in exchanges if at is None or not own.started or own.started < at - _SLACK)

    def _is_typed_before(self, field: TypedField, step: int, wanted: Wanted) -> bool:
        for recording in wanted:
            at, exchange = field.times[recording], self._workflow.exchanges[step][recording]
            if at is None or exchange is None or (exchange.started and at > exchange.started + _SLACK):
                return False
        return True


def _tells(wanted: Wanted) -> bool:
    bits = bits_of_all(wanted.values())
    return bits >= _LEAST or (len(set(wanted.values())) > 1 and bits >= _LEAST_VARYING)
