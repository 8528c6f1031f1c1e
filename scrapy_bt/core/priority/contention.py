"""The exception for `async`: branches that compete with the main path (runtime.md, "Priority number of a task").

The original ([0103]): without competition an `async` branch weighs nothing for its main tree; with competition the
heaviest of the `async` branches counts. Here they compete if some competing resource is needed both by the branch and
by the main path anywhere from the position on, callers included; the heaviest branch that is still to be started is
added once, those within called trees and within other branches included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..tree import operations as op
from ..tree.program import Program
from .layout import StepGraph


class Contention:
    """Which competing resources and which `async` branches lie ahead of each step, as bits."""

    def __init__(self, program: Program, layout: StepGraph) -> None:
        self._layout = layout
        resources: dict[str, int] = {}
        self._own: dict[int, int] = {}
        """By index: the competing resource that a step itself needs."""
        self._calls: dict[int, int] = {}
        self._starts: dict[int, int] = {}
        """By index of a branch's start: its first step."""
        for step in program.operations:
            name = (
                step.requires
                if isinstance(step, op.FetchPage)
                else step.resource
                if isinstance(step, op.AcquirePermit)
                else ""
            )
            if name:
                self._own[step.index] = resources.setdefault(name, 1 << len(resources))
            if isinstance(step, op.Enter):
                self._calls[step.index] = step.entry.index
            if isinstance(step, op.StartBranch) and not step.waits:
                self._starts[step.index] = step.entry.index
        self._bits = {index: 1 << number for number, index in enumerate(self._starts)}
        self._exits: Sequence[tuple[int, ...]] = ()
        self._needed: list[int] = []
        self._ahead: list[int] = []

    @property
    def is_possible(self) -> bool:
        return bool(self._own and self._starts)

    def look_ahead(self, exits: Sequence[tuple[int, ...]]) -> None:
        """Follow *exits*, loops and calls in cycles too, until nothing new comes up; the same *exits* only once."""
        if exits == self._exits:
            return
        needed, ahead = [0] * len(exits), [0] * len(exits)
        order = [index for course in self._layout.courses for index in range(course.start, course.end)]
        is_new = True
        while is_new:
            is_new = False
            for index in order:
                need, seen = self._own.get(index, 0), self._bits.get(index, 0)
                if index in self._starts:
                    seen |= ahead[self._starts[index]]
                if index in self._calls:
                    need |= needed[self._calls[index]]
                    seen |= ahead[self._calls[index]]
                for end in exits[index]:
                    need |= needed[end]
                    seen |= ahead[end]
                if need != needed[index] or seen != ahead[index]:
                    needed[index], ahead[index], is_new = need, seen, True
        self._exits, self._needed, self._ahead = exits, needed, ahead

    def heaviest(self, ahead: Iterable[int], rest: Sequence[float]) -> float:
        """Seconds of the heaviest branch that competes with what lies ahead: the steps *ahead* and all after them."""
        need = bits = 0
        for index in ahead:
            need |= self._needed[index]
            bits |= self._ahead[index]
        if not bits:
            return 0.0
        competing = (
            rest[first]
            for start, first in self._starts.items()
            if bits & self._bits[start] and need & self._needed[first]
        )
        return max(competing, default=0.0)
