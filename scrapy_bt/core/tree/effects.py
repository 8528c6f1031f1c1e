"""What the interpreter asks of the world; the last effect of a step says what the task waits for."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

from ...errors import Place
from .setbacks import Setback
from .task import Task


@dataclass(frozen=True)
class SendVisit:
    """Send the request of the visit at which the task stands (`Interpreter.request`)."""

    node: str


@dataclass(frozen=True)
class Emit:
    """A record of the item node *node*."""

    node: str
    record: dict[str, Any]


@dataclass(frozen=True)
class Spawn:
    """A branch: *task* runs apart; with a join (`task.join`) somebody waits for it."""

    task: Task
    again: bool = False
    """It is given again when its parent is a dead letter that is queued again."""


@dataclass(frozen=True)
class Join:
    """Wait until all branches of the join have ended; of one below 0 until the first has succeeded."""

    join: int


@dataclass(frozen=True)
class Hold:
    """Wait for a place of the competing resource."""

    resource: str


@dataclass(frozen=True)
class Share:
    """Wait for the shared value *key*, or make it."""

    key: str


@dataclass(frozen=True)
class Made:
    """The shared value *key* is made (*value* encoded, kept *ttl* seconds), or its making failed (*value* none)."""

    key: str
    value: bytes | None
    session: int = 0
    ttl: float | None = None


@dataclass(frozen=True)
class Invalidate:
    """The shared value *key* was found wanting; *version* none: whichever is there."""

    key: str
    version: int | None


@dataclass(frozen=True)
class Delay:
    """Back to the queue, *delay* seconds at least."""

    delay: float = 0.0


@dataclass(frozen=True)
class Pause:
    """Until somebody resumes the task."""


@dataclass(frozen=True)
class Stopped:
    """The task is cancelled."""

    reason: str = ""


@dataclass(frozen=True)
class Finished:
    """The task is at its end; *reason* says why it failed."""

    success: bool
    reason: str = ""
    joined: bool = False
    """It failed only because a goroutine did."""
    setback: Setback | None = field(default=None, compare=False, repr=False)
    """What the failure goes back to; None: to the step that the task was leased for."""
    result: bytes | None = None
    """It was one of the statements that run at the same time: what it tells whoever waits for them."""


@dataclass(frozen=True)
class Await:
    """Wait for coroutines of Python nodes, in this process; answer with `Answered`."""

    coroutines: tuple[Awaitable[Any], ...]


@dataclass(frozen=True)
class Looped:
    """A loop ended after *rounds* rounds."""

    path: str
    rounds: int


@dataclass(frozen=True)
class LogMessage:
    """A line of the log, which the tree says at *path*."""

    text: str
    path: str = ""
    place: Place | None = None
    is_warning: bool = False


@dataclass(frozen=True)
class Trouble:
    """A node failed; for the log, the statistics and the reason of a dead letter."""

    node: str
    path: str
    place: Place | None
    outcome: str
    message: str = ""

    def __str__(self) -> str:
        where = f" ({self.place})" if self.place else ""
        what = f": {self.message}" if self.message else ""
        at = "" if self.path == self.node else f" at {self.path}"  # a node in place is named by its path
        return f"'{self.node}'{at}{where}: {self.outcome}{what}"


Effect = (
    SendVisit
    | Emit
    | Spawn
    | Join
    | Hold
    | Share
    | Made
    | Invalidate
    | Delay
    | Pause
    | Stopped
    | Finished
    | Await
    | Looped
    | LogMessage
    | Trouble
)
