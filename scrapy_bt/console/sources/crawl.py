"""A crawl as the console sees it, wherever it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ...core.tree.program import Program
from ...frontier.entries import DeadLetter
from ...frontier.listings import ControlTarget, TaskLine, TaskPage

Kind = Literal["redis", "memory", "finished"]


@dataclass(frozen=True)
class FoundTask:
    """A task and what it is about; a dead letter has a reason."""

    line: TaskLine
    letter: DeadLetter | None = None


class Crawl(Protocol):
    """Every method may take a moment, and raises `BTError` when the crawl cannot be asked."""

    id: str
    """What its pages are called."""
    name: str
    """The spider's."""
    kind: Kind
    place: str
    """Where it is, for people."""

    def status(self) -> dict[str, Any]:
        """As `scrapy bt status --json` tells of a queue; the cost grows with the nodes."""

    def peek(self, target: ControlTarget, state: str, after: str, count: int) -> TaskPage:
        """As `Frontier.peek`; raises `ValueError`, too."""

    def find(self, task: int) -> FoundTask | None: ...

    def dead_letters(self, first: int, count: int) -> tuple[int, Sequence[DeadLetter]]:
        """How many dead letters there are, and some of them in the order of their deaths."""

    def program(self) -> Program | None:
        """Its tree; None without one, or if this version cannot read it."""

    def check(self, target: ControlTarget) -> None:
        """Raise `BTError` for a target that cannot exist."""

    def order(self, action: str, target: ControlTarget, seconds: float) -> int:
        """Pause, resume, stop, boost, or purge a queue in Redis; returns how many tasks were touched."""

    def treat(self, action: str, ids: Sequence[int] | None) -> int:
        """Requeue or drop dead letters (none: all); returns how many."""

    def dispatch(self) -> list[dict[str, Any]]:
        """How its workers do, as `scrapy bt dispatch --json` tells it; empty if no tasks are kept for workers."""

    def close(self) -> None:
        """Let go of connections."""
