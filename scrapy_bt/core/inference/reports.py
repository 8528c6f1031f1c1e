"""How far an inference is, and what came out of it, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class InferenceProgress:
    """How far it is."""

    round: int
    facts: int
    verified: int
    refuted: int
    replays: int
    left: int
    doing: str


@dataclass(frozen=True)
class Summary:
    """What came out, in numbers and in words."""

    requests: int
    """In all recordings."""
    steps: int
    """Of the first recording, without noise."""
    kept_steps: int
    parameters: int
    """Of all steps of the first recording that are no noise."""
    kept_parameters: int
    replays: int
    is_proven: bool
    unproven: tuple[str, ...] = ()
    """What is not proven, and why."""
    goes_on: bool = False
    """The list goes on behind a link that nobody followed: the records are those of the pages that were seen."""
    is_of_one_input: bool = False
    """One recording, or the same given in all: what was chosen looks as what is always the same."""
