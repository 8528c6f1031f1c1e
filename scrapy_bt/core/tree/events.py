"""What happened to a task; each carries the time, since the interpreter reads no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .pages import VisitedPage


@dataclass(frozen=True)
class Granted:
    """The task was leased: it may go on (after a start, a wait, a pause, or with the resource that it asked for)."""

    now: float = 0.0


@dataclass(frozen=True)
class Arrived:
    """A visit came to *outcome*: a status code as text, or one of `nodes.OUTCOMES`."""

    outcome: str
    page: VisitedPage | None = None
    now: float = 0.0
    message: str = ""
    retry_after: float | None = None
    """Seconds that the site asked to wait."""
    url: str = ""
    """What was visited."""


@dataclass(frozen=True)
class Shared:
    """The shared value that it asked for, encoded."""

    value: bytes
    session: int = 0
    version: int = 0
    now: float = 0.0


@dataclass(frozen=True)
class Make:
    """The task shall make the shared value that it asked for; it will be *version*."""

    version: int = 0
    now: float = 0.0


@dataclass(frozen=True)
class Denied:
    """The shared value that it asked for cannot be had; *reason* says why."""

    reason: str
    now: float = 0.0


@dataclass(frozen=True)
class JoinEnded:
    """All branches have ended, or the first has succeeded where that is enough."""

    failed: bool
    now: float = 0.0
    results: Sequence[bytes] = ()
    """What they told."""


@dataclass(frozen=True)
class Answered:
    """The results of the coroutines of an `Await`, exceptions among them as values."""

    results: Sequence[Any]
    now: float = 0.0


Event = Granted | Arrived | Shared | Make | Denied | JoinEnded | Answered
