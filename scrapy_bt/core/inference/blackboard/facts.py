"""The blackboard's facts: a finding, who found it, why, and what replays said of it (recording.md, "Blackboard")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..findings import Finding

Status = Literal["unverified", "verified", "refuted"]


@dataclass(frozen=True)
class Support:
    """Evidence of another source for the same finding."""

    source: str
    why: str
    because: tuple[int, ...] = ()


@dataclass(frozen=True)
class Fact:
    """A conclusion that can be explained."""

    id: int
    finding: Finding
    source: str
    """The name of the knowledge source."""
    why: str
    """Its evidence in a sentence, without secrets."""
    because: tuple[int, ...] = ()
    """The ids of the facts that it follows from."""
    status: Status = "unverified"
    trials: tuple[int, ...] = ()
    """The numbers of the replays that decided the status."""
    supports: tuple[Support, ...] = ()
    """Other sources that came to the same."""
