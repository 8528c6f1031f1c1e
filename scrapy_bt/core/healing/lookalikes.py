"""Texts that look as the values of a field do; if there is only one, before and now, it is likely the value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from .perception.views import form_of

_SHORTER, _LONGER = 0.6, 1.6
"""How far beyond the lengths that are known a value may be."""
_LEAST = 3
"""The fewest pages or rows, before and today, that say something."""
_WEIGHT = 40.0
"""The factor of the odds for what is alone: it is wrong only if the field has gone and something similar has come."""
_AGAINST = 0.1
"""The factor of the odds for what looks on no page as the values did."""


@dataclass(frozen=True)
class Lookalikes:
    """Texts that look as values do: of a usual form, and about as long."""

    forms: Collection[str]
    shortest: float
    longest: float

    @classmethod
    def of(cls, values: Sequence[str], forms: Collection[str]) -> Lookalikes:
        """The texts that look as the known values do, one value at least."""
        lengths = [len(value) for value in values]
        return cls(forms, _SHORTER * min(lengths), _LONGER * max(lengths))

    def among(self, texts: Iterable[str]) -> set[str]:
        """Those of *texts* that look so."""
        return {text for text in texts if self.shortest <= len(text) <= self.longest and form_of(text) in self.forms}

    def stands_alone(self, scopes: Sequence[tuple[str, Collection[str]]]) -> bool:
        """Whether each value is the only such text of its page or row; False if all values are the same."""
        values = {value for value, _ in scopes}
        if len(scopes) < _LEAST or len(values) < 2:
            return False
        return all(self.among(texts) == {value} for value, texts in scopes)

    def only(self, texts: Collection[str]) -> str:
        """The only one of *texts* that looks so; empty if there is none, or several."""
        alike = self.among(texts)
        return alike.pop() if len(alike) == 1 else ""


def more_likely(probability: float) -> float:
    """The probability, made higher, of what was alone before and is alone now."""
    return _weighed(probability, _WEIGHT)


def less_likely(probability: float) -> float:
    """The probability, made lower, of what gives nothing usual on any page: it has gone, or is written otherwise."""
    return _weighed(probability, _AGAINST)


def _weighed(probability: float, weight: float) -> float:
    odds = weight * probability / max(1e-9, 1 - probability)
    return odds / (1 + odds)
