"""Priority numbers of positions: the weight left to the end of the tree (runtime.md, "Priority number of a task").

The number depends on the position, the weights and what is ready, not on the single task.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..tree.operations import Operation
from ..tree.program import Program
from .contention import Contention
from .layout import StepGraph
from .remainder import Remainder
from .weights import Weights


class Ranking:
    """The numbers of one program; *ready* tells whether the value of the shared node of that name is there.

    Weights, rounds and what is ready are read once, at the first number after `refresh`, so that all numbers up to the
    next `refresh` go together. It is due when the weights have moved, or when a shared value has come or gone.
    """

    def __init__(self, program: Program, weights: Weights, ready: Callable[[str], bool]) -> None:
        self._program = program
        self._weights = weights
        self._ready = ready
        self._layout = StepGraph(program)
        self._contention = Contention(program, self._layout)
        self._positions: dict[str, tuple[int, ...]] = {}
        self._numbers: dict[str, float] = {}
        self._remainder: Remainder | None = None

    def refresh(self) -> None:
        """Take the weights and what is ready anew for the next number."""
        self._remainder = None
        self._numbers.clear()

    def number(self, stack: Sequence[Operation | int]) -> float:
        """Seconds left at a stack of steps or of their ids, the outermost first; raises `TaskError` for an unknown id.

        The last one is the step where the task stands. The others are calls under way: what follows them counts, but
        nothing does from an `async` branch outwards, as nobody waits for it. The task of a goroutine has the rest of
        its tree to go: the heavier of its own and of that which goes on beside it, then what follows in the callers.
        """
        steps = [self._program.operation(step) if isinstance(step, int) else step for step in stack]
        return self._sum(tuple(step.index for step in steps))

    def number_of_path(self, path: str) -> float:
        """Seconds left at a bucket's path, or at as much of it as the file has; 0 where it has nothing of it."""
        number = self._numbers.get(path)
        if number is None:
            if path not in self._positions:
                self._positions[path] = self._find(path)
            number = self._numbers[path] = self._sum(self._positions[path])
        return number

    def _find(self, path: str) -> tuple[int, ...]:
        while path:
            steps = self._program.resolve(path)
            if steps is not None:
                return tuple(step.index for step in steps)
            path = path.rpartition("/")[0]
        return ()

    def _sum(self, indices: tuple[int, ...]) -> float:
        remainder, layout = self._current(), self._layout
        rest = remainder.rest
        number = 0.0
        ahead: list[int] = []
        ways = indices[-1:]
        for depth, index in enumerate(reversed(indices)):
            if depth:
                ways = remainder.exits[index]
            number += max((rest[way] for way in ways), default=0.0)
            beside = layout.beside.get(index, ())
            number = max(number, *(rest[way] for way in beside)) if beside else number
            ahead += (*ways, *beside)
            if index in layout.apart:
                break
        if self._contention.is_possible:
            number += self._contention.heaviest(ahead, rest)
        return number

    def _current(self) -> Remainder:
        if self._remainder is None:
            self._remainder = Remainder(self._layout, self._weights, self._ready)
            self._weights.settle()
            if self._contention.is_possible:
                self._contention.look_ahead(self._remainder.exits)
        return self._remainder
