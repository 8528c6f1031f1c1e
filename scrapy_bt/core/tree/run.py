"""One step of a task under way: from what happened to the next thing that it has to wait for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import effects
from . import operations as op
from .extractions import MOST_EXAMPLES, Extractions, Planned
from .operations import Operation
from .pages import ValueReader
from .program import Program
from .reading import Reading
from .references import EVERY, FORGETS, is_hidden
from .repeats import digest, leave_out
from .setbacks import RepeatedVisit, Setback
from .task import Frame, Task, encode_result

MOST_SPAWNED = 250
"""New tasks of one step, after which a task yields to others: what a step leads to is stored in one piece."""


@dataclass(frozen=True)
class Limits:
    """Bounds of a run, from the settings of the same names."""

    step_budget: int = 1000
    """Steps without a visit after which a task yields to others."""
    page_limit: int = 1_000_000
    """Compressed bytes of a page that a task may carry."""
    stack_limit: int = 500
    """Depth of calls."""
    wait_times: int = 3
    """How often `wait` without a number tries again."""
    wait_delay: float = 1.0
    """Seconds before the first of these; doubled each time."""
    wait_delay_max: float = 300.0


Handlers = Mapping[type[Operation], Callable[["Run", Any], Operation | None]]


class Run:
    """A task, the time, and the effects so far."""

    __slots__ = (
        "effects", "extractions", "failed_at", "frame", "is_joined", "is_tried_again", "known", "last_trouble",
        "limits", "now", "program", "reading", "setback", "spawned", "stored", "task",
    )  # fmt: skip

    def __init__(
        self, program: Program, reader: ValueReader, limits: Limits, task: Task, now: float, extractions: Extractions
    ) -> None:
        self.extractions = extractions
        self.program, self.limits, self.task, self.now = program, limits, task, now
        self.reading = Reading(program, reader, limits.page_limit, now)
        self.frame: Frame = task.frames[-1]
        self.known = {name: value for frame in task.frames for name, value in frame.variables.items()}
        """The variables with which the step began."""
        self.effects: list[effects.Effect] = []
        self.last_trouble: effects.Trouble | None = None
        self.is_joined = False
        """The tree failed only because a goroutine did."""
        self.failed_at: Operation | None = None
        """The step that led to the failing end of a tree."""
        self.stored = b""
        """The task as it was leased."""
        self.setback: Setback | None = None
        """What a failure goes back to; None: to the beginning of this step."""
        self.spawned = 0
        """New tasks of this step."""
        self.is_tried_again = False
        """What the task was leased for will be done again."""

    def go(self, step: Operation | None, handlers: Handlers) -> None:
        """Take steps until the task has to wait; after too many it yields, so that no loop blocks the others."""
        left = self.limits.step_budget
        while step is not None:
            if left <= 0:
                self.suspend(step, effects.Delay())
                return
            left -= 1
            following = handlers[type(step)](self, step)
            if isinstance(following, op.Leave) and not following.success:
                self.failed_at = step
            step = following

    # Waiting

    def suspend(self, step: Operation, effect: effects.Effect) -> None:
        """The task waits at *step*; all that is not needed from there on is let go, pages too."""
        task = self.task
        frames = task.frames
        frames[-1].position = step.id
        task.setback = self._keep_setback(step)
        self._let_go(frames[-1], step.live, step.carried)
        forgets = FORGETS in step.live
        for frame in frames[:-1]:
            below = self.program.operation(frame.position)
            assert isinstance(below, op.Enter), "a frame waits at the call of the next one"
            self._let_go(frame, below.below, below.carried_below)
            forgets = forgets or FORGETS in below.below
        if task.used and not forgets:
            task.used = {}
        self.effects.append(effect)

    def _keep_setback(self, step: Operation) -> Setback | None:
        """What the task needs of it while it waits at *step*: nothing before a visit, nor at the end of everything."""
        if isinstance(step, op.Leave) and not step.success:
            return self._note_setback(str(self.last_trouble or self._reason_told))
        is_last = isinstance(step, op.Leave) and len(self.task.frames) == 1
        return None if self.setback is None or isinstance(step, op.FetchPage) or is_last else self._note_setback()

    def _note_setback(self, reason: str = "") -> Setback:
        """With what has come of it in this step, too."""
        back = self.setback or Setback(self.stored)
        return Setback(back.payload, back.join, back.url, reason, back.given + digest(self.effects, self.known))

    @property
    def _reason_told(self) -> str:
        """Why the tree fails at whose end the task has waited."""
        return "" if self.setback is None else self.setback.reason

    @property
    def has_told(self) -> bool:
        """Why the task fails has been told, by itself or by a goroutine."""
        is_joined = self.is_joined or (self.setback is not None and self.setback.join != 0)
        return bool(self.last_trouble or is_joined or self._reason_told)

    def _let_go(self, frame: Frame, live: frozenset[str], carried: tuple[str, ...]) -> None:
        frame.variables = self.take_along(frame, live, carried)
        frame.page = None

    def take_along(self, frame: Frame, live: frozenset[str], carried: tuple[str, ...]) -> dict[str, Any]:
        """The variables of *live*, and what will be read from the frame's page."""
        variables = frame.variables
        if carried and self.reading.has_page(frame):
            for name in carried:
                if name not in variables:
                    variables[name] = self.reading.take(frame, name)
        if EVERY in live:
            return {name: value for name, value in variables.items() if name in live or not is_hidden(name)}
        return {name: value for name, value in variables.items() if name in live}

    def await_answers(self, step: Operation) -> None:
        """Ask for the results of the step's coroutines; the task stays in this process."""
        self.frame.position = step.id
        self.task.setback = None if self.setback is None else self._note_setback(self._reason_told)
        self.effects.append(effects.Await(self.reading.coroutines()))

    # Results

    def trouble(self, step: Operation, node: str, outcome: str, message: str = "") -> None:
        """Tell of a failure, with its path; a data node without values is a reason, not a failure."""
        trouble = self.note_trouble(step, node, outcome, message)
        if outcome != "empty" or isinstance(step, op.FetchPage):
            self.effects.append(trouble)

    def note_trouble(self, step: Operation, node: str, outcome: str, message: str) -> effects.Trouble:
        """Keep a failure as the task's reason, without telling it: others have, or nobody asks."""
        self.last_trouble = effects.Trouble(
            node, self.program.path_of(self.stack_at(step)), step.place, outcome, message
        )
        return self.last_trouble

    def count(
        self, node: str, field: str, found: int, empty: int, planned: Planned, values: Sequence[Any] = ()
    ) -> None:
        """Note what an extraction came to, with the page where nothing was found."""
        witness = self.extractions.witness
        if witness is not None and (empty or witness.hears_all):
            witness(node, field, values, found=found, empty=empty)
        count = self.extractions.note(node, field, found, empty, planned=planned)
        if empty and len(count.examples) < MOST_EXAMPLES:
            url = self.reading.url_of(self.frame)
            if url and url not in count.examples:
                count.examples.append(url)

    def stack_at(self, step: Operation) -> tuple[int, ...]:
        """The positions from the root to *step*."""
        outer = self.task.frames[:-1]
        return self.program.fold((*self.task.ancestry, *(frame.position for frame in outer), step.id))

    def stop(self, reason: str) -> None:
        """Cancel the task."""
        self.effects.append(effects.Stopped(reason))

    def finish(self, *, success: bool) -> None:
        """The task is at its end; what it failed by is told, if that has not been done."""
        if success:
            self.effects.append(effects.Finished(success=True))
            return
        only_joined = self.has_told and not self.last_trouble and not self._reason_told
        if not self.has_told:
            self._tell_failure()
        elif self.last_trouble is not None and self.last_trouble not in self.effects:
            self.effects.append(self.last_trouble)
        reason = str(self.last_trouble or self._reason_told or "a goroutine failed")
        self.effects.append(
            effects.Finished(success=False, reason=reason, joined=only_joined, setback=self._note_setback())
        )

    def finish_part(self, gives: Collection[str], *, success: bool) -> None:
        """One of the statements that run at the same time has ended; whoever waits for them gets what it assigned."""
        reason = "" if success else str(self.last_trouble or self._reason_told)
        variables = self.frame.variables
        result = encode_result({name: variables[name] for name in gives if name in variables}, reason)
        self.effects.append(effects.Finished(success, reason, result=result))

    def leave_out_repeated(self, began_at: int) -> None:
        """What the task has given when it was at this visit before is not given again; *began_at*: of the step."""
        repeat = self.task.repeat
        assert repeat is not None, "it visits once more"
        self.effects, left = leave_out(self.effects, repeat.given, self.known)
        is_passed = began_at == repeat.position and not self.is_tried_again
        position = 0 if is_passed else repeat.position
        is_over = not position and isinstance(self.effects[-1], effects.SendVisit)
        self.task.repeat = None if is_over else RepeatedVisit(position, repeat.url, left, repeat.alone)
        if is_over and repeat.alone:
            self.effects[-1] = effects.Finished(success=True)

    def _tell_failure(self) -> None:
        """Nothing went wrong: the author let the tree fail, by `end !` or by a condition."""
        step = self.failed_at or self.program.operation(self.frame.position)
        message = "the condition is false" if isinstance(step, op.Test) else "it ends in failure"
        self.trouble(step, step.path.partition("/")[0], "failed", message)
