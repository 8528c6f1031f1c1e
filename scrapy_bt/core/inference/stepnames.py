"""Sentences in which a step is data: whoever shows one says how the step is called there; and where it was seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...sentences import Placeholder, Sentence, fill, say

Namer = Callable[[int], str]
"""Gives the name of a step, by its number."""


@dataclass(frozen=True)
class StepName(Placeholder):
    """The place of a step's name in a sentence; as a text (`str`), it is its number."""

    step: int

    def __str__(self) -> str:
        return name_step(self.step)


def with_step_names(text: str, name: Namer) -> str:
    """A text, or a sentence with the names that *name* gives to steps."""

    def text_of(part: Placeholder) -> str:
        return name(part.step) if isinstance(part, StepName) else str(part)

    return fill(text, text_of) if isinstance(text, Sentence) else text


def in_recordings(present: int, count: int) -> str:
    """In how many of the recordings something is."""
    return say("in the recording") if present == count == 1 else say("in {} of {} recordings", present, count)


def number_of(step: int) -> int:
    """The number by which people know a step: they count from 1."""
    return step + 1


def numbered(number: int) -> int:
    """The step that people know by a number."""
    return number - 1


def name_step(step: int, request: str = "") -> str:
    """The name of a step that stands outside a tree: its number, with its request where that is known."""
    number = number_of(step)
    return say("step {} ({})", number, request) if request else say("step {}", number)
