"""Runs trees: takes a task and what happened, and answers with effects (runtime.md, "The interpreter is pure").

Rule 1: it fetches nothing, waits for nothing and reads no clock; time arrives in events.
Rule 2: whatever it knows of a task stands in the task, so that any process can go on with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import TaskError
from ...sentences import say
from . import actions, control, groups, limits, resources
from . import operations as op
from .actions import VisitRequest
from .effects import Effect
from .events import Answered, Arrived, Denied, Event, Granted, JoinEnded, Make, Shared
from .extractions import Extractions
from .operations import Operation
from .pages import ValueReader
from .program import Program
from .run import Handlers, Limits, Run
from .setbacks import Setback
from .task import Task

_HANDLERS: Handlers = {
    **actions.HANDLERS,
    **control.HANDLERS,
    **groups.HANDLERS,
    **limits.HANDLERS,
    **resources.HANDLERS,
}


class Interpreter:
    """Runs the tasks of one program; *reader* takes values out of pages, *extractions* counts what it found."""

    def __init__(
        self,
        program: Program,
        reader: ValueReader,
        limits: Limits | None = None,
        extractions: Extractions | None = None,
    ) -> None:
        self.program = program
        self._extractions = Extractions(program.name) if extractions is None else extractions
        self._reader = reader
        self._limits = limits or Limits()

    def start(
        self,
        arguments: Mapping[str, Any],
        *,
        id: int = 1,  # noqa: A002 - the task's id has this name everywhere
        now: float = 0.0,
    ) -> tuple[Task, list[Effect]]:
        """A new task of `main` and its first effects; raises `ArgumentsError`."""
        task = self.program.initial(arguments)
        task.id = id
        run = Run(self.program, self._reader, self._limits, task, now, self._extractions)
        run.go(self.program.entry, _HANDLERS)
        return task, run.effects

    def resume(self, task: Task, event: Event, *, stored: bytes = b"") -> tuple[Task, list[Effect]]:
        """Go on from where *task* stands; the last effect says what it waits for then. Raises `TaskError`.

        A task that is leased where it needs a competing resource (`Fetch.requires`, `Hold.resource`) has it. *stored*:
        the task as it was leased, for its dead letter.
        """
        run = Run(self.program, self._reader, self._limits, task, event.now, self._extractions)
        run.stored, run.setback = stored, self._setback_of(task, event, stored)
        began_at = task.position
        run.go(self._first_step(run, event), _HANDLERS)
        if task.repeat is not None:
            run.leave_out_repeated(began_at)
        return task, run.effects

    def request(self, task: Task, now: float = 0.0) -> VisitRequest:
        """The request of the visit at which *task* stands; raises `NodeError` where its values do not fit."""
        step = self.program.operation(task.position)
        if not isinstance(step, op.FetchPage):
            raise TaskError(say("the task stands at {}, which is no visit", step.path))
        if not (step.request.sources or step.request.python or self.program.has_limits):
            return actions.build_written_request(task.frames[-1], step, now)
        return actions.build_request(Run(self.program, self._reader, self._limits, task, now, self._extractions), step)

    def _first_step(self, run: Run, event: Event) -> Operation | None:
        for frame in run.task.frames[:-1]:
            if not isinstance(self.program.operation(frame.position), op.Enter):
                raise TaskError(
                    say("its call is no longer where it was in the file, which has changed since it was stored")
                )
        step = self.program.operation(run.frame.position)
        if self.program.has_limits and (late := limits.cut_off(run)) is not None:
            return late
        if isinstance(event, Arrived) and isinstance(step, op.FetchPage):
            return actions.arrive(run, step, event)
        if isinstance(event, Granted):
            return resources.held(run, step) if isinstance(step, op.AcquirePermit) else step
        if isinstance(event, JoinEnded) and isinstance(step, op.Fork):
            return groups.gathered(run, step.gather, event.results, failed=event.failed)
        if isinstance(event, JoinEnded) and isinstance(step, op.Leave):
            return control.joined(run, step, failed=event.failed)
        if isinstance(event, Answered) and isinstance(step, (op.Extract, op.EmitRecords)):
            run.reading.answers = list(event.results)
            return step
        if isinstance(event, (Shared, Make, Denied)) and isinstance(step, op.AskShared):
            return resources.go_on(run, step, event)
        raise TaskError(
            say("{} cannot happen to a task at {} ({})", type(event).__name__, step.path, type(step).__name__)
        )

    def _setback_of(self, task: Task, event: Event, stored: bytes) -> Setback | None:
        """What a failure of this step goes back to; None: to its beginning."""
        if isinstance(event, Arrived):
            return Setback(stored, url=event.url)
        if isinstance(event, JoinEnded) and event.failed:
            step = self.program.operation(task.position)
            if isinstance(step, op.Leave) and step.success:
                return Setback(stored, task.frames[-1].join)
        return task.setback
