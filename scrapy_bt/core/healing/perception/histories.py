"""The values of a field as a whole, in this crawl and in earlier ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .amounts import Amounts, amount_of, drift_of, read_amounts
from .flows import Drift
from .mixes import Mix, mix_drifts, read_mixes


@dataclass(slots=True)
class ValueHistory:
    """How large numbers are, and how often each of a few values comes."""

    amounts: Amounts = field(default_factory=Amounts)
    mix: Mix = field(default_factory=Mix)
    amounts_before: list[Amounts] = field(default_factory=list)
    mixes_before: list[Mix] = field(default_factory=list)

    def add(self, value: str) -> None:
        """Count a value of this crawl."""
        amount = amount_of(value)
        if amount is None:
            self.mix.add(value)
        else:
            self.amounts.add(amount)

    def drifts(self, name: str) -> list[Drift]:
        """In what this crawl, which is over, differs from what earlier ones let expect."""
        drift = drift_of(name, self.amounts_before, self.amounts)
        return [*([] if drift is None else [drift]), *mix_drifts(name, self.mixes_before, self.mix)]

    def copy(self) -> ValueHistory:
        """A copy for another thread."""
        return ValueHistory(self.amounts.copy(), self.mix.copy(), list(self.amounts_before), list(self.mixes_before))

    def plain(self) -> dict[str, Any]:
        """As JSON keeps it."""
        amounts = [one.plain() for one in (*self.amounts_before, self.amounts) if one.count]
        mixes = [one.plain() for one in (*self.mixes_before, self.mix) if one.counts]
        return {"amounts": amounts, "mixes": mixes}

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> ValueHistory:
        """From what `plain` gave, all of which is of earlier crawls then."""
        return cls(
            amounts_before=read_amounts(plain.get("amounts", ())), mixes_before=read_mixes(plain.get("mixes", ()))
        )
