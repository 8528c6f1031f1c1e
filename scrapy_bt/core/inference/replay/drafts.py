"""Plans in the making: which steps are on the path, which parameters are dropped, which value each other one gets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ...samples.parameters import Key
from ..answers.values import Value

StepKey = tuple[int, Key]
"""A parameter of a step."""


@dataclass(frozen=True)
class Draft:
    """A path that may be tried."""

    steps: tuple[int, ...]
    """In the order of sending; the last is the target."""
    dropped: frozenset[StepKey] = frozenset()
    choices: frozenset[tuple[StepKey, Value]] = frozenset()
    """Where another value is taken than the best one."""

    @cached_property
    def own(self) -> frozenset[int]:
        """Its steps, to be looked up."""
        return frozenset(self.steps)

    @cached_property
    def chosen(self) -> Mapping[StepKey, Value]:
        """The choices by their places."""
        return dict(self.choices)

    def without_parameters(self, places: Iterable[StepKey]) -> Draft:
        """The draft without some more parameters."""
        return replace(self, dropped=self.dropped | frozenset(places))

    def with_parameters(self, places: Iterable[StepKey]) -> Draft:
        """The draft with some parameters sent again."""
        return replace(self, dropped=self.dropped - frozenset(places))

    def without_steps(self, steps: Iterable[int]) -> Draft:
        """The draft without some steps; what came from them has to come from elsewhere, or is left out."""
        gone = frozenset(steps)
        return replace(self, steps=tuple(step for step in self.steps if step not in gone))

    def with_steps(self, steps: Iterable[int]) -> Draft:
        """The draft with some more steps, each in its place."""
        target = self.steps[-1]
        others = {*self.steps, *steps} - {target}
        return replace(self, steps=(*sorted(step for step in others if step < target), target))

    def choosing(self, place: StepKey, value: Value) -> Draft:
        """The draft with another value at a place."""
        return replace(self, choices=frozenset({**self.chosen, place: value}.items()))
