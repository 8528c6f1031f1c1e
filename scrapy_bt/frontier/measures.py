"""Sums of what was measured, per node or loop (runtime.md, "Weight of a node")."""

from __future__ import annotations


class Measures:
    """Per name how many values there were and their sum."""

    def __init__(self) -> None:
        self._totals: dict[str, tuple[int, float]] = {}

    def add(self, name: str, value: float) -> tuple[int, float]:
        """Add a value; returns count and sum so far."""
        count, total = self._totals.get(name, (0, 0.0))
        self._totals[name] = count + 1, total + value
        return self._totals[name]

    def restore(self, name: str, count: int, total: float) -> None:
        self._totals[name] = count, total

    def totals(self) -> dict[str, tuple[int, float]]:
        return dict(self._totals)
