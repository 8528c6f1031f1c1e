"""Which variables and page values are still needed from each step on (language.md, "A task carries on only …").

Backward data flow over the steps, between trees too: what a tree needs of its callers, and what its callers still
need of what it assigns, until nothing changes.
"""

from __future__ import annotations

from . import operations as op
from .compiler import Code, Routine
from .operations import Operation
from .references import EVERY, is_hidden, is_of_page


def find_exports(code: Code, routines: dict[str, Routine]) -> None:
    """What each tree may assign for its caller: in its own body, not in branches, and through the trees it calls."""
    own = {name: _steps_of(routine) for name, routine in routines.items()}
    changed = True
    while changed:
        changed = False
        for name, routine in routines.items():
            found = set(routine.exports)
            for step in own[name]:
                found.update(variable for variable in step.sets if not is_hidden(variable))
                if isinstance(step, op.Enter):
                    found |= routines[step.routine].exports
            found -= routine.parameters
            if found != routine.exports:
                routine.exports, changed = frozenset(found), True


def _steps_of(routine: Routine) -> list[Operation]:
    """The steps that a call of the tree can reach, its branches left out."""
    seen: set[int] = set()
    found: list[Operation] = []
    stack = [routine.entry]
    while stack:
        step = stack.pop()
        if id(step) in seen:
            continue
        seen.add(id(step))
        found.append(step)
        stack.extend([step.next] if isinstance(step, op.Branch) else step.exits())
    return found


def find_live(code: Code, routines: dict[str, Routine]) -> None:
    """Set `live` and `carried` of every step, `passed`, `kept`, `below` and `is_tail` of every call."""
    find_exports(code, routines)
    needed: dict[str, frozenset[str]] = dict.fromkeys(routines, frozenset())
    owners = {id(routine.leave): name for name, routine in routines.items()}
    changed = True
    while changed:
        changed = False
        for step in code.operations:
            if isinstance(step, op.Leave):
                live = needed[owners[id(step)]] if id(step) in owners else frozenset()
            else:
                live = _live_before(step, routines, needed)
            if live != step.live:
                step.live, changed = live, True
    for step in code.operations:
        step.carried = _of_page(step.live)
        if isinstance(step, op.Enter):
            _settle_call(step, routines, needed, owners)


def _settle_call(
    step: op.Enter, routines: dict[str, Routine], needed: dict[str, frozenset[str]], owners: dict[int, str]
) -> None:
    step.passed = _from_caller(step.entry, routines[step.routine])
    step.kept = needed[step.routine] if EVERY in step.yes.live else step.yes.live & needed[step.routine]
    step.below = step.yes.live | step.no.live | (step.live if step.moves else frozenset())
    step.carried = _of_page(step.below)
    if isinstance(step.yes, op.Leave) and isinstance(step.no, op.Leave) and not step.moves:
        owner = owners.get(id(step.yes))
        step.is_tail = step.yes.success and not step.no.success and (owner is None or not needed[owner])


def _of_page(live: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(name for name in live if is_of_page(name)))


def _live_before(step: Operation, routines: dict[str, Routine], needed: dict[str, frozenset[str]]) -> frozenset[str]:
    live: set[str] = set()
    for exit in step.exits():
        live |= exit.live
    live -= step.sets
    if isinstance(step, op.Fetch):
        live = {name for name in live if not is_of_page(name)}
    live |= step.uses
    if isinstance(step, op.Enter):
        routine = routines[step.routine]
        live |= _from_caller(step.entry, routine)
        needed[step.routine] |= routine.exports if EVERY in step.yes.live else step.yes.live & routine.exports
    elif isinstance(step, op.Publish) and step.success and step.share is not None and step.share.entry is not None:
        live |= needed[step.share.name]
    return frozenset(live)


def _from_caller(entry: Operation, routine: Routine) -> frozenset[str]:
    """What a tree reads and has not been given by its parameters: its callers' variables."""
    return frozenset(name for name in entry.live if not is_of_page(name) and name[0] not in "%$=") - routine.parameters
