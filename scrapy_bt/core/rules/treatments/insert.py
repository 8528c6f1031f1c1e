"""A text is inserted at a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....sentences import say
from ...regex.budgets import Spend
from ...regex.deadlines import Deadline
from .treatment import ValueTreatment


@dataclass(frozen=True)
class Insert(ValueTreatment):
    """*text* comes before the character *position* from the front; -1 is behind the last, -2 before it, and so on.

    A position beyond either end of a value is that end.
    """

    text: str
    position: int = 0

    def apply(self, values: list[str], deadline: Deadline | None = None, spend: Spend | None = None) -> list[str]:  # noqa: ARG002, it searches for nothing
        if spend:
            spend(sum(map(len, values)) + len(values) * len(self.text))
        return [self._inserted(value) for value in values]

    def growth(self) -> float:
        return 1.0 + len(self.text)

    def describe(self, values: Sequence[str]) -> str:
        """It says also how many of the values are too short for its position."""
        at = self.position
        told = say("{} is inserted at {}", repr(self.text), at)
        short = sum(1 for value in values if not -len(value) - 1 <= at <= len(value))
        end = "end" if at > 0 else "front"
        return (
            say("{}; {} of {} are shorter, and it comes at their {}", told, short, len(values), end) if short else told
        )

    def _inserted(self, value: str) -> str:
        at = self.position
        if at < 0:
            at = max(0, len(value) + 1 + at)
        return f"{value[:at]}{self.text}{value[at:]}"
