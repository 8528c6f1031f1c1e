"""What a selector may go on with on a page: only steps that exist there, so that each selector that ends is valid.

A selector is written from inside to outside: a step to the element that is meant, then steps to elements around it,
until the first thing that it finds on the page is what is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ...core.healing.pages import Candidate, Page
from ...core.healing.steps import Path, PathStep, steps_to
from ...core.healing.writing import anchors_of

MOST_STEPS = 3
"""Of a selector."""
MOST_CHOICES = 64
"""Ways to go on."""
_OF_ELEMENT = 8
_OF_CHILD = 4
_OF_ANCHOR = 6
_MOST_HITS = 60


@dataclass(frozen=True, slots=True, eq=False)
class NextStep:
    """A way to go on: one step more; without one the end."""

    step: PathStep | None
    level: int
    """How many levels above the element it stands."""
    hits: int
    """What the selector finds then, itself counted, as far as it was counted."""
    is_right: bool
    """Whether the first of that is what is meant."""


@dataclass(frozen=True, eq=False)
class Prefix:
    """A selector that is being written for a candidate of a page; *level*: of its outermost step."""

    page: Page
    candidate: Candidate
    steps: tuple[PathStep, ...] = ()
    """From outside to inside, as they are read."""
    level: int = 0
    is_right: bool = False

    @property
    def css(self) -> str:
        return Path(self.steps).css

    @cached_property
    def choices(self) -> Sequence[NextStep]:
        """How it may go on; it may end where it finds what is meant, and must where it is long."""
        end = [NextStep(None, self.level, 0, is_right=True)] if self.is_right else []
        if len(self.steps) >= MOST_STEPS:
            return end
        found = dict.fromkeys(self._first() if not self.steps else self._around())
        made = (self._choice(step, level) for step, level in list(found)[: MOST_CHOICES - 1])
        return [*end, *(one for one in made if one is not None)]

    def follow(self, choice: NextStep) -> Prefix:
        """The selector with one step more."""
        assert choice.step is not None
        return Prefix(self.page, self.candidate, (choice.step, *self.steps), choice.level, choice.is_right)

    def _first(self) -> list[tuple[PathStep, int]]:
        """Steps to the element itself, of those with its text the innermost ones."""
        elements = list(enumerate(self.candidate.chain[-3:][::-1]))
        free = [(step, level) for level, one in elements for step in steps_to(one)[:_OF_ELEMENT]]
        return free + [(step, level) for level, one in elements for step in steps_to(one, child=True)[:_OF_CHILD]]

    def _around(self) -> list[tuple[PathStep, int]]:
        around = anchors_of(self.candidate.inner)[self.level :]
        if self.steps[0].child:
            around = around[:1]
        return [(step, level) for level, (_, steps) in enumerate(around, self.level + 1) for step in steps[:_OF_ANCHOR]]

    def _choice(self, step: PathStep, level: int) -> NextStep | None:
        hits = self.page.finder.find(Path((step, *self.steps)), _MOST_HITS)
        if not hits:
            return None
        return NextStep(step, level, len(hits), is_right=not step.child and hits[0] in self.candidate.chain)


def spell(page: Page, candidate: Candidate, path: Path) -> list[tuple[Prefix, int]] | None:
    """How a selector is written: of each prefix the number of its right choice, the end as the last one.

    None where the grammar has no way to write it.
    """
    prefix = Prefix(page, candidate)
    ways = []
    for step in (*reversed(path.steps), None):
        at = next((at for at, one in enumerate(prefix.choices) if one.step == step), None)
        if at is None:
            return None
        ways.append((prefix, at))
        if step is not None:
            prefix = prefix.follow(prefix.choices[at])
    return ways
