"""What control nodes do: the steps that move a task, call trees, and start branches."""

from __future__ import annotations

from typing import Any

from . import effects
from . import operations as op
from .operations import Operation
from .plans import bind_parameters
from .references import EVERY, FORGETS, LATE, is_hidden
from .run import MOST_SPAWNED, Handlers, Run
from .settling import calls_under_way, forget_tries, settle
from .task import Frame, Task
from .values import UnfitValueError, is_true


def assign(run: Run, step: op.SetVariable) -> Operation | None:
    """If the value cannot be computed, the variable is none and the statement fails."""
    variables = run.frame.variables
    try:
        variables[step.name] = step.compute(run.frame, run.now)
    except UnfitValueError as fault:
        variables[step.name] = None
        run.trouble(step, step.name, "error", str(fault))
        return step.no
    return step.next


def test(run: Run, step: op.Test) -> Operation | None:
    """If the value is true, success; where it cannot be computed, failure."""
    try:
        return step.yes if is_true(step.compute(run.frame, run.now)) else step.no
    except UnfitValueError as fault:
        run.trouble(step, step.path.rpartition("/")[2], "error", str(fault))
        return step.no


def give_up(run: Run, step: op.GiveUp) -> Operation | None:
    """If the call of a state table fails, its node fails."""
    forget_tries(run, step.action)
    run.trouble(step, step.action.name, "error", "what its state table calls has failed")
    return step.next


# Calls of trees


def enter(run: Run, step: op.Enter) -> Operation | None:
    """If the tree's body succeeds, what it assigned goes to the caller; a call at the very end leaves no caller."""
    caller, frames = run.frame, run.task.frames
    if len(frames) >= run.limits.stack_limit:
        message = f"calls are nested deeper than {run.limits.stack_limit} (BT_STACK_LIMIT)"
        return settle(run, step, "error", succeeded=False, message=message)
    try:
        variables = _variables_of(run, step, caller)
    except UnfitValueError as fault:
        return settle(run, step, "error", succeeded=False, message=str(fault))
    frame = Frame(step.entry.id, variables)
    if step.is_tail and not caller.join:
        frame.is_lenient = caller.is_lenient or step.is_lenient
        frames[-1] = frame
    else:
        caller.position = step.id
        frames.append(frame)
    run.frame = frame
    return step.entry


def _variables_of(run: Run, step: op.Enter, caller: Frame) -> dict[str, Any]:
    """What a called tree starts with; raises `UnfitValueError` where an argument has no value."""
    variables, given = bind_parameters(step.parameters, caller, run.now), caller.variables
    if EVERY in step.passed:
        return {name: value for name, value in given.items() if not is_hidden(name)} | variables
    for name in step.passed:
        if name in given and name not in variables:
            variables[name] = given[name]
    return variables


def leave(run: Run, step: op.Leave) -> Operation | None:
    """If goroutines of the tree still run, wait for them; then the tree comes to its result."""
    if run.frame.join:
        run.suspend(step, effects.Join(run.frame.join))
        return None
    return _return(run, step, success=step.success)


def joined(run: Run, step: op.Leave, *, failed: bool) -> Operation | None:
    """All goroutines have ended; if one failed, the tree fails."""
    run.frame.join = 0
    run.is_joined = failed and step.success
    return _return(run, step, success=step.success and not failed)


def _return(run: Run, step: op.Leave, *, success: bool) -> Operation | None:
    frames = run.task.frames
    frame = frames[-1]
    success = success or frame.is_lenient
    if step.gather is not None:
        run.finish_part(step.gives, success=success)
        return None
    if len(frames) == 1:
        run.finish(success=success)
        return None
    frames.pop()
    run.frame = caller = frames[-1]
    call = run.program.operation(caller.position)
    assert isinstance(call, op.Enter), "a frame waits at the call of the next one"
    if not success:
        if frame.variables.get(LATE):
            return settle(run, call, "timeout", succeeded=False, message="it took longer than it may")
        message = "a goroutine failed" if run.is_joined else "the tree failed"
        return settle(run, call, "error", succeeded=False, message=message)
    for name in call.kept:
        if name in frame.variables:
            caller.variables[name] = frame.variables[name]
    return settle(run, call, "success", succeeded=True)


# Branches


def branch(run: Run, step: op.StartBranch) -> Operation | None:
    """If it is a goroutine, a join waits for it; either way it starts with a copy of what it needs."""
    task, frame, entry = run.task, run.frame, step.entry
    join = 0
    if step.gather is not None:
        join = frame.variables[step.gather.join]
    elif step.waits and step.in_goroutine:
        join = task.join
    elif step.waits:
        frame.join = frame.join or task.open_join()
        join = frame.join
    copy = _enter_at_once(run, entry) if isinstance(entry, op.Enter) and entry.is_tail else None
    if copy is None:
        copy = Frame(entry.id, run.take_along(frame, entry.live, entry.carried))
    ancestry = task.ancestry
    if len(task.frames) > 1:
        ancestry = run.program.fold((*ancestry, *(below.position for below in task.frames[:-1])))
        copy.tries = calls_under_way(run)
    elif frame.tries:
        copy.tries = calls_under_way(run)
    used = dict(task.used) if task.used and FORGETS in entry.live else {}
    child = Task([copy], join=join, session=task.own_session, ancestry=ancestry, used=used)
    run.effects.append(effects.Spawn(child, again=step.gather is not None))
    run.spawned += 1
    if run.spawned >= MOST_SPAWNED:
        run.suspend(step.next, effects.Delay())
        return None
    return step.next


def _enter_at_once(run: Run, step: op.Enter) -> Frame | None:
    """A branch that is no more than a call begins within the called tree, and saves its first turn."""
    try:
        variables = _variables_of(run, step, run.frame)
    except UnfitValueError:
        return None  # it fails by itself, in its turn
    live = step.entry.live
    if EVERY not in live:
        variables = {name: value for name, value in variables.items() if name in live}
    return Frame(step.entry.id, variables, is_lenient=step.is_lenient)


def change(run: Run, step: op.SwitchState) -> Operation | None:
    """If a tree changes the state of its task, it goes on behind the statement, unless it is stopped."""
    if step.state == "stop":
        run.stop("state stop")
    else:
        run.suspend(step.next, effects.Pause() if step.state == "pause" else effects.Delay())
    return None


def say(run: Run, step: op.WriteLine) -> Operation | None:
    """If a tree prints, its text is told."""
    try:
        text = step.compute(run.frame, run.now)
    except UnfitValueError as fault:
        text = f"({fault})"
    path = run.program.path_of(run.stack_at(step))
    run.effects.append(effects.LogMessage(text, path, step.place, is_warning=step.is_warning))
    return step.next


# Loops


def loop(run: Run, step: op.LoopStart) -> Operation | None:
    """If a loop begins, no round of it has run."""
    run.frame.variables[step.counter] = -1
    return step.next


def head(run: Run, step: op.LoopHead) -> Operation | None:
    """If its condition is to be decided, one round more has run."""
    run.frame.variables[step.counter] = run.frame.variables.get(step.counter, -1) + 1
    return step.next


def exit_loop(run: Run, step: op.Exit) -> Operation | None:
    """If a loop ends, its rounds are told."""
    rounds = run.frame.variables.pop(step.counter, None)
    if rounds is not None:
        run.effects.append(effects.Looped(step.loop, max(0, rounds)))
    return step.next


def take_next(run: Run, step: op.Next) -> Operation | None:
    """If a value is left, it goes to the variable; if none is, the loop is over."""
    variables = run.frame.variables
    left = variables.get(step.items)
    if not left:
        variables.pop(step.items, None)
        return step.no
    variables[step.target] = left.pop()
    return step.yes


HANDLERS: Handlers = {
    op.SetVariable: assign,
    op.Test: test,
    op.Enter: enter,
    op.Leave: leave,
    op.StartBranch: branch,
    op.SwitchState: change,
    op.WriteLine: say,
    op.LoopStart: loop,
    op.LoopHead: head,
    op.Exit: exit_loop,
    op.Next: take_next,
    op.GiveUp: give_up,
}
