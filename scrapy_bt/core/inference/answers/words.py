"""Sentences for people in which a step is data: whoever shows one says what the step is called there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

Namer = Callable[[int], str]
"""Gives the name of a step, by its number."""


@dataclass(frozen=True)
class StepName:
    """The place of a step's name in a sentence."""

    step: int


@dataclass(frozen=True)
class Words:
    """A sentence of texts and names of steps. As a text (`str`), it names steps by their numbers."""

    parts: tuple[str | StepName, ...] = ()

    def told(self, name: Namer) -> str:
        """The sentence, with the names that *name* gives to steps."""
        return "".join(name(part.step) if isinstance(part, StepName) else part for part in self.parts)

    def __str__(self) -> str:
        return self.told(name_step)

    def __bool__(self) -> bool:
        return bool(self.parts)


NOTHING = Words()


def words(*parts: object) -> Words:
    """A sentence of these parts, which may be sentences themselves; everything else stands as its `str`."""
    found: list[str | StepName] = []
    for part in parts:
        for each in part.parts if isinstance(part, Words) else (part,):
            if isinstance(each, StepName):
                found.append(each)
            elif found and isinstance(found[-1], str):
                found[-1] += str(each)
            else:
                found.append(str(each))
    return Words(tuple(filter(None, found)))


def join(between: str, sentences: Iterable[Words]) -> Words:
    """Sentences in one, with a text between any two."""
    parts = [part for each in sentences for part in (between, each)]
    return words(*parts[1:])


def told(text: str | Words, name: Namer) -> str:
    """A text, or a sentence with the names that *name* gives to steps."""
    return text.told(name) if isinstance(text, Words) else text


def name_step(step: int, request: str = "") -> str:
    """The name of a step that stands outside a tree: its number, with its request where that is known."""
    return f"step {step} ({request})" if request else f"step {step}"
