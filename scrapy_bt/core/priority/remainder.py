"""What is left from each step to the end of its tree, in seconds (runtime.md, "Priority number of a task").

The original gives the rule ([0097], [0103], [0104]): along each path the weights are summed, and of several paths the
one with the largest sum counts. What a path is follows from the steps:

- `if`: one of the bodies. `and`, `serial`: one child after another. `or`: each child that fails is on the path as
  well, so its children sum up too; that the first succeeds is one more, shorter path.
- `while`: n times the heaviest round, then the condition once more (it has to fail); or n − 1 rounds and one that is
  cut short, where the body fails or ends the tree; n is the mean of the rounds seen. A round that `break` leaves is
  not counted among them, and comes on top. From within a round: what is left of this round, then the same. A position
  knows nothing of the rounds that its task has had, so at the head, where a further round begins, and only there, the
  number of a task can rise.
- `goroutine`: the heavier of the branch and of that which goes on beside it, whichever of the two asks: the tree is at
  its end when both are. In a loop this holds for each round, so that a list of a hundred details weighs more than one
  detail, before the list as well as at each detail. (If a detail weighed no more than itself, those of the longest
  lists would pass by every tree of two visits: `benchmarks.goal11` would take a quarter longer in the mean.) Behind the
  statements of a group comes what follows the group, whatever its kind.
- `async`: nothing (see `contention` for the exception). A call: the called tree. A cycle of calls: once.
- A shared value that is ready: nothing, and so neither a competing resource behind it ([0099], [0101]).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from .layout import Region, StepGraph, TreeSteps
from .weights import Weights

Ways = Mapping[int, float]
"""By step outside of a region: the seconds of the heaviest way to it from some step within."""


class Remainder:
    """A program's steps with the weights, the mean rounds and the ready shared values of one moment."""

    def __init__(self, layout: StepGraph, weights: Weights, is_ready: Callable[[str], bool]) -> None:
        ready = {name for name in {name for _, name, _ in layout.shares} if is_ready(name)}
        self._layout = layout
        self._weights = weights
        self.exits: Sequence[tuple[int, ...]] = _pass_by(layout, ready) if ready else layout.exits
        """By index: where a step leads to now."""
        self._costs = [0.0] * layout.count_slots
        for name, slot in layout.nodes.items():
            self._costs[slot] = 0.0 if name in ready else weights.weight(name)
        self._heads: dict[int, Ways] = {}
        self._branches: dict[int, float] = {}
        self.rest = [0.0] * len(layout.exits)
        """By index: what is left from a step to the end of its tree or branch, the step itself included."""
        for course in layout.courses:
            self._measure(course)

    def _measure(self, course: TreeSteps) -> None:
        for region in course.regions:
            ways = self._find_ways(region)
            if region.loop:
                self._heads[region.floor] = _repeat(region, ways, self._weights.rounds(region.loop))
            else:
                self._branches[region.entry] = max(ways.values(), default=0.0)
        rest, exits, costs, slots, heads = self.rest, self.exits, self._costs, self._layout.slots, course.heads
        for index in range(course.start, course.end):
            if index in heads:
                rest[index] = max((seconds + rest[end] for end, seconds in self._heads[index].items()), default=0.0)
                continue
            most = 0.0
            for end in exits[index]:
                if rest[end] > most:  # noqa: PLR1730  # max() would take twice the time of the whole loop
                    most = rest[end]
            rest[index] = costs[slots[index]] + most
        costs[course.slot] = rest[course.entry]

    def _find_ways(self, region: Region) -> Ways:
        """The heaviest ways through a region from its entry; a loop's to its own head is a round."""
        found: dict[int, Ways] = {}

        def ways_from(index: int) -> Ways:
            if index <= region.floor:
                return {index: 0.0}
            if index not in found:  # the head of a loop within this region
                found[index] = _choose((ways_from(end), seconds) for end, seconds in self._heads[index].items())
            return found[index]

        exits, costs, slots, branches = self.exits, self._costs, self._layout.slots, self._layout.branches
        for index in region.steps:
            cost = costs[slots[index]]
            if index in branches:
                beside = self._branches[branches[index]]
                ways = ways_from(exits[index][0])
                found[index] = {end: max(seconds, beside) for end, seconds in ways.items()}
            elif len(exits[index]) == 1 and not cost:
                found[index] = ways_from(exits[index][0])
            else:
                found[index] = _choose((ways_from(end), cost) for end in exits[index])
        return ways_from(region.entry)


def _choose(options: Iterable[tuple[Ways, float]]) -> Ways:
    """Of several ways to the same step the heaviest; each option's ways come after so many seconds."""
    best: dict[int, float] = {}
    for ways, before in options:
        for end, seconds in ways.items():
            if before + seconds > best.get(end, -1.0):
                best[end] = before + seconds
    return best


def _repeat(region: Region, ways: Ways, rounds: float) -> Ways:
    """The ways out of a loop that goes round so many times; the last round may be cut short."""
    one = ways.get(region.floor, 0.0)
    before, last = max(rounds - 1.0, 0.0) * one, min(rounds, 1.0)
    return {
        end: rounds * one + seconds if end == region.done else before + last * seconds
        for end, seconds in ways.items()
        if end != region.floor
    }


def _pass_by(layout: StepGraph, ready: set[str]) -> list[tuple[int, ...]]:
    """The exits if the shared values in *ready* are not made anew."""
    exits = list(layout.exits)
    for index, name, end in layout.shares:
        if name in ready:
            exits[index] = (end,)
    return exits
