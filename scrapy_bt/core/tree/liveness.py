"""Which variables and page values are still needed from each step on (language.md, "A task carries on only …").

Backward data flow over the steps, between trees too: what a tree needs of its callers, and what its callers still
need of what it assigns, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from . import operations as op
from .nodes import Tree
from .operations import Operation
from .references import EVERY, FORGETS, is_hidden, is_of_page, is_passed
from .routines import Routine, StepList

_NOTHING: frozenset[str] = frozenset()


def find_exports(routines: Mapping[str, Routine]) -> None:
    """What each tree may assign for its caller: in its own body, not in branches, and through the trees it calls."""
    own = {name: list(_walk(routine.entry, _in_frame)) for name, routine in routines.items()}
    found = {
        name: {variable for step in steps for variable in step.sets if not is_hidden(variable)}
        for name, steps in own.items()
    }
    calls = {name: {step.routine for step in steps if isinstance(step, op.Enter)} for name, steps in own.items()}
    changed = True
    while changed:
        changed = False
        for name, routine in routines.items():
            exports = found[name].union(*(routines[call].exports for call in calls[name])) - routine.parameters
            if exports != routine.exports:
                routine.exports, changed = frozenset(exports), True


def _walk(
    entry: Operation, onward: Callable[[Operation], Iterable[Operation]], *, until: op.AskShared | None = None
) -> Iterator[Operation]:
    """The steps that can be reached by *onward*, each once; *until*: up to the publications of this shared value."""
    seen: set[int] = set()
    stack = [entry]
    while stack:
        step = stack.pop()
        if id(step) in seen or (until is not None and isinstance(step, op.Publish) and step.share is until):
            continue
        seen.add(id(step))
        yield step
        stack.extend(onward(step))


def _in_frame(step: Operation) -> Iterable[Operation]:
    """Where a step leads in the same frame, its branches left out."""
    return [step.next] if isinstance(step, op.StartBranch) and step.gather is None else step.exits()


def _in_making(step: Operation) -> Iterable[Operation]:
    """Where a step leads in the making of a value and in the trees that it calls, the makings of others left out."""
    making = step.make if isinstance(step, op.AskShared) else None
    entered = [step.entry] if isinstance(step, op.Enter) else []
    return [*(target for target in step.exits() if target is not making), *entered]


def _note_assigned(operations: Iterable[Operation], routines: Mapping[str, Routine]) -> None:
    """What each of the statements that run at the same time may assign stands at its ends."""
    for branch in operations:
        if not isinstance(branch, op.StartBranch) or branch.gather is None:
            continue
        steps = list(_walk(branch.entry, _in_frame))
        assigned = {name for step in steps for name in step.sets if not is_hidden(name)}
        assigned.update(*(routines[step.routine].exports for step in steps if isinstance(step, op.Enter)))
        for step in steps:
            if isinstance(step, op.Leave) and step.gather is branch.gather:
                step.assigns = frozenset(assigned)


def find_live(code: StepList, routines: Mapping[str, Routine]) -> None:
    """Set `live` and `carried` of every step, and what calls and shared values hand over."""
    find_exports(routines)
    _note_assigned(code.operations, routines)
    for step in code.operations:
        if isinstance(step, op.AskShared) and _is_session(step, routines):
            step.is_session, step.uses = True, step.uses | {FORGETS}
    flow = _Flow(routines)
    while flow.passes_over(code.operations):
        pass
    for step in code.operations:
        step.carried = _of_page(step.live)
        if isinstance(step, op.Enter):
            flow.settle_call(step)
        elif isinstance(step, op.Publish):
            flow.settle_publication(step)
        elif isinstance(step, op.AskShared):
            flow.settle_share(step)


def _making_of(share: op.AskShared) -> Iterator[Operation]:
    """The steps between a shared node's call and the publications that end its making."""
    return _walk(share.make, lambda step: step.exits(), until=share)


def _is_session(share: op.AskShared, routines: Mapping[str, Routine]) -> bool:
    """Whether a value is a login or the like: its making sends a form or JSON, or visits and gives cookies alone."""
    if not issubclass(share.kind, Tree):
        return False
    fetches = [step for step in _walk(share.make, _in_making, until=share) if isinstance(step, op.FetchPage)]
    if any(step.sent for step in fetches):
        return True
    if not fetches or routines[share.name].exports:
        return False
    everything = _walk(share.make, lambda step: [*_in_making(step), *step.exits()], until=share)
    return not any(isinstance(step, op.EmitRecords) for step in everything)


def _needed(live: frozenset[str], assigned: frozenset[str]) -> frozenset[str]:
    return assigned if EVERY in live else live & assigned


def _of_page(live: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(name for name in live if is_of_page(name)))


class _Flow:
    """The state of the data flow between the trees."""

    def __init__(self, routines: Mapping[str, Routine]) -> None:
        self._routines = routines
        self._needed = dict.fromkeys(routines, _NOTHING)
        """What callers still need of that which each tree assigns."""
        self._owners = {id(routine.leave): name for name, routine in routines.items()}
        self._parameters = {name: routine.parameters for name, routine in routines.items()}

    def passes_over(self, operations: list[Operation]) -> bool:
        """Go once over all steps; tell whether something was found."""
        changed = False
        for step in operations:
            live = self._live_before(step)
            if live != step.live:
                step.live, changed = live, True
            if isinstance(step, op.Enter):
                exports = self._routines[step.routine].exports
                needed = self._needed[step.routine] | (exports if EVERY in step.yes.live else step.yes.live & exports)
                if needed != self._needed[step.routine]:
                    self._needed[step.routine], changed = needed, True
        return changed

    def _live_before(self, step: Operation) -> frozenset[str]:
        if isinstance(step, op.Leave):
            if step.gather is not None and (step.success or step.gather.kind == "serial"):
                step.gives = _needed(step.gather.yes.live | step.gather.no.live, step.assigns)
            owner = self._owners.get(id(step))
            return step.uses | (step.gives if owner is None else self._needed[owner])
        spared = step.no if isinstance(step, op.Next) else step.make if isinstance(step, op.AskShared) else None
        live = _NOTHING.union(*(target.live for target in step.exits() if target is not spared)) - step.sets
        if spared is not None:
            live |= spared.live
        if isinstance(step, op.FetchPage):
            live = frozenset(name for name in live if not is_of_page(name))
        elif isinstance(step, op.Enter):
            live |= self._from_caller(step)
        elif isinstance(step, op.Publish) and step.success:
            live |= self._given_by(step)
        return live | step.uses

    def _from_caller(self, step: op.Enter) -> frozenset[str]:
        """What a tree reads and has not been given by its parameters: its callers' variables."""
        return frozenset(name for name in step.entry.live if is_passed(name)) - self._parameters[step.routine]

    def _given_by(self, step: op.Publish) -> frozenset[str]:
        share = step.share
        if share is None or not issubclass(share.kind, Tree):
            return _NOTHING
        # What other trees need of a value that they take over is not known here.
        return self._routines[share.name].exports if share.is_common else self._needed[share.name]

    def settle_call(self, step: op.Enter) -> None:
        """What goes down to the tree, what comes back, what is kept meanwhile, and whether anybody has to come back."""
        needed = self._needed[step.routine]
        step.passed = self._from_caller(step)
        step.kept = needed if EVERY in step.yes.live else step.yes.live & needed
        step.below = step.yes.live | step.no.live | (step.live if step.moves else _NOTHING)
        step.carried_below = _of_page(step.below)
        if isinstance(step.yes, op.Leave) and isinstance(step.no, op.Leave) and step.yes.success and not step.moves:
            owner = self._owners.get(id(step.yes))
            step.is_tail = step.yes.gather is None and (owner is None or not self._needed[owner])
            step.is_lenient = step.no.success

    def settle_share(self, step: op.AskShared) -> None:
        """What the value of a shared node depends on: all that its making reads, the repairs of state tables too.

        Of a tree called on the way also what it only hands on, as that may be in the value.
        """
        found: set[str] = set()
        for part in _making_of(step):
            if isinstance(part, op.Enter):
                found |= self._from_caller(part)
            if not (isinstance(part, op.Enter) and part.routine == step.name):  # whose arguments are in the key
                found |= part.uses
        step.reads = frozenset(name for name in found if is_passed(name) and name != FORGETS)

    def settle_publication(self, step: op.Publish) -> None:
        """What of a shared tree's results becomes its value, and what is needed of it at this place."""
        step.gives = self._given_by(step)
        if step.share is not None:
            live = step.share.yes.live
            step.share.takes = step.gives if EVERY in live else live & step.gives
