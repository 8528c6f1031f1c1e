"""What every treatment can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ...regex.budgets import Spend
from ...regex.deadlines import Deadline


class ValueTreatment(ABC):
    """It makes a new value of each value. Treatments are frozen dataclasses."""

    @property
    def patterns(self) -> tuple[str, ...]:
        """The regular expressions that it searches with."""
        return ()

    @abstractmethod
    def apply(self, values: list[str], deadline: Deadline | None = None, spend: Spend | None = None) -> list[str]:
        """The values after it; raises `PatternTimeout`, and what *spend* raises before too much is made."""

    @abstractmethod
    def growth(self) -> float:
        """How many times as long a value can become at most, and one character; raises `PatternError`."""

    @abstractmethod
    def describe(self, values: Sequence[str]) -> str:
        """What it does to these values, in words."""
