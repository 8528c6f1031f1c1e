"""How long a pattern may take on a page; the clock is handed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Timeout:
    """The time for each pattern on each page: so many *seconds* by *clock* (`time.perf_counter`)."""

    seconds: float
    clock: Callable[[], float]

    def begin(self, owner: str = "", *, times: float = 1.0) -> Deadline:
        """The time of one pattern on one page begins now, or so many *times* that; *owner* is who an error names."""
        seconds = times * self.seconds
        return Deadline(self.clock() + seconds, self.clock, seconds, owner)


@dataclass(frozen=True)
class Deadline:
    """When a pattern has to be done with a page."""

    at: float
    clock: Callable[[], float]
    seconds: float
    owner: str = ""

    @property
    def left(self) -> float:
        """Seconds until then; not more than none if it has passed."""
        return self.at - self.clock()

    def demand(self) -> None:
        """Raise `OutOfTime` if it has passed."""
        if self.left <= 0:
            raise OutOfTime


class OutOfTime(Exception):  # noqa: N818  # what happened, not whose error it is
    """The time for all of a work is over, not that of one pattern."""


class PageTimeout(Timeout):
    """The timeout with one page: however often an owner's pattern is put to parts of it, its time begins once."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        super().__init__(seconds, clock)
        object.__setattr__(self, "_begun", {})

    def begin(self, owner: str = "", *, times: float = 1.0) -> Deadline:
        """The time of the owner, which began when it was asked for first."""
        begun: dict[str, Deadline] = self.__dict__["_begun"]
        if owner not in begun:
            begun[owner] = super().begin(owner, times=times)
        return begun[owner]
