"""What groups do whose statements run at the same time: they begin, the task waits, and what they assigned is there.

Each statement is a branch with its own copy of the variables, whose end tells the group what it assigned. All of them
belong to a join of the group's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import effects
from . import operations as op
from .operations import Operation
from .run import Handlers, Run
from .task import decode_result


def fork(run: Run, step: op.Fork) -> Operation | None:
    """If statements are to run at the same time, a join of their own waits for them, below 0 for the first success."""
    join = run.task.open_join()
    run.frame.variables[step.join] = -join if step.gather.kind == "or" else join
    return step.next


def gather(run: Run, step: op.Gather) -> Operation | None:
    """If all have begun, the task waits at their beginning: they begin anew if nothing is known of them later."""
    assert step.fork is not None, "set by the compiler, which makes the two from the end to the beginning"
    run.suspend(step.fork, effects.Join(run.frame.variables[step.join]))
    return None


def gathered(run: Run, step: op.Gather, results: Sequence[bytes], *, failed: bool) -> Operation | None:
    """If they have ended as the kind of the group asks, what they assigned is there."""
    variables = run.frame.variables
    reason = ""
    for result in results:
        values, why = decode_result(result)
        variables.update(values)
        reason = reason or why
    if step.kind == "serial" or not failed:
        return step.yes
    run.note_trouble(step, step.path.removesuffix("/.gather"), "error", reason or "a statement of the group failed")
    return step.no


HANDLERS: Handlers = {
    op.Fork: fork,
    op.Gather: gather,
}
