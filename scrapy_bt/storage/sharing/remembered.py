"""What this user's machine remembers of rule servers: how far their logs were, and how it is logged in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from ...core.documents.json import read_json
from ...errors import BTError
from ...sentences import say
from ...wholefiles import changing, write_private


@dataclass(frozen=True)
class LogHead:
    """The newest line of a log that was seen."""

    number: int
    hash: str


@dataclass(frozen=True)
class DeviceSession:
    """A device that is logged in to an account."""

    account: str
    device: str
    access: str
    refresh: str


@dataclass(frozen=True)
class Remembered:
    """*origins*: by server, the number of its log; *heads*: by that number; *sessions*: by server."""

    origins: Mapping[str, str] = field(default_factory=dict)
    heads: Mapping[str, LogHead] = field(default_factory=dict)
    sessions: Mapping[str, DeviceSession] = field(default_factory=dict)


class Memory:
    """A file that only this user may read; it need not be there."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Remembered:
        """Raises `BTError` where the file is damaged."""
        try:
            found: Remembered = read_json(self._path.read_bytes(), shape=Remembered)
        except FileNotFoundError:
            return Remembered()
        except (OSError, ValueError) as error:
            raise BTError(say("{}: what is remembered of rule servers cannot be read: {}", self._path, error)) from None
        return found

    def keep_head(self, server: str, origin: str, head: LogHead) -> None:
        """The log of a server has come so far."""
        self._change(
            lambda known: replace(known, origins={**known.origins, server: origin}, heads={**known.heads, origin: head})
        )

    def keep_session(self, server: str, session: DeviceSession | None) -> None:
        """How this machine is logged in; None if it is not any more."""
        others = lambda known: {name: each for name, each in known.sessions.items() if name != server}  # noqa: E731
        now = {} if session is None else {server: session}
        self._change(lambda known: replace(known, sessions={**others(known), **now}))

    def _change(self, change: Callable[[Remembered], Remembered]) -> None:
        try:
            with changing(self._path):
                known = self.read()
                changed = change(known)
                if changed != known:
                    write_private(self._path, msgspec.json.format(msgspec.json.encode(changed), indent=1))
        except OSError as error:
            raise BTError(say("{} cannot be written: {}", self._path, error.strerror or error)) from None
