"""A workflow as it can be replayed: steps with what each parameter is bound to (recording.md, "Replay")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...samples.parameters import Key, parameters_of
from ...samples.traffic import Sent
from ..answers.values import Constant, Value


@dataclass(frozen=True)
class PlannedStep:
    """A request, and what becomes of its parameters: bound to values, left out, or sent as recorded."""

    step: int
    sent: Sent
    """As recorded first."""
    bound: Mapping[Key, Value] = field(default_factory=dict)
    left_out: frozenset[Key] = frozenset()
    follows_redirects: bool = True

    def recorded(self, key: Key | None) -> str | None:
        """What a parameter is bound to for good, or was recorded with; None where it was not there."""
        if key is None:
            return None
        if isinstance(bound := self.bound.get(key), Constant):
            return bound.text
        return next((parameter.value for parameter in parameters_of(self.sent) if parameter.key == key), None)


@dataclass(frozen=True)
class Plan:
    """Steps in the order in which they are sent; the last is the target. Cookies are a jar's matter."""

    steps: tuple[PlannedStep, ...]
    target: int
    arguments: Mapping[str, str] = field(default_factory=dict)
    """The value of each argument, as the person gave it in the recording that is replayed."""
