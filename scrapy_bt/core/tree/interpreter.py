"""Runs trees: takes a task and what happened, and answers with effects (runtime.md, "The interpreter is pure").

Rule 1: it fetches nothing, waits for nothing and reads no clock; time arrives in events.
Rule 2: whatever it knows of a task stands in the task, so that any process can go on with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...errors import TaskError
from . import actions, control
from . import operations as op
from .actions import VisitRequest
from .effects import Effect
from .events import Answered, Arrived, Denied, Event, Granted, Joined, Make, Shared
from .operations import Operation
from .pages import Reader
from .program import Program
from .run import Limits, Run
from .task import Task, decode_shared

_HANDLERS: dict[type[Operation], Callable[[Run, Any], Operation | None]] = {
    op.Assign: control.assign,
    op.Test: control.test,
    op.Fetch: actions.fetch,
    op.Extract: actions.extract,
    op.Record: actions.record,
    op.Enter: control.enter,
    op.Leave: control.leave,
    op.Branch: control.branch,
    op.Change: control.change,
    op.Loop: control.loop,
    op.Head: control.head,
    op.Exit: control.exit_loop,
    op.Next: control.take_next,
    op.Share: control.share,
    op.Publish: control.publish,
    op.Forget: control.forget,
    op.Hold: control.hold,
    op.Free: control.free,
}


class Interpreter:
    """Runs the tasks of one program; *reader* takes values out of pages."""

    def __init__(self, program: Program, reader: Reader, limits: Limits | None = None) -> None:
        self.program = program
        self._reader = reader
        self._limits = limits or Limits()

    def start(self, arguments: Mapping[str, Any], *, id: int = 1, now: float = 0.0) -> tuple[Task, list[Effect]]:
        """A new task of `main` and its first effects; raises `ArgumentsError`."""
        task = self.program.initial(arguments)
        task.id = id
        return self.resume(task, Granted(now))

    def resume(self, task: Task, event: Event) -> tuple[Task, list[Effect]]:
        """Go on from where *task* stands; the last effect says what it waits for then. Raises `TaskError`."""
        run = Run(self.program, self._reader, self._limits, task, event.now)
        run.go(self._first_step(run, event), _HANDLERS)
        return task, run.effects

    def request(self, task: Task, now: float = 0.0) -> VisitRequest:
        """The request of the visit at which *task* stands; raises `NodeError` where its values do not fit."""
        step = self.program.operation(task.position)
        if not isinstance(step, op.Fetch):
            raise TaskError(f"the task stands at {step.path}, which is no visit")
        return actions.build_request(Run(self.program, self._reader, self._limits, task, now), step)

    def _first_step(self, run: Run, event: Event) -> Operation | None:
        step = self.program.operation(run.frame.position)
        if isinstance(event, Granted):
            return control.held(run, step) if isinstance(step, op.Hold) else step
        if isinstance(event, Arrived) and isinstance(step, op.Fetch):
            return self._arrive(run, step, event)
        if isinstance(event, Shared) and isinstance(step, op.Share):
            return control.use_shared(run, step, decode_shared(event.value), event.session, event.version)
        if isinstance(event, Make) and isinstance(step, op.Share):
            return control.make(run, step, event.version)
        if isinstance(event, Denied) and isinstance(step, op.Share):
            run.trouble(step, step.name, "error", event.reason)
            return step.no
        if isinstance(event, Joined) and isinstance(step, op.Leave):
            return control.joined(run, step, event.failed)
        if isinstance(event, Answered):
            run.answers = list(event.results)
            return step
        raise TaskError(f"{type(event).__name__} cannot happen to a task at {step.path} ({type(step).__name__})")

    def _arrive(self, run: Run, step: op.Fetch, event: Arrived) -> Operation | None:
        run.forget_page(run.frame)
        run.frame.page = page = event.page
        outcome = event.outcome
        succeeded = outcome.isdigit() and int(outcome) < 400
        if succeeded and page is not None and page.is_empty and "empty" in step.moves:
            outcome = "empty"
        return run.settle(step, outcome, succeeded, event.message, event.retry_after)
