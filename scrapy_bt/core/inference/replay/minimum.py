"""From a path that reaches the target to the smallest one: steps first, then the parameters of all steps together."""

from __future__ import annotations

from dataclasses import dataclass, field

from .drafts import Draft, StepKey
from .untried import Untried

Numbers = tuple[int, ...]
"""The numbers of replays."""


@dataclass
class Minimum:
    """*draft*: the smallest path that was found; the rest: what was decided, with the replays that decided it."""

    draft: Draft
    needed_steps: dict[int, Numbers] = field(default_factory=dict)
    superfluous_steps: dict[int, Numbers] = field(default_factory=dict)
    needed: dict[StepKey, Numbers] = field(default_factory=dict)
    superfluous: dict[StepKey, Numbers] = field(default_factory=dict)
    kept: dict[StepKey | int, Untried] = field(default_factory=dict)
    """What was not tried, and why: it is kept."""
    is_confirmed: bool = False
    """The smallest path reached the target more than once."""
    doubts: list[str] = field(default_factory=list)
    touched: frozenset[int] | None = None
    """The steps of which something is other than what was proven before; None if nothing was."""

    def may_go(self, step: int) -> bool:
        """Whether a step is to be tried once more when what it was needed or kept for is gone."""
        return step in self.needed_steps or self.kept.get(step) is Untried.OF_DAY

    def keep_to_path(self) -> None:
        """What is on the path after all is not superfluous: a person keeps it, or no smaller path was steady."""
        path = self.draft
        self.superfluous_steps = {
            step: numbers for step, numbers in self.superfluous_steps.items() if step not in path.own
        }
        self.superfluous = {
            place: numbers
            for place, numbers in self.superfluous.items()
            if place[0] not in path.own or place in path.dropped
        }
