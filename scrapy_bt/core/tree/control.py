"""What control nodes do: the steps that move a task, start branches, share and hold resources."""

from __future__ import annotations

import msgspec

from . import effects
from . import operations as op
from .expressions import Compute
from .operations import Operation
from .references import EVERY, is_hidden
from .run import Run
from .task import Frame, SharedRecord, Task, encode_shared
from .values import ValueFault, is_true


def assign(run: Run, step: op.Assign) -> Operation | None:
    try:
        run.frame.variables[step.name] = step.compute(run.frame, run.now)
    except ValueFault as fault:
        run.frame.variables[step.name] = None
        run.trouble(step, step.name, "error", str(fault))
        return step.no
    return step.next


def test(run: Run, step: op.Test) -> Operation | None:
    try:
        return step.yes if is_true(step.compute(run.frame, run.now)) else step.no
    except ValueFault as fault:
        run.trouble(step, step.path.rpartition("/")[2], "error", str(fault))
        return step.no


def enter(run: Run, step: op.Enter) -> Operation | None:
    """If the tree's body succeeds, what it assigned goes to the caller; a call at the very end leaves no caller."""
    caller, frames = run.frame, run.task.frames
    if len(frames) >= run.limits.stack_limit:
        return run.settle(step, "error", False, f"calls are nested deeper than {run.limits.stack_limit}")
    given = caller.variables
    try:
        variables = {name: compute(caller, run.now) for name, compute in step.defaults}
        for parameter in run.program.routines[step.routine].parameters:
            if parameter in given:
                variables[parameter] = given[parameter]
        variables.update((name, compute(caller, run.now)) for name, compute in step.arguments)
    except ValueFault as fault:
        return run.settle(step, "error", False, str(fault))
    if EVERY in step.passed:
        variables = {name: value for name, value in given.items() if not is_hidden(name)} | variables
    else:
        for name in step.passed:
            if name in given and name not in variables:
                variables[name] = given[name]
    frame = Frame(step.entry.id, variables)
    if step.is_tail and not caller.join:
        frames[-1] = frame
    else:
        caller.position = step.id
        frames.append(frame)
    run.frame = frame
    return step.entry


def leave(run: Run, step: op.Leave) -> Operation | None:
    """If goroutines of the tree still run, wait for them; then the tree comes to its result."""
    if run.frame.join:
        run.suspend(step, effects.Join(run.frame.join))
        return None
    return return_from(run, step.success)


def joined(run: Run, step: op.Leave, failed: bool) -> Operation | None:
    """All goroutines have ended; if one failed, the tree fails."""
    run.frame.join = 0
    if failed and step.success:
        run.joined = True
    return return_from(run, step.success and not failed)


def return_from(run: Run, success: bool) -> Operation | None:
    frames = run.task.frames
    if len(frames) == 1:
        run.finish(success)
        return None
    frame = frames.pop()
    run.frame = caller = frames[-1]
    step = run.program.operation(caller.position)
    if not isinstance(step, op.Enter):
        run.trouble(step, step.path, "error", "the file has changed: its call is no longer where it was")
        run.stop("the file has changed")
        return None
    if not success:
        return run.settle(step, "error", False, "" if run.last_trouble else "the tree failed")
    for name in step.kept:
        if name in frame.variables:
            caller.variables[name] = frame.variables[name]
    return run.settle(step, "success", True)


def branch(run: Run, step: op.Branch) -> Operation | None:
    """If it is a goroutine, a join waits for it; either way it starts with a copy of what it needs."""
    task, frame = run.task, run.frame
    join = 0
    if step.waits and step.in_goroutine:
        join = task.join
    elif step.waits:
        if not frame.join:
            task.joins += 1
            frame.join = (task.id << 16) | (task.joins & 0xFFFF)
        join = frame.join
    entry = step.entry
    copy = Frame(entry.id, run.take_along(frame, entry.live, entry.carried))
    below = (*task.ancestry, *(outer.position for outer in task.frames[:-1]))
    ancestry = run.program.fold(below) if below else ()
    used = dict(task.used) if step.entry_forgets else {}
    child = Task([copy], join=join, session=task.own_session, ancestry=ancestry, used=used)
    run.effects.append(effects.Spawn(child))
    return step.next


def change(run: Run, step: op.Change) -> Operation | None:
    if step.state == "stop":
        run.stop("state stop")
    else:
        run.suspend(step.next, effects.Pause() if step.state == "pause" else effects.Wait())
    return None


# Loops


def loop(run: Run, step: op.Loop) -> Operation | None:
    run.frame.variables[step.counter] = -1
    return step.next


def head(run: Run, step: op.Head) -> Operation | None:
    run.frame.variables[step.counter] = run.frame.variables.get(step.counter, -1) + 1
    return step.next


def exit_loop(run: Run, step: op.Exit) -> Operation | None:
    rounds = run.frame.variables.pop(step.counter, None)
    if rounds is not None:
        run.effects.append(effects.Looped(step.loop, max(0, rounds)))
    return step.next


def take_next(run: Run, step: op.Next) -> Operation | None:
    """If a value is left, it goes to the variable; if none is, the loop is over."""
    left = run.frame.variables.get(step.items)
    if not left:
        run.frame.variables.pop(step.items, None)
        return step.no
    run.frame.variables[step.target] = left.pop()
    return step.yes


# Shared and competing resources


def key_of(run: Run, compute: Compute) -> str:
    return f"{run.program.name}/{compute(run.frame, run.now)}"


def share(run: Run, step: op.Share) -> Operation | None:
    try:
        key = key_of(run, step.key)
    except (ValueFault, TypeError, msgspec.MsgspecError) as error:
        run.trouble(step, step.name, "error", f"its arguments cannot name a shared value: {error}")
        return step.no
    run.suspend(step, effects.Share(key))
    return None


def use_shared(run: Run, step: op.Share, record: SharedRecord, session: int, version: int) -> Operation:
    """If the value is there, its variables and its cookie session become the task's."""
    frame = run.frame
    if step.tracked:
        run.task.used[key_of(run, step.key)] = version
    if session:
        run.task.session = session
    for name, value in record.variables.items():
        if name in step.yes.live or EVERY in step.yes.live:
            frame.variables[name] = value
    if record.page is not None:
        run.forget_page(frame)
        frame.variables["@@"] = list(record.page)
        run.page_of(frame)
    set_target(frame, step, record.values)
    return step.yes


def set_target(frame: Frame, step: op.Share, values: list[object]) -> None:
    if step.target is not None:
        frame.variables[step.target] = values[::-1] if step.many else (values[0] if values else None)


def make(run: Run, step: op.Share, version: int) -> Operation:
    """If nobody makes the value, this task does."""
    key = key_of(run, step.key)
    run.task.making.append(key)
    if step.tracked:
        run.task.used[key] = version
    return step.make


def publish(run: Run, step: op.Publish) -> Operation | None:
    """If the making succeeded, the value is there for everybody; if not, those who wait are told."""
    frame, made = run.frame, step.share
    key = run.task.making.pop() if run.task.making else ""
    assert made is not None, "the compiler links each publication to its share"
    if not step.success:
        run.effects.append(effects.Made(key, None))
        return step.next
    record = SharedRecord()
    if made.entry is not None:
        exports = run.program.routines[made.name].exports
        record.variables = {name: value for name, value in frame.variables.items() if name in exports}
    else:
        values = frame.variables.pop(next(iter(step.uses), ""), None)
        record.values = values[::-1] if values else []
        if frame.page is not None and values is None and (frozen := run.freeze(frame.page)) is not None:
            record.page = tuple(frozen)
    run.effects.append(effects.Made(key, encode_shared(record), run.task.own_session, step.ttl))
    set_target(frame, made, record.values)
    return step.next


def forget(run: Run, step: op.Forget) -> Operation | None:
    """If its value was found wanting, a shared node is made anew, once for all who saw it."""
    try:
        key = key_of(run, step.key)
    except (ValueFault, TypeError, msgspec.MsgspecError):
        return step.no
    run.effects.append(effects.Invalidate(key, run.task.used.get(key)))
    return step.next


def hold(run: Run, step: op.Hold) -> Operation | None:
    """If a place is free, it is kept until the node is done; if none is, wait for one."""
    run.suspend(step, effects.Hold(step.resource))
    return None


def held(run: Run, step: op.Hold) -> Operation:
    run.task.holds.append(step.resource)
    return step.next


def free(run: Run, step: op.Free) -> Operation | None:
    if step.resource in run.task.holds:
        run.task.holds.remove(step.resource)
    return step.next
