"""The leaves of JSON answers, with the expressions that find them again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ....samples.traffic import Answer
from ..extraction import page_of

_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_LONGEST_SIBLING = 40
_DEEPEST = 90
"""Levels down to which leaves are looked at: a path through more says nothing any more."""


@dataclass(frozen=True)
class Leaf:
    """A value of JSON: the names and places that lead to it."""

    steps: tuple[str | int, ...]
    text: str
    siblings: tuple[tuple[str, str], ...] = ()
    """Of the object right in the innermost list: names and short texts by which it can be told from the others."""
    lasts: tuple[int, ...] = ()
    """Which of *steps* are the last of several entries."""

    @property
    def name(self) -> str:
        return next((step for step in reversed(self.steps) if isinstance(step, str)), "")

    @property
    def holder(self) -> str:
        """The name of the object that has the value; empty without one."""
        names = [step for step in self.steps if isinstance(step, str)]
        return names[-2] if len(names) > 1 else ""

    def paths(self) -> Iterator[tuple[str, float]]:
        """JMESPath expressions with their firmness."""
        places = sum(isinstance(step, int) for step in self.steps)
        inner = max((place for place, step in enumerate(self.steps) if isinstance(step, int)), default=None)
        firmness = 0.92 - 0.01 * len(self.steps) - 0.12 * places
        yield jmespath_of(self.steps), firmness
        if (last := self._last()) is not None:
            yield jmespath_of((*self.steps[:last], -1, *self.steps[last + 1 :])), firmness - 0.005
        if inner is None or not inner + 1 < len(self.steps):
            return
        rest = jmespath_of(self.steps[inner + 1 :])
        for name, text in self.siblings:
            if name != rest:
                condition = f"[?{jmespath_name(name)}=='{text}']"
                yield f"{jmespath_of(self.steps[:inner])}{condition}.{rest} | [0]", 0.6

    def _last(self) -> int | None:
        """The innermost last entry that holds more than one value, as a row with what it is sorted by; else a value."""
        rows = [place for place in self.lasts if place + 1 < len(self.steps)]
        return max(rows or self.lasts, default=None)


@dataclass(frozen=True)
class Leaves:
    """The leaves of a JSON answer."""

    exact: dict[str, list[Leaf]]
    longer: list[Leaf]


@lru_cache(512)
def json_leaves(answer: Answer) -> Leaves:
    """The leaves of a JSON answer by their texts."""
    leaves = Leaves({}, [])
    for leaf in _walk(page_of(answer).json, (), ()):
        leaves.exact.setdefault(leaf.text, []).append(leaf)
        if len(leaf.text) > 5:
            leaves.longer.append(leaf)
    return leaves


def _walk(
    data: Any, steps: tuple[str | int, ...], siblings: tuple[tuple[str, str], ...], lasts: tuple[int, ...] = ()
) -> Iterator[Leaf]:
    if len(steps) > _DEEPEST:
        return
    if isinstance(data, dict):
        if steps and isinstance(steps[-1], int):
            own = ((name, text) for name, text in data.items() if isinstance(text, str))
            siblings = tuple((n, t) for n, t in own if 0 < len(t) <= _LONGEST_SIBLING and not {"'", "\\"} & set(t))[:4]
        for name, inner in data.items():
            yield from _walk(inner, (*steps, name), siblings, lasts)
    elif isinstance(data, list):
        for place, inner in enumerate(data):
            with_own = (*lasts, len(steps)) if 0 < place == len(data) - 1 else lasts
            yield from _walk(inner, (*steps, place), siblings, with_own)
    elif data is not None:
        yield Leaf(steps, data if isinstance(data, str) else json.dumps(data), siblings, lasts)


def jmespath_of(steps: tuple[str | int, ...]) -> str:
    """A JMESPath expression that leads through names and places of lists."""
    path = ""
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        else:
            path += ("." if path else "") + jmespath_name(step)
    return path or "@"


def all_of(steps: Sequence[str | int], *, of_all: bool = False) -> str | None:
    """The expression for the same value in all entries of the innermost list, or of all lists; None if in no list."""
    places = [place for place, step in enumerate(steps) if isinstance(step, int)]
    if not places:
        return None
    path = ""
    for place, step in enumerate(steps):
        if isinstance(step, int):
            path += "[]" if of_all or place == places[-1] else f"[{step}]"
        else:
            path += ("." if path else "") + jmespath_name(step)
    return path


def jmespath_literal(value: Any) -> str:
    """A value as a JMESPath expression has it."""
    return "`" + json.dumps(value, ensure_ascii=False).replace("`", "\\`") + "`"


def jmespath_text(text: str) -> str:
    """A text as a JMESPath expression has it: as it stands, unless it has signs that would end it."""
    return jmespath_literal(text) if set(text) & set("'\\") else f"'{text}'"


def jmespath_name(name: str) -> str:
    """A name as a JMESPath expression has it: in quotes unless it is a word of ASCII."""
    return name if _PLAIN_NAME.fullmatch(name) else json.dumps(name)
