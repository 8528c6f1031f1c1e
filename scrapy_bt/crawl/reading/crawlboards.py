"""What a Python function of a tree may note while it runs: on the blackboard of the crawl that calls it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol


class Board(Protocol):
    """Notes by name, which a crawl keeps in its statistics; Scrapy's `StatsCollector` is one."""

    def get_value(self, key: str, default: Any = None) -> Any:
        """What was noted."""

    def set_value(self, key: str, value: Any) -> None:
        """Note it."""

    def inc_value(self, key: str, count: int = 1) -> None:
        """Count."""


class _Notes:
    """A blackboard for functions that no crawl calls, such as in tests."""

    def __init__(self) -> None:
        self._notes: dict[str, Any] = {}

    def get_value(self, key: str, default: Any = None) -> Any:
        return self._notes.get(key, default)

    def set_value(self, key: str, value: Any) -> None:
        self._notes[key] = value

    def inc_value(self, key: str, count: int = 1) -> None:
        self._notes[key] = self._notes.get(key, 0) + count


_BOARD: ContextVar[Board] = ContextVar("blackboard")
_ALONE = _Notes()


def blackboard() -> Board:
    """That of the crawl which calls the function; a function that waits asks for it before it waits."""
    return _BOARD.get(_ALONE)


@contextmanager
def calling_for(board: Board | None) -> Iterator[None]:
    """Functions that are called within the block note on *board*."""
    if board is None:
        yield
        return
    token = _BOARD.set(board)
    try:
        yield
    finally:
        _BOARD.reset(token)
