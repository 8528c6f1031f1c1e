"""Notes which hosts answer, so that one that has stopped answering is no fact about a workflow (recording.md)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self

MOST_FAILURES = 3
"""How many requests in a row have no answer, each begun after the one before had failed, until no more are sent."""


@dataclass
class _Host:
    address: str = ""
    """What it answered first to a GET; empty: nothing yet."""
    failures: int = 0
    failed: float = 0.0
    """When the last of these failures was noted."""


class Silence:
    """What is known of hosts in one inference: replays and rehearsals share it, with all copies of their settings."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._hosts: dict[str, _Host] = {}

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def answered(self, host: str, method: str, address: str) -> None:
        """A request was answered, whatever the answer says."""
        known = self._hosts.setdefault(host, _Host())
        known.failures = 0
        if method == "GET":
            known.address = known.address or address

    def failed(self, host: str, asked: float) -> None:
        """A request that was sent at *asked* had no answer; those that were under way together count once."""
        known = self._hosts.setdefault(host, _Host())
        if asked >= known.failed:
            known.failures += 1
            known.failed = self.clock()

    @property
    def doubted(self) -> str:
        """A URL that a host once answered, if it did not answer its last request; empty if there is no such host."""
        return next((host.address for host in self._hosts.values() if host.failures and host.address), "")

    def is_given_up(self, host: str) -> bool:
        """Whether a host that answered before has stopped: until a probe is answered, nothing more is sent to it."""
        known = self._hosts.get(host)
        return known is not None and bool(known.address) and known.failures >= MOST_FAILURES
