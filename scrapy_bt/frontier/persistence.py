"""What a frontier tells whoever keeps its tasks beyond the process."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum
from typing import TYPE_CHECKING

from .entries import DeadLetter, SharedValue
from .measures import Measures
from .tasks import KeptTask

if TYPE_CHECKING:
    from .store import TaskStore


class TaskState(IntEnum):
    """Where a stored task waits; a leased one is ready for whoever comes after."""

    READY = 0
    DELAYED = 1
    """Until a time."""
    PARKED = 2
    """On a join."""
    STRANDED = 3
    """On lost parts of a join: until they are queued again it does not count as unfinished."""


class NoJournal:
    """The journal of a frontier that lives as long as its process: nothing is written.

    What is told between `begin` and `commit` counts as a whole or not at all; `with` rolls back at an error.
    """

    def begin(self) -> None: ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def __enter__(self) -> None:
        self.begin()

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            self.commit()
        else:
            self.rollback()

    @property
    def epoch(self) -> int:
        """How often the files were opened, so that tokens of earlier leases are never given again."""
        return 0

    def restore(
        self, store: TaskStore, *, weights: Measures, rounds: Measures, texts: dict[str, str], now: float
    ) -> None:
        """Fill an empty frontier with what was kept."""

    def reserve(self, last_id: int) -> None: ...

    def store(self, task: KeptTask, place: TaskState, at: float = 0) -> None: ...

    def remove(self, task: int) -> None: ...

    def hold(self, task: int, resources: Collection[str]) -> None: ...

    def mark(self, task: int, *, paused: bool, stopped: bool, boost: float | None) -> None: ...

    def unmark(self, task: int) -> None: ...

    def set_join(self, join: int, owner: int, *, failed: bool, won: bool = False) -> None: ...

    def forget_join(self, join: int) -> None: ...

    def add_result(self, join: int, result: bytes) -> None: ...

    def remove_results(self, join: int) -> None: ...

    def set_value(self, key: str, value: SharedValue) -> None: ...

    def remove_value(self, key: str, version: int) -> None: ...

    def set_maker(self, key: str, task: int) -> None: ...

    def remove_maker(self, key: str) -> None: ...

    def set_cookies(self, session: int, cookies: bytes | None) -> None: ...

    def bury(self, letter: DeadLetter) -> None: ...

    def remove_dead_letter(self, task: int) -> None: ...

    def set_weight(self, node: str, count: int, total: float) -> None: ...

    def set_rounds(self, loop: str, count: int, total: float) -> None: ...

    def set_text(self, key: str, text: str) -> None: ...

    def set_controls(self, controls: str) -> None: ...

    def see(self, key: bytes) -> None: ...

    def set_source(self, name: str, come: int) -> None: ...

    def close(self) -> None: ...
