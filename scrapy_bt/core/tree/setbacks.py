"""Where a task goes back to when it fails for good: before its last visit, or to the join whose part failed.

A task that waits for anything but a visit carries this with it; its dead letter is the visit once more, and what came
of the visit already does not come of it again.
"""

from __future__ import annotations

import msgspec


class Setback(msgspec.Struct, frozen=True, array_like=True):
    """What a failure from here on goes back to."""

    payload: bytes
    """The task as it was stored then."""
    join: int = 0
    """The join of which a part failed; 0: the task fails by itself."""
    url: str = ""
    """Of the visit."""
    reason: str = ""
    """Why it fails, where that has been told before it waited."""
    given: bytes = b""
    """Digests of the records and branches that came of it since."""


class RepeatedVisit(msgspec.Struct, frozen=True, array_like=True):
    """What a dead letter, or a task whose page is read once more, knows of the visit that it stands before."""

    position: int
    """The step from which all is done again; 0: that has been passed."""
    url: str = ""
    given: bytes = b""
    """Digests of the records and branches that came of it before."""
    alone: bool = False
    """The task ends where it would go on to another visit, which has been made already."""
