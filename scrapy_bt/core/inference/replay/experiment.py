"""What inference asks to be sent, and what came of it (recording.md, "Replay")."""

from __future__ import annotations

from dataclasses import dataclass

from ...samples.parameters import Key
from ...samples.traffic import Answer
from ..plans.plan import Plan


@dataclass(frozen=True)
class Experiment:
    """A plan to be replayed."""

    number: int
    plan: Plan
    purpose: str
    """In a few words, for who watches: `without the query parameter utm_source of list`."""
    session: int | None = None
    """The experiment whose cookies it goes on with; None for an empty jar."""
    copies: int = 1
    """How many times at once, each in a copy of the session."""
    pause: float = 0.0
    """Seconds to wait before it is sent: the site limits how often it is asked."""
    seconds: float | None = None
    """How long it may take, with what sites ask to wait; None for as long as it needs."""


@dataclass(frozen=True)
class ReplayTrial:
    """One replay of an experiment."""

    experiment: int
    answers: tuple[tuple[int, Answer], ...] = ()
    """Step and answer, in the order of sending."""
    failure: str = ""
    """Why it did not come to the target: a value that was not found, no connection, a request that is not allowed."""
    missing: Key | None = None
    """The parameter for which no value was found."""
    seconds: float = 0.0
