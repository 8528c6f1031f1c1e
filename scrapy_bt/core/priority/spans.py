"""The loops and branches of a compiled tree as ranges of indices, one within another or apart.

The compiler makes a loop's head before the loop's steps, and a branch's two ends, then its body, then its start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..tree import operations as op
from ..tree.operations import Operation
from ..tree.program import Program


@dataclass(slots=True)
class StepSpan:
    """The range of indices of a loop, its head first, or of a branch, its two ends first and its start left out."""

    start: int
    end: int
    """Its last index."""
    step: op.LoopHead | op.StartBranch
    own: list[int] = field(default_factory=list)
    """Its indices without those of spans within it."""
    is_looped: bool = False
    """It stands within a loop of its tree."""
    is_apart: bool = False
    """It is an `async` branch, or stands within one."""
    beside: tuple[int, ...] = ()
    """What goes on beside it: for a goroutine the step after its start, and so on outwards, up to an `async` branch."""

    @property
    def floor(self) -> int:
        """The highest index of its head or of its ends."""
        return self.start if isinstance(self.step, op.LoopHead) else self.start + 1

    def settle(self, outer: StepSpan | None) -> None:
        """Find out where it stands; *outer* is the span around it."""
        if outer is not None:
            self.is_looped = outer.is_looped or isinstance(outer.step, op.LoopHead)
            self.is_apart, self.beside = outer.is_apart, outer.beside
        if isinstance(self.step, op.StartBranch) and self.step.waits:
            self.beside = (self.step.next.index, *self.beside)
        elif isinstance(self.step, op.StartBranch):
            self.is_apart, self.beside = True, ()


class TreeSpans:
    """The steps of one tree: an unbroken range of indices; the spans in the order of their starts, outer ones first."""

    def __init__(self, name: str, operations: Sequence[Operation], start: int, end: int) -> None:
        self.name = name
        self.start = start
        self.end = end
        """The index after its last."""
        steps = operations[start:end]
        self.calls = [step for step in reversed(steps) if isinstance(step, op.Enter)]
        """In the order of the text, as the compiler goes from the end to the beginning."""
        self.spans = sorted(_find_spans(steps), key=lambda span: (span.start, -span.end))
        self.apart: list[int] = []
        """Indices within `async` branches."""
        self.beside: dict[int, tuple[int, ...]] = {}
        """By index within goroutines: see `StepSpan.beside`."""
        self._assign()

    def _assign(self) -> None:
        around: list[StepSpan] = []
        following = iter(self.spans)
        span = next(following, None)
        for index in range(self.start, self.end):
            while around and around[-1].end < index:
                around.pop()
            while span is not None and span.start == index:
                span.settle(around[-1] if around else None)
                around.append(span)
                span = next(following, None)
            if around:
                around[-1].own.append(index)
                if around[-1].is_apart:
                    self.apart.append(index)
                if around[-1].beside:
                    self.beside[index] = around[-1].beside


def _find_spans(steps: Sequence[Operation]) -> list[StepSpan]:
    spans = []
    ends: list[op.Leave] = []
    for step in steps:
        if isinstance(step, op.LoopHead):
            spans.append(StepSpan(step.index, step.last, step))
        elif isinstance(step, op.Leave) and step.success:
            ends.append(step)
        elif isinstance(step, op.StartBranch):
            spans.append(StepSpan(ends.pop().index, step.index - 1, step))
    return spans


def list_bodies(program: Program) -> dict[str, TreeSpans]:
    """The bodies of all trees; they were compiled one after another, each with its two ends first."""
    starts = sorted((routine.leave.index, name) for name, routine in program.routines.items())
    ends = [start for start, _ in starts[1:]] + [len(program.operations)]
    return {
        name: TreeSpans(name, program.operations, start, end) for (start, name), end in zip(starts, ends, strict=True)
    }
