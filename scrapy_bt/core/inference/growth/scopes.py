"""Which steps of a plan run once, which for each page of a series, and which for each entry of a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..answers.values import Constant, Decoded, steps_of
from ..conclusion import Conclusion
from ..findings import ListOf, Loop
from .onward import piece_of


@dataclass(eq=False)
class Scope:
    """Steps that run together, in their order, with the scopes that are repeated among them.

    *pages*: it runs for each page of a series; *each*: for each entry of a list, as a tree of its own.
    """

    parent: Scope | None = None
    pages: Loop | None = None
    each: ListOf | None = None
    entries: list[int | Scope] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1

    @property
    def tree(self) -> Scope:
        """The scope whose tree this one is a part of: pages run in the frame of what is around them."""
        return self if self.parent is None or self.each is not None else self.parent.tree

    def around(self) -> Iterator[Scope]:
        """This scope and those that it lies in, outwards."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def own_steps(self) -> Iterator[int]:
        """The steps of its tree, in their order."""
        for entry in self.entries:
            if isinstance(entry, int):
                yield entry
            elif entry.each is None:
                yield from entry.own_steps()


class Scopes:
    """The scopes of a conclusion; *home*: by step, the innermost that it lies in."""

    def __init__(self, conclusion: Conclusion) -> None:
        self.root = Scope()
        self.home: dict[int, Scope] = {}
        loops = [loop for loop in conclusion.of(Loop) if conclusion.step(loop.step) is not None]
        self.pages: dict[int, Loop] = {}
        self.stuck: dict[int, Loop] = {}
        """By step, the series of which a tree cannot say how they go on."""
        for loop in loops:
            (self.pages if _goes_on(loop) else self.stuck).setdefault(loop.step, loop)
        self.lists: dict[int, ListOf] = {}
        """By the step of the details."""
        self._order = {planned.step: place for place, planned in enumerate(conclusion.plan.steps)}
        for found in conclusion.of(ListOf):
            if found.detail in self._order and self.is_before(found.step, found.detail):
                self.lists.setdefault(found.detail, found)
        self.stands_for = {repeat: loop.step for loop in self.pages.values() for repeat in loop.repeats}
        self.stands_for |= {repeat: found.detail for found in self.lists.values() for repeat in found.repeats}
        # A page of one series may be taken for the first of another, or for a detail: it stands in the former alone.
        self.pages = {step: loop for step, loop in self.pages.items() if step not in self.stands_for}
        self.steps = tuple(step for step in conclusion.plan.steps if step.step not in self.stands_for)
        for planned in self.steps:
            self._place(planned.step, {need for value in planned.bound.values() for need in steps_of(value)})

    def is_before(self, step: int, other: int) -> bool:
        """Whether a step comes before another on the path."""
        return step in self._order and other in self._order and self._order[step] < self._order[other]

    def named(self, step: int) -> int:
        """The step that stands for *step*, where that is one of its repeats."""
        return self.stands_for.get(step, step)

    def _place(self, step: int, needs: set[int]) -> None:
        around = [self.home[need] for need in map(self.named, needs) if need in self.home]
        listed = self.lists.get(step)
        if listed is not None and self.named(listed.step) in self.home:
            around.append(self.home[self.named(listed.step)])
        else:
            listed = None
        scope = max(around, key=lambda scope: scope.depth, default=self.root)
        if listed is not None:
            scope = _within(scope, Scope(scope, each=listed))
        if step in self.pages:
            scope = _within(scope, Scope(scope, pages=self.pages[step]))
        scope.entries.append(step)
        self.home[step] = scope


def _goes_on(loop: Loop) -> bool:
    """Whether a tree can say how: by counting, by a piece of the page, or by the same as long as there is more."""
    if loop.kind == "counter":
        return True
    piece = piece_of(loop.next)
    if loop.kind == "link":
        # An address is taken as it stands; only the blanks around it do not matter.
        return piece is not None and loop.next in (piece, Decoded(piece, "strip"))
    return piece is not None or (isinstance(loop.next, Constant) and loop.until is not None)


def _within(scope: Scope, inner: Scope) -> Scope:
    scope.entries.append(inner)
    return inner
