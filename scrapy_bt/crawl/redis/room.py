"""How much a line of the process may have in progress: what it uses of the machine is shared by all of its lines."""

from __future__ import annotations

from typing import Any, Protocol

from scrapy.settings import BaseSettings

from ..capacity import Capacity
from ..errands import MOST


class Line(Protocol):
    """What is asked of one."""

    @property
    def in_progress(self) -> int: ...


_lines: set[Line] = set()
"""Those at work in this process."""


def _count_in_progress() -> int:
    return sum(line.in_progress for line in _lines)


class Room:
    """The room of one line, in what the process may have."""

    def __init__(self, settings: BaseSettings) -> None:
        cap = 2 * settings.getint("CONCURRENT_REQUESTS") + MOST
        self._capacity = Capacity(settings, in_progress=_count_in_progress, cap=cap)
        self._line: Line | None = None

    def open(self, line: Line) -> None:
        """The line is at work."""
        self._line = line
        _lines.add(line)
        self._capacity.start()

    def close(self) -> None:
        self._capacity.stop()
        if self._line is not None:
            _lines.discard(self._line)

    def left(self) -> int:
        """How many more tasks the line may have in progress: none is left out for another one of the process."""
        room = self._capacity.room()
        return room if self._line is None or self._line.in_progress else max(1, room)

    def report(self) -> dict[str, Any]:
        """What the process may have, and why."""
        return self._capacity.report()
