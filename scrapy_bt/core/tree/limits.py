"""What limits of time do: they begin, end, and cut off what took longer.

A limit is looked at whenever its task goes on. What it cuts off gives its places and the shared values under way
back; the goroutines that it has started are waited for by the tree that goes on.
"""

from __future__ import annotations

from typing import Any

from . import effects
from . import operations as op
from .operations import Operation
from .run import Handlers, Run

_UNTIL = "/until"


def limit(run: Run, step: op.StartLimit) -> Operation | None:
    """If a limited part begins, it is noted until when it may take, and what the task holds and makes already."""
    task = run.task
    run.frame.variables[step.until] = [run.now + step.seconds, len(task.holds), len(task.making), step.id]
    return step.next


def unlimit(run: Run, step: op.EndLimit) -> Operation | None:
    """If it ends in time, nobody asks any more."""
    run.frame.variables.pop(step.until, None)
    return step.next


def cut_off(run: Run) -> Operation | None:
    """If a limit is over, the outermost one, where its task goes on; None if no limit is."""
    frames = run.task.frames
    for depth, frame in enumerate(frames):
        for name, value in frame.variables.items():
            if name.endswith(_UNTIL) and value[0] <= run.now:
                step = run.program.by_id.get(value[3])
                if isinstance(step, op.StartLimit):
                    return _cut(run, depth, step, value)
    return None


def _cut(run: Run, depth: int, step: op.StartLimit, noted: list[Any]) -> Operation:
    task = run.task
    frame = task.frames[depth]
    joins = [inner.join for inner in task.frames[depth:] if inner.join]
    del task.frames[depth + 1 :]
    frame.join = joins[0] if joins else 0
    frame.tries = {key: value for key, value in frame.tries.items() if key < 0}
    frame.variables.pop(step.until, None)
    run.frame = frame
    run.effects.extend(effects.Made(key, None) for key in task.making[noted[2] :])
    del task.making[noted[2] :], task.holds[noted[1] :]
    run.trouble(step, step.path.removesuffix("/.limit"), "timeout", f"it took longer than {step.seconds:g} s")
    return step.late


def time_left(run: Run) -> float | None:
    """The seconds that are left of the shortest limit; None if there is none."""
    ends = [
        value[0]
        for frame in run.task.frames
        for name, value in frame.variables.items()
        if name[0] == "%" and name.endswith(_UNTIL)
    ]
    return max(0.0, min(ends) - run.now) if ends else None


HANDLERS: Handlers = {
    op.StartLimit: limit,
    op.EndLimit: unlimit,
}
