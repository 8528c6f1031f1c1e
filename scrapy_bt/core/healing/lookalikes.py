"""Texts that look as the values of a field do; where there is one alone, before and now, it is likely the value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from .perception.views import form_of

_SHORTER, _LONGER = 0.6, 1.6
"""How far beyond the lengths that are known a value may be."""
_LEAST = 3
"""Pages or rows, of before and of today, that say something."""
_WEIGHT = 40.0
"""Of the odds for what is alone; against it speaks only that the field has gone, and that something alike has come."""
_AGAINST = 0.1
"""Of the odds for what looks on no page as values did."""


@dataclass(frozen=True)
class Lookalikes:
    """What looks as values do: of a form that is usual, and about as long."""

    forms: Collection[str]
    shortest: float
    longest: float

    @classmethod
    def of(cls, values: Sequence[str], forms: Collection[str]) -> Lookalikes:
        """What looks as the values do that are known, one at least."""
        lengths = [len(value) for value in values]
        return cls(forms, _SHORTER * min(lengths), _LONGER * max(lengths))

    def among(self, texts: Iterable[str]) -> set[str]:
        """Those of *texts* that look so."""
        return {text for text in texts if self.shortest <= len(text) <= self.longest and form_of(text) in self.forms}

    def stands_alone(self, scopes: Sequence[tuple[str, Collection[str]]]) -> bool:
        """Whether each value is the only text of its page, or row, that looks so; all the same are no values."""
        values = {value for value, _ in scopes}
        if len(scopes) < _LEAST or len(values) < 2:
            return False
        return all(self.among(texts) == {value} for value, texts in scopes)

    def only(self, texts: Collection[str]) -> str:
        """The one of *texts* that looks so; empty where there is none, or several."""
        alike = self.among(texts)
        return alike.pop() if len(alike) == 1 else ""


def more_likely(probability: float) -> float:
    """The probability of what stood alone before, and stands alone now."""
    return _weighed(probability, _WEIGHT)


def less_likely(probability: float) -> float:
    """The probability of what gives nothing usual on any page: the field has gone, or its text is written otherwise."""
    return _weighed(probability, _AGAINST)


def _weighed(probability: float, weight: float) -> float:
    odds = weight * probability / max(1e-9, 1 - probability)
    return odds / (1 + odds)
