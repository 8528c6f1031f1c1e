"""What shared and competing resources do: values made once for all tasks, and places that tasks wait for."""

from __future__ import annotations

import msgspec

from . import effects
from . import operations as op
from .events import Denied, Make, Shared
from .nodes import Data, Item, Tree, Visit
from .operations import Operation
from .plans import name_value
from .references import EVERY, PAGE
from .run import Handlers, Run
from .task import SharedRecord, Task, decode_shared, encode_shared, name_session
from .values import UnfitValueError


def _key_of(run: Run, step: op.AskShared) -> str:
    """The key of a shared value; raises `UnfitValueError` where its arguments cannot be computed."""
    try:
        name = name_value(step.name, step.parameters, step.reads, run.frame, run.now)
        return f"{run.program.owner_of(step.name)}/{name}"
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as error:
        raise UnfitValueError(f"its arguments cannot name a shared value: {error}") from None


def share(run: Run, step: op.AskShared) -> Operation | None:
    """If the value is there, or made by another task, it is used; if not, this task makes it."""
    try:
        key = _key_of(run, step)
    except UnfitValueError as fault:
        return _fail(run, step, str(fault))
    if key in run.task.making:
        return deny(run, step, "the task is making it itself")
    run.suspend(step, effects.Share(key))
    return None


def go_on(run: Run, step: op.AskShared, event: Shared | Make | Denied) -> Operation:
    """If the value is there, it is used; if nobody makes it, this task does; if it cannot be had, the node fails."""
    if isinstance(event, Denied):
        return deny(run, step, event.reason)
    try:
        key = _key_of(run, step)
    except UnfitValueError as fault:
        return _fail(run, step, str(fault))
    begins = step.is_session and _begins_session(run.task, key)
    if step.tracked or step.is_session:
        run.task.used[key] = event.version
    if isinstance(event, Make):
        run.task.making.append(key)
        if begins:
            run.task.session = name_session(run.task.id, key)
        return step.make
    if event.session:
        run.task.session = event.session
    return _use(run, step, decode_shared(event.value))


def _begins_session(task: Task, key: str) -> bool:
    """If it was in this one already, a session is made anew where it was; of several of a node it is in one at a time.

    A branch makes it apart, as another one may make that of another user; so does a task that was in another one.
    """
    if key in task.used:
        return False
    others = [other for other in task.used if node_of(other) == node_of(key)]
    for other in others:
        del task.used[other]
    return bool(others) or task.own_session != task.id


def _use(run: Run, step: op.AskShared, record: SharedRecord) -> Operation:
    """Its variables, its page and its values become the task's."""
    frame = run.frame
    live = step.yes.live
    for name, value in record.variables.items():
        if name in live or EVERY in live:
            frame.variables[name] = value
    if record.page is not None:
        run.reading.forget_page(frame)
        frame.variables[PAGE] = record.page if isinstance(record.page, str) else list(record.page)
        if not isinstance(record.page, str):
            run.reading.page_of(frame)
    _set_target(run, step, record.values)
    return step.yes


def deny(run: Run, step: op.AskShared, reason: str) -> Operation:
    """If the value's maker waits for this task, failure; if nothing is needed of it, success, as it is being done."""
    if issubclass(step.kind, Tree) and not step.takes:
        return step.yes
    return _fail(run, step, reason)


def _fail(run: Run, step: op.AskShared, message: str) -> Operation:
    run.trouble(step, step.name, "error", message)
    _set_target(run, step, [])
    return step.broken


def _set_target(run: Run, step: op.AskShared, values: list[object]) -> None:
    if step.target is not None:
        run.frame.variables[step.target] = values[::-1] if step.many else (values[0] if values else None)


def publish(run: Run, step: op.Publish) -> Operation | None:
    """If the making succeeded, the value is there for everybody; if not, those who wait are told."""
    made = step.share
    assert made is not None, "the compiler links each publication to its share"
    making = run.task.making
    # A file that has changed since the task was stored may share what was not shared then.
    key = making.pop() if making and node_of(making[-1]) == made.name else ""
    if not step.success:
        if key:
            run.effects.append(effects.Made(key, None))
        _set_target(run, made, [])
        return step.next
    record = _record(run, step, made)
    if key:
        run.effects.append(effects.Made(key, encode_shared(record), run.task.own_session, step.ttl))
    _set_target(run, made, record.values)
    return step.next


def node_of(key: str) -> str:
    """The name of the node whose value has this key."""
    return key.rpartition("/")[2].partition(":")[0]


def _record(run: Run, step: op.Publish, made: op.AskShared) -> SharedRecord:
    """What a task that finds the value ready gets instead of running the node."""
    frame, record = run.frame, SharedRecord()
    if issubclass(made.kind, Tree):
        record.variables = {name: value for name, value in frame.variables.items() if name in step.gives}
    elif issubclass(made.kind, Data):
        values = frame.variables.pop(made.values or "", None) or []
        record.values = values[::-1]
    elif issubclass(made.kind, Visit) and frame.page is not None:
        frozen = run.reading.freeze(frame.page)
        record.page = frozen if isinstance(frozen, str) else tuple(frozen)
    else:
        assert issubclass(made.kind, (Item, Visit)), "whatever can be declared is one of the four"
    return record


def forget(run: Run, step: op.Forget) -> Operation | None:
    """If its value was found wanting, a shared node is made anew, once for all who saw it."""
    try:
        key = _key_of(run, step.next)
    except UnfitValueError as fault:
        run.trouble(step, step.name, "error", str(fault))
        return step.no
    run.effects.append(effects.Invalidate(key, run.task.used.get(key)))
    return step.next


def hold(run: Run, step: op.AcquirePermit) -> Operation | None:
    """If a place is free, it is kept until the node is done; if none is, wait for one."""
    run.suspend(step, effects.Hold(step.resource))
    return None


def held(run: Run, step: op.AcquirePermit) -> Operation:
    """If the place is there, the node runs."""
    run.task.holds.append(step.resource)
    return step.next


def free(run: Run, step: op.ReleasePermit) -> Operation | None:
    """If the node is done, another task may have its place."""
    if step.resource in run.task.holds:
        run.task.holds.remove(step.resource)
    return step.next


HANDLERS: Handlers = {
    op.AskShared: share,
    op.Publish: publish,
    op.Forget: forget,
    op.AcquirePermit: hold,
    op.ReleasePermit: free,
}
